import Foundation
import RosterCore
import RosterEngine
import RosterJSON
import RosterStore
import RosterSync
import RosterTestKit
import RosterTestSupport

/// Damages a file in one way after another, and looks what Roster makes of it.
///
/// Whatever is damaged: reading is right or an error, and what the check calls well is what it was;
/// changing, undoing and compacting are done or refused; a device and a hub say what they would have
/// said, or what is wrong; what a salvage saves passes the check, and is everything if it says so; a log
/// or a copy is what was written, or refused with an error that names the file.
package struct CorruptionAttack {
  /// A fault that is put in to see that the attack finds it.
  package enum PlantedFault: String, CaseIterable, Sendable {
    /// The check calls everything well.
    case blindCheck
    /// Nothing is checked before it is exported.
    case blindExport
    /// A damage ends the process.
    case crash
  }

  private let seed: UInt64
  private let fault: PlantedFault?
  private let sample: CorruptionSample
  private let rows: RowDamages
  private let folder: TemporaryFolder

  /// Makes the file that is damaged.
  package init(seed: UInt64, fault: PlantedFault? = nil) async throws {
    self.seed = seed
    self.fault = fault
    sample = try await CorruptionSample()
    rows = try sample.rowDamages()
    folder = try TemporaryFolder()
  }

  /// Damages the file once and checks how Roster reacts.
  ///
  /// - Returns: The promise that was broken, and how; `nil` if none was.
  package func finding(number: Int) async throws -> String? {
    let damage = Damage(seed: seed, number: number, sample, rows: rows)
    if fault == .crash { abort() }
    let path = folder.path(of: "damaged.sqlite")
    func prepare() throws -> Bool {
      try sample.copy(to: path, isOpen: damage.isOfOpenFile)
      return try damage.run(at: path)
    }
    guard try prepare() else { return nil }
    do {
      try look(at: path, damage)
      try await export(path, damage)
      _ = try prepare()
      try change(path)
      _ = try prepare()
      try salvage(path, damage)
      return nil
    } catch let broken as BrokenPromise {
      return "\(damage): \(broken.description)"
    } catch {
      return "\(damage): an error that is not for people: \(error)"
    }
  }

  // MARK: Reading

  /// Reads the file; what the check calls well must be right.
  private func look(at path: String, _ damage: Damage) throws {
    try Self.allowingErrors {
      let store = try SQLiteStore(path: path, configuration: SQLiteConfiguration(isReadOnly: true))
      defer { try? store.close() }
      let report = try store.checkReport()
      let isWell = fault == .blindCheck || report.findings.isEmpty
      for list in report.lists { try expectIntact(list, in: store, damage) }
      do {
        if isWell, let difference = try difference(of: store, after: damage) {
          throw BrokenPromise("the check calls it well, and \(difference)")
        }
        for summary in try store.lists() {
          guard let list = try store.list(named: summary.name, create: false) else { continue }
          try Self.readThroughEngine(list)
        }
        try expectExchange(in: store, isWell ? "the check calls it well" : nil)
      } catch {
        guard isWell, !(error is BrokenPromise) else { throw error }
        throw BrokenPromise("the check calls it well, and reading fails: \(error)")
      }
    }
  }

  /// Revisions that the check calls intact must be what they were.
  private func expectIntact(
    _ condition: SQLiteStore.CheckReport.ListCondition, in store: SQLiteStore, _ damage: Damage
  ) throws {
    guard let oldest = condition.intactRevision, let written = sample.contents[condition.name],
      let list = try store.list(named: condition.name, create: false)
    else { return }
    for (revision, contents) in try StoredContents.all(in: list, from: oldest) {
      guard let expected = written[revision] else {
        throw BrokenPromise("revision \(revision) is called intact, and was not there")
      }
      if let difference = contents.difference(from: expected) {
        throw BrokenPromise("revision \(revision) is called intact, and has \(difference)")
      }
    }
  }

  private func isWell(_ store: SQLiteStore) throws -> Bool {
    try fault == .blindCheck || store.check() == []
  }

  /// What a file says that was not there, `nil` if it says what it must.
  ///
  /// A log ends where it is damaged, so that a file may be what it was before its last commits.
  private func difference(of store: SQLiteStore, after damage: Damage) throws -> String? {
    let facts = try ListFacts(store)
    if damage.mayCutLog, facts.isPart(of: sample.facts) { return nil }
    return sample.facts.difference(from: facts)
  }

  private static func readThroughEngine(_ list: SQLiteList) throws {
    let source = try list.open()
    let oldest = try source.oldestRevision
    let newest = source.snapshot.revision
    _ = try source.snapshot(at: oldest).state.itemIDs(inSection: 0)
    if oldest < newest { _ = try source.batch(from: oldest, to: newest) }
  }

  /// Lets the device and the hub of the file say what they say next.
  ///
  /// - Parameter praise: What was said of the file, so that they must say what they would have said; `nil` if
  ///   something was found.
  private func expectExchange(in store: SQLiteStore, _ praise: String?) throws {
    do {
      let exchange = try CorruptionSample.Exchange(in: store)
      guard let praise, exchange != sample.exchange else { return }
      throw BrokenPromise(
        "\(praise), and a device sends \(exchange.request?.canonicalText.prefix(300) ?? "nothing"), its hub "
          + "\(exchange.answer?.canonicalText.prefix(300) ?? "nothing")")
    } catch let error as SyncError {
      guard let praise else { return }
      throw BrokenPromise("\(praise), and a device or hub cannot be opened: \(error)")
    }
  }

  // MARK: Exporting

  /// Exports the log of each list, and copies one and all, as `roster log` and `roster copy` do.
  private func export(_ path: String, _ damage: Damage) async throws {
    var opened: SQLiteStore?
    var lists: [String] = []
    try Self.allowingErrors {
      opened = try SQLiteStore(path: path, configuration: SQLiteConfiguration(isReadOnly: true))
      lists = try opened?.lists().map(\.name) ?? []
    }
    guard let store = opened else { return }
    defer { try? store.close() }
    for list in lists {
      try await Self.allowingRefusal(naming: path) { try await expectLog(list, of: store, damage) }
    }
    for names in [lists.filter { $0 == "main" }, nil] {
      try await Self.allowingRefusal(naming: path) { try expectCopy(names, of: store, damage) }
    }
  }

  private func expectLog(_ name: String, of store: SQLiteStore, _ damage: Damage) async throws {
    if fault != .blindExport { try store.verify(listNamed: name) }
    guard let list = try store.list(named: name, create: false) else { return }
    let (lines, written) = (try await list.log(), sample.logs[name] ?? [])
    // The last line is about the last revision.
    let isBeginning = damage.mayCutLog && written.starts(with: lines.dropLast())
    guard lines != written, !isBeginning else { return }
    let difference = zip(lines, written).first { $0 != $1 }
    throw BrokenPromise(
      "the log of \"\(name)\" is given, and has \(difference?.0.prefix(300) ?? "other lines"), not "
        + "\(difference?.1.prefix(300) ?? "\(written.count)")")
  }

  /// - Parameter names: The lists; all if `nil`.
  private func expectCopy(_ names: [String]?, of store: SQLiteStore, _ damage: Damage) throws {
    let folder = try TemporaryFolder()
    let target = try SQLiteStore(path: folder.path(of: "copy.sqlite"))
    defer { try? target.close() }
    // Where its number is taken, a list gets another one, and digests of its own.
    if names == nil { _ = try target.list(named: "present") }
    let staged = try StagedLists(names, of: store)
    let copied = try staged.store.lists().map(\.name)
    for name in copied { try staged.copy(name, to: target, as: name) }
    let facts = try ListFacts(target).only(Set(copied))
    if damage.mayCutLog, facts.isPart(of: sample.facts) { return }
    let written = names.map { sample.facts.only(Set($0)) } ?? sample.facts
    if let difference = written.difference(from: facts) {
      throw BrokenPromise("a copy is made, and \(difference)")
    }
  }

  /// Runs something that may be refused with an error that names the file.
  private static func allowingRefusal(
    naming path: String, _ body: () async throws -> Void
  ) async throws {
    do {
      try await body()
    } catch let error where error is StorageError || error is DataSourceError {
      guard !"\(error)".contains(path) else { return }
      throw BrokenPromise("an export is refused without its file: \(error)")
    }
  }

  // MARK: Changing

  /// Changes, undoes and compacts; what was well is well afterwards.
  private func change(_ path: String) throws {
    try Self.allowingErrors {
      let store = try SQLiteStore(path: path)
      defer { try? store.close() }
      let isWell = try isWell(store)
      for summary in try store.lists() {
        try Self.allowingErrors(isWell: isWell) {
          guard let list = try store.list(named: summary.name, create: false) else { return }
          let source = try list.open()
          _ = try source.applySynchronously(
            Changeset { $0.insertSection(at: 0, "new") })
          _ = try source.applySynchronously(.undo())
          _ = try list.compact(JournalRetention(revisionCountMax: 3))
        }
      }
      if isWell, try !self.isWell(store) {
        throw BrokenPromise("the check calls it well, and after changes it does not")
      }
    }
  }

  // MARK: Saving

  private func salvage(_ path: String, _ damage: Damage) throws {
    let target = folder.path(of: "saved.sqlite")
    for part in CorruptionSample.Part.allCases {
      try? FileManager.default.removeItem(atPath: target + part.rawValue)
    }
    let before = FileManager.default.contents(atPath: path)
    try Self.allowingErrors {
      let report = try SQLiteStore.salvage(path, into: target)
      let store = try SQLiteStore(path: target)
      defer { try? store.close() }
      let findings = try store.check()
      guard findings.isEmpty else {
        throw BrokenPromise("what was saved does not check: \(findings)")
      }
      if let difference = try difference(of: store, after: damage), report.isComplete {
        throw BrokenPromise("everything is said to be saved, and \(difference)")
      }
      try expectExchange(in: store, report.isComplete ? "everything is said to be saved" : nil)
      for saved in report.lists { try expectRightOrNamed(saved, in: store) }
    }
    guard FileManager.default.contents(atPath: path) == before else {
      throw BrokenPromise("a salvage has changed the damaged file")
    }
  }

  /// Each saved revision must be what it was, but for what the report names.
  private func expectRightOrNamed(
    _ saved: SQLiteStore.SalvageReport.SavedList, in store: SQLiteStore
  ) throws {
    guard let written = sample.contents[saved.name],
      let list = try store.list(named: saved.name, create: false)
    else { return }
    for (revision, contents) in try StoredContents.all(in: list, from: saved.oldestRevision) {
      // What only the newest contents are saved of is empty before them.
      guard contents.sections != [] else { continue }
      guard let expected = written[revision] else {
        if saved.losses.isEmpty {
          throw BrokenPromise("revision \(revision) is saved, and was not there")
        }
        continue
      }
      let rest = contents.without(saved.doubtfulItems, saved.doubtfulSections)
      let expectedRest = expected.without(saved.doubtfulItems, saved.doubtfulSections)
      guard let difference = rest.difference(from: expectedRest) else { continue }
      // Of contents without their history, items may be in other places, and the report says so.
      let isRearranged = saved.oldestRevision == saved.revision - 1 && !saved.losses.isEmpty
      if !isRearranged || rest.hasOtherValues(than: expectedRest) {
        throw BrokenPromise("revision \(revision) is saved with \(difference)")
      }
    }
  }

  /// Runs something that may fail with an error for people.
  ///
  /// - Parameter isWell: Whether nothing was found to be damaged, so that it must not fail.
  private static func allowingErrors(isWell: Bool = false, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as StorageError where !isWell || error.code == .compacted {
    } catch let error as DataSourceError where !isWell || error.isEndOfHistory {
    } catch let error as StorageError {
      throw BrokenPromise("the check calls it well, and a change fails: \(error)")
    } catch let error as DataSourceError {
      throw BrokenPromise("the check calls it well, and a change fails: \(error)")
    }
  }
}

extension DataSourceError {
  /// Whether there is nothing to take back.
  fileprivate var isEndOfHistory: Bool {
    switch self {
    case .nothingToUndo, .nothingToRedo: true
    default: false
    }
  }
}
