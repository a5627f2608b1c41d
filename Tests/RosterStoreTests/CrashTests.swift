import Foundation
import RosterCore
import RosterTestSupport
import Testing

@testable import RosterStore

/// A process that commits without pause is killed again and again.
@Suite("Crashes", .serialized)
struct CrashTests {
  /// The moments of a seed at which a process is killed, in seconds after its start.
  private static func moments(_ count: Int, below limit: Double, seed: UInt64) -> [Double] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in Double.random(in: 0..<limit, using: &random) }
  }

  /// Starts a process that writes, and kills it after a while.
  ///
  /// - Returns: The last revision that it has told us is committed.
  private func writeAndKill(
    _ path: String, _ durability: SQLiteConfiguration.Durability, seed: UInt64, after: Double
  ) throws -> Revision {
    let child = try ChildProgram(
      "RosterStoreChild", ["write", path, durability.rawValue, "\(seed)"])
    Thread.sleep(forTimeInterval: after)
    child.kill()
    return try child.lines().last.flatMap { Int($0) } ?? 0
  }

  /// Takes the naive list to a revision by the changesets of the seed.
  private func advance(
    _ naive: inout NaiveList<String, String>, to revision: Revision, seed: UInt64
  ) throws {
    while naive.revision < revision {
      naive = try naive.applying(
        .numbered(naive.revision + 1, seed: seed, counts: naive.counts))
    }
  }

  @Test(arguments: SQLiteConfiguration.Durability.allCases)
  func whatWasCommittedSurvivesAndNothingIsHalfThere(
    durability: SQLiteConfiguration.Durability
  ) throws {
    let folder = try TemporaryFolder()
    let seed: UInt64 = durability == .full ? 1 : 2
    var naive = NaiveList<String, String>()
    for (round, moment) in Self.moments(16, below: 0.2, seed: seed).enumerated() {
      let what: Comment = "seed \(seed), round \(round), killed after \(moment) s"
      var told = try writeAndKill(folder.path(), durability, seed: seed, after: moment)
      // Now and then the next process finds the log as the killed one has left it.
      if round % 4 == 0 {
        told = max(told, try writeAndKill(folder.path(), durability, seed: seed, after: moment))
      }
      let store = try SQLiteStore(path: folder.path())
      #expect(try store.check(journalTail: 30) == [], what)
      let list = try #require(try store.list(named: "main"))
      let state = try list.load()
      #expect(state.revision >= told, what)
      try advance(&naive, to: state.revision, seed: seed)
      let items = try (0..<state.sectionCount).map { try state.itemIDs(inSection: $0) }
      #expect(items.map { $0.map(\.rawValue) } == naive.itemIDs, what)
      #expect(try list.rows(of: state) == naive.rows, what)
    }
    #expect(naive.revision > 0, "nothing was ever written")
  }

  @Test func aCreationThatWasKilledIsMadeUpFor() throws {
    for (round, moment) in Self.moments(10, below: 0.08, seed: 3).enumerated() {
      let folder = try TemporaryFolder()
      let told = try writeAndKill(folder.path(), .full, seed: 3, after: moment)
      let store = try SQLiteStore(path: folder.path())
      let state = try #require(try store.list(named: "main")).load()
      #expect(state.revision >= told, "round \(round), killed after \(moment) s")
      #expect(try store.check() == [], "round \(round), killed after \(moment) s")
    }
  }
}
