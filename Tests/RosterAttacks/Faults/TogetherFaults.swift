internal import RosterCore
internal import RosterStore

/// What is done to lists of which two are kept together with a third one, and what they hold after each step without faults.
struct TogetherReference: Sendable {
  let steps: [TogetherStep]
  /// What is written before the first step, and after each.
  private(set) var written: [Written] = [Written(TogetherContents())]
  /// The numbers at each revision.
  private(set) var numbers: [Revision: [TogetherContents.Item]] = [:]

  /// The lists that are not derived: if another one is left behind, it follows by itself.
  struct Written: Hashable, Sendable {
    let numbers: TogetherContents.List?
    let others: TogetherContents.List?

    init(_ contents: TogetherContents) {
      numbers = contents.lists[.numbers]
      others = contents.lists[.others]
    }
  }

  /// Runs the steps.
  init(_ path: String, seed: UInt64) async throws {
    steps = TogetherStep.work(seed: seed, roundCount: 2)
    var session = TogetherSession(path: path, .full)
    var contents = TogetherContents()
    for step in steps {
      try await session.perform(step)
      contents = try session.contents() ?? contents
      if let broken = contents.brokenPromise() { throw BrokenPromise("\(step): \(broken)") }
      written.append(Written(contents))
      if let list = contents.lists[.numbers] { numbers[list.revision] = list.items }
    }
  }

  /// Whether a step writes what is not derived.
  func writes(_ index: Int) -> Bool { written[index] != written[index + 1] }
}

/// Lists of which two are kept together with a third one, into which faults are put. One that is not in a transaction of the
/// third one was left behind, which its listener is told, and shows an earlier revision until it has followed.
struct TogetherFaults: FaultSubject {
  private let reference: TogetherReference
  private let path: String
  private let isDivided: Bool
  private var session: TogetherSession
  /// Whether something is to be opened again before the next step.
  private var isClosed = false
  private var wasLeftBehind = false

  init(_ path: String, _ reference: TogetherReference, isDivided: Bool) {
    self.path = path
    self.reference = reference
    self.isDivided = isDivided
    session = TogetherSession(path: path, .full, isDivided: isDivided)
  }

  var steps: [TogetherStep] { reference.steps }

  mutating func perform(_ index: Int) async throws {
    if isClosed { try await reopen(before: index) }
    try await session.perform(steps[index])
    // What follows by itself may do so while it is looked at.
    guard !wasLeftBehind, let found = try session.contents(), found.brokenPromise() != nil else {
      return
    }
    // The listener has been told everything when the lists are closed.
    await close()
    try requireKept(TogetherContents(checking: path))
  }

  func isDone(_ index: Int) throws -> Bool {
    // A list may have been made and not opened.
    if case .openList = steps[index] { return false }
    return try reference.writes(index)
      && TogetherReference.Written(TogetherContents(checking: path)) == reference.written[index + 1]
  }

  mutating func close() async {
    do {
      try await session.perform(.close)
    } catch {
      // What has failed may keep the file from being closed; the connections go with the session.
    }
    wasLeftBehind = wasLeftBehind || session.wasLeftBehind
    session = TogetherSession(path: path, .full, isDivided: isDivided)
    isClosed = true
  }

  mutating func reopen(before index: Int) async throws {
    for step in TogetherStep.opened(before: index, of: steps) { try await session.perform(step) }
    isClosed = false
  }

  func resume() { session.resume() }

  func isPromised(_ error: any Error, of kind: FaultKind, in index: Int) -> Bool { false }

  /// Sees that each list is what its definition makes of the one below, or was left behind.
  ///
  /// - Parameter mayBeAlone: Whether the last change, and no earlier one, may be in the file without that of the lists.
  private func requireKept(_ found: TogetherContents, mayBeAlone: Bool = false) throws {
    let isTold = wasLeftBehind || session.wasLeftBehind
    let lagMax = isTold ? Int.max : mayBeAlone ? 1 : 0
    if let broken = found.brokenPromise(lagMax: lagMax, former: { reference.numbers[$0] }) {
      throw BrokenPromise(isTold ? broken : "\(broken), and no listener was told")
    }
  }

  func expectWhatIsLeft(at path: String, in index: Int) throws {
    let found = try TogetherContents(checking: path)
    let written = TogetherReference.Written(found)
    guard reference.written[index...index + 1].contains(written) else {
      throw BrokenPromise("there are \(found)")
    }
    // A commit that fails is made once more without the lists. If that fails as well, as with each call to synchronize, the
    // file may have it, as it may have any commit that has failed: the lists follow it when they are opened.
    let mayBeAlone = reference.writes(index) && written == reference.written[index + 1]
    try requireKept(found, mayBeAlone: mayBeAlone)
  }

  mutating func end() async throws {
    await close()
    let found = try TogetherContents(checking: path)
    guard TogetherReference.Written(found) == reference.written.last else {
      throw BrokenPromise("in the end there are \(found)")
    }
    try requireKept(found)
    // Opened again, they are together from the next change on.
    for step in TogetherStep.opening + [.change(1), .close] { try await session.perform(step) }
    if let broken = try TogetherContents(checking: path).brokenPromise() {
      throw BrokenPromise("opened again in the end, \(broken)")
    }
  }
}
