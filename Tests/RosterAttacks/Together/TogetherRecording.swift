/// What a file holds of lists that are kept together after each of its commits, which a disk has noted.
struct TogetherRecording: Sendable {
  let disk: SimulatedDisk
  private(set) var spans: [CommitSpan] = []
  /// What there was before the first commit, and after each.
  private(set) var contents = [TogetherContents()]

  init(_ disk: SimulatedDisk) { self.disk = disk }

  /// Performs a step, and notes its commits.
  mutating func perform(_ step: TogetherStep, in session: inout TogetherSession) async throws {
    let begun = disk.operationCount
    try await session.perform(step)
    let acknowledged = disk.operationCount
    guard let found = try session.contents() else { return }
    var former = contents[contents.count - 1]
    if case .openList(let name) = step, former.lists[name] == nil {
      // It is made in a transaction of its own.
      former.add(name)
      note(former, begun, acknowledged)
    }
    note(found, begun, acknowledged)
    if let broken = found.brokenPromise() { throw BrokenPromise("\(step): \(broken)") }
  }

  private mutating func note(_ found: TogetherContents, _ begun: Int, _ acknowledged: Int) {
    if found == contents.last { return }
    contents.append(found)
    spans.append(CommitSpan(begun: begun, acknowledged: acknowledged))
  }
}
