/// The commits of work with lists that are kept together.
struct TogetherRecording: Sendable {
  private(set) var commits: CommittedContents<TogetherContents>

  init(_ disk: SimulatedDisk) { commits = CommittedContents(disk, from: TogetherContents()) }

  /// Performs a step, and notes its commits.
  mutating func perform(_ step: TogetherStep, in session: inout TogetherSession) async throws {
    let begun = commits.disk.operationCount
    try await session.perform(step)
    let span = CommitSpan(begun: begun, acknowledged: commits.disk.operationCount)
    guard let found = try session.contents() else { return }
    var former = commits.last
    if case .openList(let name) = step, former.lists[name] == nil {
      // It is made in a transaction of its own.
      former.add(name)
      commits.note(former, span)
    }
    commits.note(found, span)
    if let broken = found.brokenPromise() { throw BrokenPromise("\(step): \(broken)") }
  }
}
