internal import GRDB
internal import RosterStore

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

/// An application with its rows and its lists, into which faults are put. A failure of its own statements has the code that
/// SQLite gives it without lists.
struct ApplicationFaults: FaultSubject {
  private let reference: ApplicationReference
  private let path: String
  private var session: ApplicationSession

  init(_ path: String, _ reference: ApplicationReference) {
    self.path = path
    self.reference = reference
    session = ApplicationSession(path: path, seed: reference.seed, .full)
  }

  var steps: [ApplicationStep] { reference.steps }

  mutating func perform(_ index: Int) async throws { try await session.perform(steps[index]) }

  func isDone(_ index: Int) throws -> Bool {
    guard reference.writes(index), let pool = session.pool else { return false }
    return try ApplicationContents(pool, nil).transactionCount
      == reference.written[index + 1].transactionCount
  }

  mutating func close() async {
    do {
      try await session.perform(.close)
    } catch {
      // What has failed may keep the database from being closed; the connections go with the session.
    }
    session = ApplicationSession(path: path, seed: reference.seed, .full)
  }

  mutating func reopen(before index: Int) async throws {
    for step in ApplicationStep.opened(before: index, of: steps) { try await session.perform(step) }
  }

  func resume() { session.resume() }

  func isPromised(_ error: any Error, of kind: FaultKind, in index: Int) -> Bool {
    guard let error = error as? DatabaseError else { return false }
    // Opening and closing the pool is GRDB's.
    return steps[index] == .open || steps[index] == .close
      || kind.resultCodes.contains(error.resultCode.rawValue)
  }

  func expectWhatIsLeft(at path: String, in index: Int) throws {
    let found = try ApplicationContents(checking: path)
    guard reference.written[index...index + 1].contains(found.written) else {
      throw BrokenPromise("\(found), of which \(found.written) is written")
    }
  }

  mutating func end() async throws {
    let found = try ApplicationContents(checking: path)
    guard found.written == reference.written.last else {
      throw BrokenPromise("in the end: \(found), of which \(found.written) is written")
    }
    for step in ApplicationStep.opening { try await session.perform(step) }
    if let difference = try await session.difference() {
      throw BrokenPromise("in the end \(difference)")
    }
  }
}
