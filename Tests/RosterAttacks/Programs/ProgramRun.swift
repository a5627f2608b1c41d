import Foundation
package import RosterCore
import RosterEngine
import RosterJSON
package import RosterLog
import RosterStore
import RosterTestSupport

/// Runs a program: does each step to the lists of a new file and to their models, and compares all
/// that the lists tell.
package struct ProgramRun {
  /// Stands before the storage of a list; as it is, if the program is to find nothing.
  package typealias Wrapping = @Sendable (any JournalStorage) -> any JournalStorage

  private let folder: TemporaryFolder
  private let wrapping: Wrapping
  private(set) var models: [ProgramListName: ListModel] = [:]
  private var sources: [ProgramSource: ProgramDataSource] = [:]
  /// What was done to each list, as far as a log can say it.
  private(set) var logs: [ProgramListName: [ChangesetLogEntry]] = [:]
  private var number = 0

  private init(_ wrapping: @escaping Wrapping) throws {
    folder = try TemporaryFolder()
    self.wrapping = wrapping
    for name in ProgramListName.allCases { models[name] = ListModel() }
  }

  /// Runs a program to its end.
  ///
  /// - Returns: What the lists and the models disagree about, `nil` if they agree.
  package static func failure(
    of program: Program, wrapping: @escaping Wrapping = { $0 }
  ) async -> ProgramFailure? {
    var run: ProgramRun
    do {
      run = try ProgramRun(wrapping)
      try run.open()
    } catch {
      return ProgramFailure(step: 0, what: "\(error)", logs: [:])
    }
    for (index, step) in program.steps.enumerated() {
      do {
        try await run.take(step)
      } catch {
        return ProgramFailure(step: index, what: "\(error)", logs: run.logs)
      }
    }
    do {
      try await run.finish()
      return nil
    } catch {
      return ProgramFailure(step: program.steps.count, what: "\(error)", logs: run.logs)
    }
  }

  // MARK: Opening

  private var path: String { folder.path(of: "program.sqlite") }

  private mutating func open() throws {
    let store = try SQLiteStore(path: path)
    for source in ProgramSource.allCases {
      let store = source == .second ? try SQLiteStore(path: path) : store
      sources[source] = try ProgramDataSource(source, store, model(source), wrapping)
    }
  }

  private mutating func close() async throws {
    for source in ProgramSource.allCases {
      let model = model(source)
      try await sources[source]?.close(model)
    }
    for source in [ProgramSource.second, .plain] { try sources[source]?.store.close() }
    sources = [:]
  }

  private mutating func reopen() async throws {
    try await close()
    let store = try SQLiteStore(path: path)
    let findings = try store.check()
    try store.close()
    guard findings.isEmpty else {
      throw ProgramDivergence("check: \(findings.map(\.description).joined(separator: "; "))")
    }
    for name in ProgramListName.allCases { logs[name]?.append(.reopen) }
    try open()
  }

  private mutating func finish() async throws {
    for source in ProgramSource.allCases {
      let model = model(source)
      try await sources[source]?.catchUp(with: model)
      try await sources[source]?.lookBack(to: model.oldest, model)
    }
    try await reopen()
    for source in ProgramSource.allCases { try await compare(source) }
    try await close()
  }

  private func model(_ source: ProgramSource) -> ListModel { models[source.list] ?? ListModel() }

  private func opened(_ source: ProgramSource) throws -> ProgramDataSource {
    guard let opened = sources[source] else { throw ProgramDivergence("nothing is open") }
    return opened
  }

  private mutating func compare(_ source: ProgramSource) async throws {
    let model = model(source)
    try await sources[source]?.compare(with: model)
  }

  // MARK: Steps

  private mutating func take(_ step: ProgramStep) async throws {
    number += 1
    let source = step.source
    switch step.action {
    case .change, .become, .count, .undo, .redo: try await apply([step.action], to: source)
    case .burst(let actions): try await apply(actions, to: source)
    case .race(let one, let other): try await race(one, other)
    case .elsewhere(let action): try elsewhere(action, source)
    case .failing(let call, let moment, let action):
      try await applyFailing(call, moment, action, to: source)
    case .reload, .layout: try await refresh(step.action, source)
    case .scroll(let offset, let length):
      guard source == .scrolled else { return }
      let list = try opened(source).list
      list.setViewport(.init(offset: Double(offset), length: Double(length)))
      await list.workingRangeIsBuilt()
    case .lookBack(let count):
      let model = model(source)
      let reach = model.revision - model.oldest + 1
      try await opened(source).lookBack(to: model.revision - count % reach, model)
      try opened(source).lookBeyondJournal(model)
    case .catchUp:
      let model = model(source)
      try await sources[source]?.catchUp(with: model)
    case .compact(let count): try compact(keeping: count, source)
    case .vacuum: try opened(source).store.vacuum()
    case .reopen: try await reopen()
    }
    for source in source.list.sources { try await compare(source) }
  }

  /// Queues actions one behind the other and awaits them all; each must have the outcome that the
  /// model gives it.
  private mutating func apply(_ actions: [ProgramAction], to source: ProgramSource) async throws {
    var queue = ProgramQueue(try opened(source).list, model(source), number: number)
    for action in actions { try queue.enqueue(action) }
    let outcomes = await queue.outcomes()
    for (index, (found, expected)) in zip(outcomes, queue.verdicts).enumerated()
    where found != expected {
      throw ProgramDivergence("action \(index) of the step was \(found), not \(expected)")
    }
    models[source.list] = queue.model
    logs[source.list, default: []] += queue.log
  }

  /// Does something while a call of storage fails: then it is done whole or not at all, and the list
  /// goes on.
  private mutating func applyFailing(
    _ call: FaultyStorage.Call, _ moment: FaultyStorage.Moment, _ action: ProgramAction,
    to source: ProgramSource
  ) async throws {
    let opened = try opened(source)
    opened.faults.fail(call, moment)
    var queue = ProgramQueue(opened.list, model(source), number: number)
    do {
      try queue.enqueue(action)
    } catch let divergence as ProgramDivergence {
      opened.faults.heal()
      throw divergence
    }
    let outcomes = await queue.outcomes()
    opened.faults.heal()
    guard let found = outcomes.first, let expected = queue.verdicts.first else { return }
    if case .refused(let refusal) = found, refusal.isStorageFailure { return }
    guard found == expected else {
      throw ProgramDivergence("the action was \(found), not \(expected)")
    }
    models[source.list] = queue.model
    logs[source.list, default: []] += queue.log
  }

  /// Both data sources of a list apply a changeset at once. One may come too late; what is applied is
  /// applied in the order of its revisions.
  private mutating func race(_ one: ProgramEdit, _ other: ProgramEdit) async throws {
    let model = model(.first)
    var queues: [ProgramQueue] = []
    for (source, edit) in [(ProgramSource.first, one), (.second, other)] {
      var queue = ProgramQueue(try opened(source).list, model, number: number)
      try queue.enqueue(.change(edit))
      queues.append(queue)
    }
    var winners: [(revision: Revision, edit: ProgramEdit, log: [ChangesetLogEntry])] = []
    for (queue, edit) in zip(queues, [one, other]) {
      if let revision = await queue.firstRevision() {
        winners.append((revision, edit, queue.log))
        continue
      }
      switch await queue.outcomes().first {
      // The other one came first, before this one was queued or after.
      case .refused(.outdated), .refused(.invalid): break
      case let verdict:
        throw ProgramDivergence(
          "of two changesets at once one was \(verdict.map { "\($0)" } ?? "not taken")")
      }
    }
    winners.sort { $0.revision < $1.revision }
    guard !winners.isEmpty else {
      throw ProgramDivergence("of two changesets at once none was applied")
    }
    for (index, winner) in winners.enumerated() {
      guard winner.revision == model.revision + 1 + index else {
        throw ProgramDivergence("one of two changesets at once is revision \(winner.revision)")
      }
      // Made for the list as it was before both.
      let made = ProgramEdit(
        winner.edit.number, winner.edit.parts.fitted(to: model.now.contents.counts),
        isFitted: false)
      guard models[.shared]?.take(.change(made)) == .applied(revisionCount: 1) else {
        throw ProgramDivergence("one of two changesets at once was applied, and does not fit")
      }
      logs[.shared, default: []] += winner.log
    }
  }

  private mutating func elsewhere(_ action: ProgramAction, _ source: ProgramSource) throws {
    guard source.list.isShared else { return }
    var model = model(source)
    let verdict = model.take(action)
    let list = source.list.rawValue
    let arguments: [String]
    switch action {
    case .change(let edit, _):
      let changeset = edit.changeset(for: self.model(source).now.contents.counts)
      let entry = ChangesetLogEntry.changeset(LoggedChangeset(changeset, group: edit.group))
      guard edit.counters.isEmpty, verdict == .applied(revisionCount: 1) else { return }
      let log = try folder.write(
        ProgramLog.text([entry], name: "elsewhere"), to: "elsewhere.jsonl")
      arguments = ["replay", log, "--db", path, "--list", list, "--output", "none"]
      logs[source.list, default: []].append(entry)
    case .undo: arguments = ["undo", path, "--list", list, "--output", "none"]
    case .redo: arguments = ["redo", path, "--list", list, "--output", "none"]
    default: return
    }
    if verdict.isRefusal { return }
    let child = try ChildProgram("roster", arguments)
    _ = try child.lines()
    guard child.process.terminationReason == .exit, child.process.terminationStatus == 0 else {
      throw ProgramDivergence(
        "roster \(arguments[0]) ended with \(child.process.terminationStatus)")
    }
    models[source.list] = model
    switch action {
    case .undo: logs[source.list, default: []].append(.undo)
    case .redo: logs[source.list, default: []].append(.redo)
    default: break
    }
  }

  /// Reloads or lays out anew; that is a revision only if states begin with it.
  private mutating func refresh(_ action: ProgramAction, _ source: ProgramSource) async throws {
    let list = try opened(source).list
    let pending =
      switch action {
      case .layout(let width) where source == .scrolled:
        try list.reconfigure(.layout(.program(width: width)))
      case .reload(let section?) where section < model(source).now.contents.sections.count:
        try list.reload(.section(section))
      default: try list.reload()
      }
    guard let batch = try await pending.value.batch, batch.causes.contains(.change) else { return }
    let counts = batch.states.compactMap { $0.state?.programCount }
    guard batch.target.revision == model(source).revision + 1, counts.allSatisfy({ $0 == 0 }) else {
      throw ProgramDivergence("a reload changes the states \(batch.states)")
    }
    models[source.list]?.passRevision()
  }

  private mutating func compact(keeping count: Int, _ source: ProgramSource) throws {
    let opened = try opened(source)
    var model = model(source)
    // The other data sources of the list are at its revision.
    model.compact(keeping: count, slowest: opened.slowestRevision)
    let result = try opened.list.compact(JournalRetention(revisionCountMax: count))
    guard result.oldestRevision == model.oldest else {
      throw ProgramDivergence(
        "a compaction leaves revision \(result.oldestRevision), not \(model.oldest)")
    }
    models[source.list] = model
  }
}

/// What a run has found, and where.
package struct ProgramFailure: Error {
  /// The number of the step.
  package var step: Int
  /// What the lists and their models disagree about.
  package var what: String
  /// What was done before to each list, as far as a log can say it.
  package var logs: [ProgramListName: [ChangesetLogEntry]]
}
