import RosterTestKit
import Testing

/// The feed is killed, and comes back with every row as it was.
struct FeedCrashTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "feed.sqlite")
  }

  private func shown() async throws -> [String] {
    let outcome = try await RosterProgram.feed("--database", path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return outcome.lines.map(String.init)
  }

  private func storedRevision() async throws -> Int {
    let lists = try await RosterProgram.run("lists", path)
    let words = lists.output.split(separator: " ")
    return try #require(words.count > 2 ? Int(words[2]) : nil, "\(lists.output)\(lists.errors)")
  }

  @Test func killedFeedShowsWhatItHasShown() async throws {
    var rows = NaiveFeed()
    let feed = try RunningFeed(database: path)
    try feed.say(rows.like(2))
    try feed.expectLine(beginning: "revision 2")
    try feed.say(rows.more(1))
    try feed.say(rows.move(2, to: 1))
    try feed.expectLine(beginning: "revision 4")
    feed.kill()
    #expect(try await shown() == rows.lines)
  }

  /// Whatever was shown is there, in order; what was not may be there.
  @Test(.timeLimit(.minutes(10)), arguments: [1, 2] as [UInt64])
  func feedThatIsKilledAtAnyMomentHasDoneTheFirstInstructionsAndNoPartOfOthers(
    seed: UInt64
  ) async throws {
    var random = SplitMix64(seed: seed)
    var rows = NaiveFeed()
    var revision = 1
    for _ in 0..<8 {
      let feed = try RunningFeed(database: path)
      var possible = [rows]
      for _ in 0..<1 + random.index(below: 12) {
        try feed.say(rows.random(&random))
        possible.append(rows)
      }
      // Some are waited for, so that not all are killed at the start.
      let awaited = random.index(below: possible.count)
      if awaited > 0 { try feed.expectLine(beginning: "revision \(revision + awaited)") }
      let told = feed.killAndReadRevisions().last ?? revision + awaited
      let lines = try await shown()
      let stored = try await storedRevision()
      #expect(stored >= told, "seed \(seed)")
      rows = try #require(
        possible.indices.contains(stored - revision) ? possible[stored - revision] : nil)
      #expect(lines == rows.lines, "seed \(seed)")
      revision = stored
    }
    let check = try await RosterProgram.run("check", path)
    #expect(check.exitCode == 0, "\(check.output)")
  }
}
