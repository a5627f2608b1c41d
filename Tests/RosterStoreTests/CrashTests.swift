import Foundation
import RosterCore
import RosterTestKit
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
  /// - Parameters:
  ///   - count: How many commits are waited for first.
  ///   - after: How many seconds then.
  /// - Returns: The last revision that it has told us is committed.
  private func writeAndKill(
    _ path: String, _ durability: SQLiteConfiguration.Durability, _ history: NumberedHistory,
    commits count: Int = 0, after: Double
  ) throws -> Revision {
    let child = try ChildProgram(
      .store,
      ["write", path, durability.rawValue, history.kind.rawValue, "\(history.seed)"])
    child.wait(forLines: count)
    Thread.sleep(forTimeInterval: after)
    child.kill()
    return try child.lines().last.flatMap { Int($0) } ?? 0
  }

  @Test(arguments: SQLiteConfiguration.Durability.allCases)
  func whatWasCommittedSurvivesAndNothingIsHalfThere(
    durability: SQLiteConfiguration.Durability
  ) throws {
    let folder = try TemporaryFolder()
    let seed: UInt64 = durability == .full ? 1 : 2
    let history = NumberedHistory(.lists, seed: seed)
    var expected = NumberedHistoryModel(history)
    for (round, moment) in Self.moments(16, below: 0.2, seed: seed).enumerated() {
      let what: Comment = "seed \(seed), round \(round), killed after \(moment) s"
      // The first ones may be killed before they have written anything, the others not: a process
      // may need longer for its start than all these moments together.
      let count = max(0, 3 * (round - 8))
      var told = try writeAndKill(
        folder.path(), durability, history, commits: count, after: moment)
      // Now and then the next process finds the log as the killed one has left it.
      if round % 4 == 0 {
        told = max(told, try writeAndKill(folder.path(), durability, history, after: moment))
      }
      let store = try SQLiteStore(path: folder.path())
      #expect(try store.check(journalTail: 30) == [], what)
      let list = try #require(try store.list(named: "main"))
      let state = try list.load()
      #expect(state.revision >= told, what)
      try expected.advance(to: state.revision)
      let items = try (0..<state.sectionCount).map { try state.itemIDs(inSection: $0) }
      #expect(items.map { $0.map(\.rawValue) } == expected.naive.itemIDs, what)
      #expect(try list.rows(of: state) == expected.naive.rows, what)
      #expect(try expected.difference(from: list, at: [state.revision, told / 2]) == nil, what)
    }
    #expect(expected.naive.revision > 0, "nothing was ever written")
    #expect(expected.states.countMax > 0, "no state was ever written")
  }

  /// Ten processes write each file, one after the other.
  @Test func everyStateThatWasAcknowledgedSurvivesTwoHundredKills() throws {
    for seed in 0..<20 as Range<UInt64> {
      let folder = try TemporaryFolder()
      let history = NumberedHistory(.states, seed: seed)
      var expected = NumberedHistoryModel(history)
      for (round, moment) in Self.moments(10, below: 0.004, seed: seed).enumerated() {
        let what: Comment = "seed \(seed), round \(round), killed after \(moment) s"
        let told = try writeAndKill(
          folder.path(), .normal, history, commits: round, after: moment)
        let store = try SQLiteStore(path: folder.path())
        #expect(try store.check(journalTail: 30) == [], what)
        let list = try #require(try store.list(named: "main"))
        let revision = try list.load().revision
        #expect(revision >= told, what)
        #expect(told >= expected.naive.revision + round, what)
        try expected.advance(to: revision)
        #expect(try expected.difference(from: list, at: [revision, told]) == nil, what)
      }
    }
  }

  @Test func aCompactionThatIsKilledLeavesTheFileSound() throws {
    for seed in 0..<4 as Range<UInt64> {
      let folder = try TemporaryFolder()
      let history = NumberedHistory(.lists, seed: seed)
      var expected = NumberedHistoryModel(history)
      for (round, moment) in Self.moments(10, below: 0.03, seed: seed).enumerated() {
        let what: Comment = "seed \(seed), round \(round), killed after \(moment) s"
        let child = try ChildProgram(
          .store, ["compact", folder.path(), history.kind.rawValue, "\(seed)"])
        child.wait(forLines: 30)
        Thread.sleep(forTimeInterval: moment)
        child.kill()
        let told = try child.lines().last.flatMap { Int($0) } ?? 0
        let store = try SQLiteStore(path: folder.path())
        #expect(try store.check(journalTail: 30) == [], what)
        let list = try #require(try store.list(named: "main"))
        let state = try list.load()
        #expect(state.revision >= told, what)
        let oldest = try list.oldestRevision()
        #expect(oldest > 0 && oldest <= state.revision - 20, what)
        try expected.advance(to: state.revision)
        #expect(try list.rows(of: state) == expected.naive.rows, what)
        #expect(try expected.difference(from: list, at: [state.revision, oldest]) == nil, what)
      }
    }
  }

  @Test func aCreationThatWasKilledIsMadeUpFor() throws {
    for (round, moment) in Self.moments(10, below: 0.08, seed: 3).enumerated() {
      let folder = try TemporaryFolder()
      let history = NumberedHistory(.lists, seed: 3)
      let told = try writeAndKill(folder.path(), .full, history, after: moment)
      let store = try SQLiteStore(path: folder.path())
      let state = try #require(try store.list(named: "main")).load()
      #expect(state.revision >= told, "round \(round), killed after \(moment) s")
      #expect(try store.check() == [], "round \(round), killed after \(moment) s")
    }
  }
}
