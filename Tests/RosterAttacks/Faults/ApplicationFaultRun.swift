internal import GRDB
internal import RosterCore
internal import RosterEngine
internal import RosterStore
internal import RosterTestKit

/// What an application does with its rows and its lists, and what is written after each step without faults.
struct ApplicationReference: Sendable {
  let seed: UInt64
  let steps: [ApplicationStep]
  /// What is written before the first step, and after each.
  private(set) var written: [ApplicationContents.Written] = []

  /// Runs the steps.
  init(_ path: String, seed: UInt64) async throws {
    self.seed = seed
    steps = ApplicationStep.mixture(seed: seed)
    var session = ApplicationSession(path: path, seed: seed, .full)
    var contents = ApplicationContents()
    written.append(contents.written)
    for step in steps {
      try await session.perform(step)
      contents = try session.contents(after: step, from: contents).last ?? contents
      written.append(contents.written)
    }
  }

  /// Whether a step writes what is counted.
  func writes(_ index: Int) -> Bool {
    written[index].transactionCount != written[index + 1].transactionCount
  }
}

/// The steps of an application with one fault.
///
/// - A failure of its own statements has the code that SQLite gives it without lists, and one of a list is an error of
///   a promised kind.
/// - If the process ended at a failure, rows and lists would be what they were before the step or after it.
/// - Once the disk works again, the same lists go on, or ones that are opened anew do, to the same end.
struct ApplicationFaultRun {
  private let point: FaultPoint
  private let reference: ApplicationReference
  private let folder: TemporaryFolder
  private let disk: SimulatedDisk
  private var session: ApplicationSession
  /// Where steps have failed, by the number of operations of the disk.
  private var failures: [(operation: Int, index: Int)] = []
  private(set) var outcome = FaultAttack.Outcome()

  init(_ point: FaultPoint, _ reference: ApplicationReference) throws {
    self.point = point
    self.reference = reference
    folder = try TemporaryFolder()
    disk = try SimulatedDisk(folder: folder.path)
    session = Self.session(folder, reference)
  }

  private static func session(
    _ folder: TemporaryFolder, _ reference: ApplicationReference
  ) -> ApplicationSession {
    ApplicationSession(path: folder.path(of: "list.sqlite"), seed: reference.seed, .full)
  }

  /// Goes through the steps; what is found is in the outcome.
  mutating func toTheEnd() async {
    disk.fail(point.kind.diskFault(after: point.count, point.duration))
    do {
      for index in reference.steps.indices { try await perform(index) }
      mend()
      for failure in failures { try expectWhatIsLeft(failure.operation, failure.index) }
      try await end()
    } catch {
      outcome.finding = "\(point): \(error)"
    }
    mend()
    await close()
  }

  private mutating func mend() {
    outcome.faultCount += disk.faultCount
    disk.fail(nil)
  }

  private mutating func close() async {
    do {
      try await session.perform(.close)
    } catch {
      // What has failed may keep the database from being closed; the connections go with the session.
    }
    session = Self.session(folder, reference)
  }

  // MARK: Steps

  /// Does a step: if it fails, once more on a disk that works, and then with everything opened anew.
  private mutating func perform(_ index: Int) async throws {
    let step = reference.steps[index]
    for attempt in 0... {
      do {
        if attempt == 2 { try await reopen(before: index) }
        if attempt > 0, try isDone(index) { return }
        try await session.perform(step)
        return
      } catch {
        guard attempt < 2 else { throw BrokenPromise("\(step) goes on failing: \(error)") }
        if attempt == 0 { failures.append((disk.operationCount, index)) }
        try judge(error, step)
        mend()
        session.resume()
      }
    }
  }

  /// Whether a step has been committed although it has failed.
  private func isDone(_ index: Int) throws -> Bool {
    guard reference.writes(index), let pool = session.pool else { return false }
    return try ApplicationContents(pool, nil).transactionCount
      == reference.written[index + 1].transactionCount
  }

  private mutating func reopen(before index: Int) async throws {
    await close()
    for step in ApplicationStep.opened(before: index, of: reference.steps) {
      try await session.perform(step)
    }
  }

  // MARK: Judging

  /// Sees that an error is one that was promised.
  private mutating func judge(_ error: any Error, _ step: ApplicationStep) throws {
    if case .storage(let error)? = error as? DataSourceError { outcome.errors.append(error.code) }
    if let error = error as? StorageError { outcome.errors.append(error.code) }
    guard outcome.faultCount + disk.faultCount > 0, isPromised(error, step) else {
      throw BrokenPromise("\(step): \(error)")
    }
  }

  private func isPromised(_ error: any Error, _ step: ApplicationStep) -> Bool {
    switch error {
    case let error as DatabaseError:
      // Opening and closing the pool is GRDB's.
      step == .open || step == .close
        || point.kind.resultCodes.contains(error.resultCode.rawValue)
    case let error as StorageError: point.kind.promised.union([.stale]).contains(error.code)
    case DataSourceError.storage(let error): isPromised(error, step)
    // The list of the table has followed by itself, and has met the fault.
    case DataSourceError.suspended(let suspension): isPromised(suspension.cause, step)
    case DataSourceError.thrown(let error): isPromised(error, step)
    default: false
    }
  }

  /// Looks at what would be left if the process had ended where a step has failed.
  private func expectWhatIsLeft(_ operation: Int, _ index: Int) throws {
    let image = try disk.replay().image(PowerCut(after: operation, .kept))
    let copy = try TemporaryFolder()
    try image.write(to: copy.path)
    let found = try ApplicationContents(checking: copy.path(of: "list.sqlite"))
    guard reference.written[index...index + 1].contains(found.written) else {
      throw BrokenPromise(
        "\(reference.steps[index]), and the process ended: \(found), of which \(found.written) is written"
      )
    }
  }

  /// Sees that everything is as without the fault.
  private mutating func end() async throws {
    let found = try ApplicationContents(checking: session.path)
    guard found.written == reference.written.last else {
      throw BrokenPromise("in the end: \(found), of which \(found.written) is written")
    }
    for step in ApplicationStep.opening { try await session.perform(step) }
    if let difference = try await session.difference() {
      throw BrokenPromise("in the end \(difference)")
    }
  }
}
