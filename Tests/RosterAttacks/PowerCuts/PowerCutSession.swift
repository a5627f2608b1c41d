import Foundation
import RosterCore
import RosterStore
import RosterTestKit
import RosterTestSupport

/// What a workload works with: a store on a simulated disk, and beside each list what it must hold.
struct PowerCutSession {
  let path: String
  let durability: SQLiteConfiguration.Durability
  private(set) var recording: PowerCutRecording
  private var store: SQLiteStore?
  private var lists: [String: ModelledList] = [:]
  var random: SplitMix64

  init(
    path: String, _ durability: SQLiteConfiguration.Durability, seed: UInt64,
    _ recording: PowerCutRecording
  ) {
    self.path = path
    self.durability = durability
    self.recording = recording
    random = SplitMix64(seed: seed)
  }

  // MARK: The file

  /// What is in a file before the workload; a copy is opened, since opening may change it.
  static func initialContents(_ path: String) throws -> [String: StoredContents] {
    let copy = try TemporaryFolder()
    let folder = URL(filePath: path).deletingLastPathComponent()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.copyItem(
        at: folder.appending(path: name), to: copy.url.appending(path: name))
    }
    let copied = copy.path(of: URL(filePath: path).lastPathComponent)
    guard FileManager.default.fileExists(atPath: copied) else { return [:] }
    let store = try SQLiteStore(path: copied)
    let contents = try ApplicationContents.lists(of: store)
    try store.close()
    return contents
  }

  /// Opens the file, creates it if need be, and opens the lists again that were open.
  mutating func open() throws {
    let store = try openStore()
    self.store = store
    for name in lists.keys { try lists[name]?.open(in: store) }
  }

  /// Opens the file once more, for another writer.
  func openStore() throws -> SQLiteStore {
    try SQLiteStore(path: path, configuration: SQLiteConfiguration(durability: durability))
  }

  /// Closes the file, which moves the log into it.
  mutating func close() throws {
    try store?.close()
    store = nil
  }

  mutating func reopen() throws {
    try close()
    try open()
  }

  func vacuum() throws { try store?.vacuum() }

  // MARK: Lists

  /// Creates a list, or opens one that was there when the disk was started.
  @discardableResult
  mutating func list(_ name: String) async throws -> SQLiteList {
    guard let store else { throw StorageError(.closed, "the workload has closed the file") }
    if lists[name] == nil, recording.initial[name] == nil {
      try await recording.note(name) {
        let list = try store.list(named: name)
        return {
          guard let list else { throw StorageError(.failed, "there is no list \(name)") }
          return try StoredContents(list)
        }
      }
    }
    guard let list = try store.list(named: name, create: false) else {
      throw StorageError(.failed, "there is no list \(name)")
    }
    if lists[name] == nil { lists[name] = try ModelledList(list, seed: random.next()) }
    return list
  }

  /// Removes lists in one transaction.
  mutating func remove(_ names: String...) throws {
    let numbers = names.compactMap { lists[$0]?.storage.address?.number }
    try recording.note(removing: Set(names)) { try store?.removeLists(numbers) }
    for name in names { lists[name] = nil }
  }

  /// Writes all models in another form that no kept revision has written, some in one transaction.
  func rewrite(_ name: String) throws {
    for kind in RewrittenModels.Kind.allCases {
      var last: Int? = 0
      while let number = last {
        last = try lists[name]?.storage.rewriteModels(
          kind, after: number, limit: 4, RewrittenText.isFormer
        ) { RewrittenText.form(of: $1) }.last
      }
    }
  }

  /// Commits random changesets and states as one group.
  mutating func change(
    _ name: String, count: Int = 1, states: Bool = false, changesets: Bool = true
  ) async throws {
    guard var list = lists[name] else { return }
    let group = try list.makeGroup(count, states: states, changesets: changesets)
    try await commit(group, to: list, name)
  }

  /// Commits a changeset.
  mutating func change(
    _ name: String, _ changeset: (_ counts: [Int]) -> Changeset<String, String>
  ) async throws {
    guard var list = lists[name] else { return }
    let group = try list.makeGroup([changeset(list.counts)])
    try await commit(group, to: list, name)
  }

  private mutating func commit(
    _ group: CommitGroup, to list: ModelledList, _ name: String
  ) async throws {
    try await recording.note(name) {
      try list.storage.commit(group)
      return { try list.contents() }
    }
    lists[name] = list
  }

  /// Notes what other means have committed to a list.
  mutating func note(
    _ name: String, _ commit: () async throws -> (() throws -> StoredContents)
  ) async throws {
    try await recording.note(name, commit)
  }

  /// Notes what other means have committed to several lists at once.
  mutating func note(
    _ commit: () async throws -> (() throws -> [String: StoredContents])
  ) async throws {
    try await recording.note(commit)
  }

  func compact(_ name: String, revisionCountMax: Int) throws {
    try lists[name]?.storage.compact(JournalRetention(revisionCountMax: revisionCountMax))
  }
}

/// A stored list, and beside it the plainest words of what it must hold.
private struct ModelledList {
  private(set) var storage: SQLiteList
  private var state: ListState
  /// `nil` for lists that were there before, of which storage itself is asked.
  private var naive: NaiveList<String, String>?
  private var states = NaiveStates()
  private var supplements: [SupplementID: [ScopePath: StoredState]] = [:]
  private var changesets: RandomChangesets
  private var randomStates: RandomStates

  init(_ storage: SQLiteList, seed: UInt64) throws {
    self.storage = storage
    state = try storage.load()
    naive = state.revision == 0 ? NaiveList() : nil
    changesets = RandomChangesets(seed: seed)
    randomStates = RandomStates(seed: seed)
  }

  var counts: [Int] { state.itemCounts }

  mutating func open(in store: SQLiteStore) throws {
    guard let list = try store.list(named: storage.name, create: false) else {
      throw StorageError(.failed, "list \(storage.name) is gone")
    }
    storage = list
    state = try list.load()
  }

  /// What storage must hold once the last group is committed.
  func contents() throws -> StoredContents {
    guard let naive else { return try StoredContents(state, in: storage) }
    var contents = StoredContents(naive, states)
    for index in contents.sections.indices {
      let id = contents.sections[index].id
      contents.sections[index].header = supplements[SupplementID(.header, of: id)] ?? [:]
      contents.sections[index].footer = supplements[SupplementID(.footer, of: id)] ?? [:]
    }
    return contents
  }

  // MARK: Changing

  mutating func makeGroup(
    _ count: Int, states hasStates: Bool, changesets hasChangesets: Bool
  ) throws -> CommitGroup {
    var builder = CommitGroupBuilder(state)
    for _ in 0..<count {
      let target = builder.group.target
      let parts = hasChangesets ? changesets.valid(for: target.itemCounts) : ChangesetParts()
      try add(
        parts.changeset(models: "\(target.revision + 1):"), states: hasStates, to: &builder)
    }
    state = builder.group.target
    return builder.group
  }

  mutating func makeGroup(_ changesets: [Changeset<String, String>]) throws -> CommitGroup {
    var builder = CommitGroupBuilder(state)
    for changeset in changesets { try add(changeset, states: false, to: &builder) }
    state = builder.group.target
    return builder.group
  }

  private mutating func add(
    _ changeset: Changeset<String, String>, states hasStates: Bool,
    to builder: inout CommitGroupBuilder
  ) throws {
    var changes: [StateChange] = []
    try builder.add(changeset) { change in
      let target = change.target
      guard hasStates else { return [] }
      let items = try (0..<target.sectionCount).flatMap { try target.itemIDs(inSection: $0) }
      changes = randomStates.changes(Array(items.prefix(20)))
      changes += supplementChanges(target.sectionIDs)
      return changes
    }
    guard let next = try naive?.applying(changeset) else { return }
    naive = next
    states.advance(items: next.itemIDs.joined().map { ItemID(rawValue: $0) }, changes)
    let sections = Set(next.sectionIDs)
    supplements = supplements.filter { sections.contains($0.key.section.rawValue) }
    for change in changes {
      guard let supplement = change.address.supplement else { continue }
      supplements[supplement, default: [:]][change.address.scope] = change.state
    }
  }

  /// Writes or forgets the state of the header or footer of a section.
  private mutating func supplementChanges(_ sections: [SectionID]) -> [StateChange] {
    guard !sections.isEmpty else { return [] }
    let section = sections[randomStates.random.index(below: sections.count)]
    let kind: SupplementKind = randomStates.random.happens(percent: 50) ? .header : .footer
    let address = StateAddress(
      supplement: SupplementID(kind, of: section),
      scope: ScopePath([ScopeKey(typeName: "Fold")]))
    let value = StoredState(value: .text("\(randomStates.random.next())"))
    return [StateChange(address, randomStates.random.happens(percent: 25) ? nil : value)]
  }
}

/// Another form of texts, which means the same: with a mark at the end.
enum RewrittenText {
  private static let mark = "\u{2}"

  static func isFormer(_ value: StoredValue) -> Bool {
    if case .text(let text) = value { !text.hasSuffix(mark) } else { false }
  }

  static func form(of value: StoredValue) -> StoredValue {
    if case .text(let text) = value { .text(text + mark) } else { value }
  }

  private static func former(_ value: StoredValue?) -> StoredValue? {
    guard case .text(let text) = value, text.hasSuffix(mark) else { return value }
    return .text(String(text.dropLast(mark.count)))
  }

  /// Contents with all texts as they were written first.
  static func former(_ contents: StoredContents) -> StoredContents {
    var contents = contents
    for section in contents.sections.indices {
      contents.sections[section].model = former(contents.sections[section].model)
      for item in contents.sections[section].items.indices {
        contents.sections[section].items[item].model = former(
          contents.sections[section].items[item].model)
      }
    }
    return contents
  }
}
