import Foundation
import Roster
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

  private static let names = ["one", "two"]

  private func start(_ name: String, _ path: String, seed: UInt64) throws -> ChildProgram {
    try ChildProgram(
      "RosterWriterChild",
      [path, name, "\(Self.count)", "\(seed)", "\(Self.count * Self.names.count)"])
  }

  @Test(arguments: seeds)
  func bothEndEqualAndNothingAcknowledgedIsLost(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "list.sqlite")
    var random = SplitMix64(seed: seed)
    var running: [String: ChildProgram] = [:]
    var acknowledged: [String: Int] = [:]
    for name in Self.names { running[name] = try start(name, path, seed: seed) }
    for round in 0..<Self.killCount {
      let what: Comment = "seed \(seed), kill \(round)"
      let name = Self.names[random.index(below: Self.names.count)]
      let child = try #require(running[name])
      // Somewhere in its share of the work of this round.
      child.wait(forLines: 1 + random.index(below: max(1, Self.count / Self.killCount)))
      Thread.sleep(forTimeInterval: Double.random(in: 0..<0.01, using: &random))
      child.kill()
      for line in try child.lines() {
        guard let number = Int(line) else {
          #expect(line.hasPrefix("end "), what)
          continue
        }
        // In order, and never one that was acknowledged before.
        #expect(number > acknowledged[name, default: 0], what)
        acknowledged[name] = number
      }
      running[name] = try start(name, path, seed: seed)
    }
    let ends = try Self.names.map { name in
      try #require(try running[name]?.lines().last, "seed \(seed), \(name)")
    }
    #expect(ends[0].hasPrefix("end \(Self.count * 2) "), "seed \(seed): \(ends)")
    #expect(ends[0] == ends[1], "seed \(seed)")
    let words = ends[0].split(separator: " ")
    #expect(words[2] == words[3], "seed \(seed): what was seen is not what the list is")
    try expectJournal(path, acknowledged, "seed \(seed)")
  }

  /// Every changeset of each process is in the journal once and in order, as is what was
  /// acknowledged.
  private func expectJournal(
    _ path: String, _ acknowledged: [String: Int], _ what: Comment
  ) throws {
    let store = try SQLiteStore(path: path)
    #expect(try store.check() == [], what)
    let list = try #require(try store.list(named: "main", create: false))
    var numbers: [String: [Int]] = [:]
    var revision = 0
    while true {
      let entries = try list.journal(after: revision, limit: 500)
      for entry in entries {
        let origin = try #require(entry.annotation.origin)
        numbers[origin, default: []].append(Int(entry.annotation.at ?? "") ?? 0)
      }
      revision += entries.count
      if entries.isEmpty { break }
    }
    #expect(revision == Self.count * Self.names.count, what)
    for name in Self.names {
      #expect(numbers[name] == Array(1...Self.count), what)
      #expect(acknowledged[name, default: 0] <= Self.count, what)
    }
    try store.close()
  }
}
