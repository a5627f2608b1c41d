import RosterComponentLists
internal import RosterConcurrency
package import RosterCore
import RosterEngine
import RosterJSON
package import RosterLog
import RosterSchedule
import RosterStore
import RosterTestKit
import RosterTestSupport
import RosterTesting

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
  /// - Parameters:
  ///   - wrapping: Stands before the storage of a list.
  ///   - schedule: The seed of a schedule, which decides what runs when; `nil` to run on threads.
  /// - Returns: What the lists and the models disagree about, `nil` if they agree.
  package static func failure(
    of program: Program, wrapping: @escaping Wrapping = { $0 }, schedule: UInt64? = nil
  ) async -> ProgramFailure? {
    guard let schedule else { return await failure(of: program, wrapping) }
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
      return ProgramFailure(step: 0, what: "this system has no task executors", logs: [:])
    }
    do {
      return try SeededSchedule(seed: schedule).run {
        await failure(of: program) { storage in
          let wrapped = wrapping(storage)
          return SeededSchedule.current.map { InterleavedStorage(wrapped, $0) } ?? wrapped
        }
      }
    } catch {
      return ProgramFailure(step: program.steps.count, what: "\(error)", logs: [:])
    }
  }

  private static func failure(
    of program: Program, _ wrapping: @escaping Wrapping
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

  /// With a clock that jumps at every commit, by up to half a century: nothing may depend on it.
  private var configuration: SQLiteConfiguration {
    var configuration = SQLiteConfiguration()
    let random = Guarded(SplitMix64(seed: UInt64(number)))
    configuration.clock = { random.withLock { Int.random(in: 0..<1_600_000_000_000, using: &$0) } }
    return configuration
  }

  private mutating func open() throws {
    let store = try SQLiteStore(path: path, configuration: configuration)
    for source in ProgramSource.allCases {
      let store =
        source == .second ? try SQLiteStore(path: path, configuration: configuration) : store
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
      await list.waitForWorkingRange()
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

  /// Does something while a call of storage fails. What was queued up to some action is done, and
  /// nothing after it, until the list is resumed.
  private mutating func applyFailing(
    _ call: FaultyStorage.Call, _ moment: FaultyStorage.Moment, _ action: ProgramAction,
    to source: ProgramSource
  ) async throws {
    let opened = try opened(source)
    let actions = if case .burst(let actions) = action { actions } else { [action] }
    opened.faults.fail(call, moment)
    defer { opened.faults.heal() }
    var queue = ProgramQueue(opened.list, model(source), number: number)
    for action in actions { try queue.enqueue(action) }
    let outcomes = await queue.outcomes()
    var done = ProgramQueue.Done(model: model(source))
    for (index, (found, expected)) in zip(outcomes, queue.verdicts).enumerated() {
      if case .refused(let refusal) = found, refusal.isStorageFailure {
        let late = outcomes[index...].filter { !$0.isRefusal }
        guard late.isEmpty else {
          throw ProgramDivergence("action \(index) failed in storage, and \(late) came after it")
        }
        try await resume(opened, at: done.model.revision)
        break
      }
      guard found == expected else {
        throw ProgramDivergence("action \(index) of the step was \(found), not \(expected)")
      }
      done.take(actions[index])
    }
    guard opened.list.suspension == nil else {
      throw ProgramDivergence("the list is suspended, and nothing has failed in storage")
    }
    models[source.list] = done.model
    logs[source.list, default: []] += done.log
  }

  /// Takes changes again after a failure of storage, which the list must know of.
  private func resume(_ opened: ProgramDataSource, at revision: Revision) async throws {
    guard let suspension = opened.list.suspension else {
      throw ProgramDivergence("something has failed in storage, and the list is not suspended")
    }
    guard suspension.revision == revision + 1 else {
      throw ProgramDivergence(
        "the list is suspended before revision \(suspension.revision), not \(revision + 1)")
    }
    do {
      _ = try await opened.list.apply(Changeset())
      throw ProgramDivergence("a suspended list takes changes")
    } catch DataSourceError.suspended {
      guard opened.list.resume(after: suspension) else {
        throw ProgramDivergence("a suspended list is not resumed")
      }
    }
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

  /// Another process, which knows no components, does something to the shared list.
  private mutating func elsewhere(_ action: ProgramAction, _ source: ProgramSource) throws {
    let former = model(source)
    var done = ProgramQueue.Done(model: former)
    guard source.list.isShared, !done.take(action).isRefusal,
      // It does not end the states of a header that is not made any more.
      !done.model.hasLostSectionModel(since: former.now.contents)
    else { return }
    let list = ["--list", source.list.rawValue, "--output", "none"]
    let arguments: [String]
    switch action {
    case .change(let edit, _):
      guard edit.counters.isEmpty else { return }
      let log = try folder.write(
        ProgramLog.text(done.log, name: "elsewhere"), to: "elsewhere.jsonl")
      arguments = ["replay", log, "--db", path] + list
    case .undo: arguments = ["undo", path] + list
    case .redo: arguments = ["redo", path] + list
    default: return
    }
    // What does not end well is an error.
    _ = try ChildProgram("roster", arguments).lines()
    models[source.list] = done.model
    logs[source.list, default: []] += done.log
  }

  /// Reloads or lays out anew; that is a revision only if states begin with it.
  private mutating func refresh(_ action: ProgramAction, _ source: ProgramSource) async throws {
    let list = try opened(source).list
    let pending =
      switch action {
      case .layout(let width) where source == .scrolled:
        try list.enqueue(.configuration(.layout(.program(width: width))))
      case .reload(let section?) where section < model(source).now.contents.sections.count:
        try list.enqueue(.reload(.section(section)))
      default: try list.enqueue(.reload())
      }
    guard let batch = try await pending.value.batch, batch.causes.contains(.change) else { return }
    let counts = batch.itemStates.compactMap { $0.state?.programCount }
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
