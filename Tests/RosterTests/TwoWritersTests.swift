import Foundation
import Roster
import RosterTestKit
import RosterTestSupport
import Testing

/// Two processes write one list as fast as they can, and are killed at random.
///
/// `Tools/soak` runs it at the size that the promise is about, or at any other.
@Suite("Two writing processes", .serialized)
struct TwoWritersTests {
  private static let count = number("ROSTER_WRITER_COUNT") ?? 200
  private static let killCount = number("ROSTER_WRITER_KILLS") ?? 10
  private static let seeds = Array(1...UInt64(number("ROSTER_WRITER_SEEDS") ?? 2))

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test(arguments: seeds)
  func bothEndEqualAndNothingAcknowledgedIsLost(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "list.sqlite")
    var pair = WriterPair(path: path, count: Self.count, seed: seed)
    try pair.run(killCount: Self.killCount)
    let store = try SQLiteStore(path: path)
    #expect(try store.check() == [], "seed \(seed)")
    try pair.compare(with: #require(try store.list(named: "main", create: false)))
    #expect(pair.problems == [], "seed \(seed)")
    try store.close()
  }
}
