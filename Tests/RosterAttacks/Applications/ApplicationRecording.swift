/// What the database of an application holds after each of its commits, which a disk has noted.
struct ApplicationRecording: Sendable {
  let disk: SimulatedDisk
  private(set) var spans: [CommitSpan] = []
  /// What there was before the first commit, and after each.
  private(set) var contents = [ApplicationContents()]
  /// The number of operations when the rows were written that the list of the table follows.
  private var beganWriting = 0

  init(_ disk: SimulatedDisk) { self.disk = disk }

  /// Performs a step, and notes its commits.
  mutating func perform(
    _ step: ApplicationStep, in session: inout ApplicationSession
  ) async throws {
    var begun = disk.operationCount
    switch step {
    case .writeRows, .writeWithoutNotes: beganWriting = begun
    // The list may have begun to follow before it was asked to.
    case .follow: begun = beganWriting
    default: break
    }
    try await session.perform(step)
    let acknowledged = disk.operationCount
    for found in try session.contents(after: step, from: contents[contents.count - 1])
    where found != contents.last {
      contents.append(found)
      spans.append(CommitSpan(begun: begun, acknowledged: acknowledged))
    }
    guard step == .follow else { return }
    if let difference = try await session.difference() { throw BrokenPromise(difference) }
  }
}
