/// The commits of an application's work in its database.
struct ApplicationRecording: Sendable {
  private(set) var commits: CommittedContents<ApplicationContents>
  /// The number of operations when the rows were written that the list of the table follows.
  private var beganWriting = 0

  init(_ disk: SimulatedDisk) { commits = CommittedContents(disk, from: ApplicationContents()) }

  /// Performs a step, and notes its commits.
  mutating func perform(
    _ step: ApplicationStep, in session: inout ApplicationSession
  ) async throws {
    var begun = commits.disk.operationCount
    switch step {
    case .writeRows, .writeWithoutNotes: beganWriting = begun
    // The list may have begun to follow before it was asked to.
    case .follow: begun = beganWriting
    default: break
    }
    try await session.perform(step)
    let span = CommitSpan(begun: begun, acknowledged: commits.disk.operationCount)
    for found in try session.contents(after: step, from: commits.last) { commits.note(found, span) }
    guard step == .follow else { return }
    if let difference = try await session.difference() { throw BrokenPromise(difference) }
  }
}
