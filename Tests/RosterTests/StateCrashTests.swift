import Foundation
import Roster
import RosterComponents
import RosterTestKit
import Testing

@testable import RosterChild

/// A process whose rows change state without pause is killed again and again.
@Suite("Crashes of lists with states", .serialized)
struct StateCrashTests {
  /// What a list holds: the counts of the rows that are there.
  private typealias Counts = [ItemID: [String: Int]]

  /// What a process said it was told is done.
  private struct Acknowledged {
    var additions: [StateAddress: Int] = [:]
    var inserted: Set<ItemID> = []
    var removed: Set<ItemID> = []
    /// How often the counter in the header was added to.
    var raisedCount = 0

    init(_ lines: [String]) throws {
      for line in lines {
        let words = line.split(separator: " ")
        if words == ["raised"] {
          raisedCount += 1
          continue
        }
        let item = ItemID(rawValue: try #require(Int(words[1])))
        if words[0] == "added" {
          let address = StateAddress(item: item, scope: Counter.path(String(words[2])))
          additions[address, default: 0] += 1
        } else {
          removed.insert(item)
          inserted.insert(ItemID(rawValue: try #require(Int(words[2]))))
        }
      }
    }
  }

  /// Two hundred kills in all; a new file now and then, so that reading one stays quick.
  @Test(arguments: 1...10)
  func everyAcknowledgedUpdateSurvivesAndNothingIsHalfApplied(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "rows.sqlite")
    var random = SplitMix64(seed: seed)
    var counts: Counts = [:]
    var additionCount = 0
    var headerCount = 0
    var raisedCount = 0
    for round in 0..<20 {
      let durability: SQLiteConfiguration.Durability = round.isMultiple(of: 2) ? .full : .normal
      let moment = Double.random(in: 0..<0.16, using: &random)
      let child = try ChildProgram(.states, [path, durability.rawValue])
      // However busy the machine is, one process comes so far that something is acknowledged.
      if round == 0 { child.wait(forLines: 20) }
      Thread.sleep(forTimeInterval: moment)
      child.kill()
      let acknowledged = try Acknowledged(child.lines())
      let what: Comment = "seed \(seed), round \(round), killed after \(moment) s"
      let found = try Self.counts(path, what)
      expect(found, after: counts, acknowledged, what)
      additionCount += acknowledged.additions.values.reduce(0, +)
      counts = found
      // The one that was under way may have been committed.
      let header = try Self.headerCount(path)
      let told = headerCount + acknowledged.raisedCount
      #expect(header == told || header == told + 1, what)
      headerCount = header
      raisedCount += acknowledged.raisedCount
    }
    #expect(additionCount > 0 && raisedCount > 0, "nothing was ever added")
  }

  /// Reads a list as its process has left it, and sees that it agrees with itself.
  private static func counts(_ path: String, _ what: Comment) throws -> Counts {
    #expect(try SQLiteStore(path: path).check(journalTail: 20) == [], what)
    let list = try CounterRow.list(path, .normal)
    let scopes = Set(CounterRow.counters.map { Counter.path($0) })
    var counts: Counts = [:]
    guard list.snapshot.state.sectionCount > 0 else { return counts }
    for item in try list.snapshot.state.itemIDs(inSection: 0) {
      #expect(try Set(list.states(of: .item(item)).keys) == scopes, "\(item): \(what)")
      let tree = try #require(try list.output(of: item), what)
      for counter in CounterRow.counters {
        let state = tree.state(of: Counter.self, at: Counter.path(counter))
        counts[item, default: [:]][counter] = try #require(state, what).count
      }
    }
    return counts
  }

  /// The counter in the header, as the file has it and as it is shown.
  private static func headerCount(_ path: String) throws -> Int {
    let list = try CounterRow.list(path, .normal)
    guard let header = try list.supplement(.header(of: .index(0))) else { return 0 }
    let shown = header.output?.state(of: Counter.self, at: Counter.headerPath)?.count
    let stored = try list.states(of: .supplement(header.id))[Counter.headerPath]
    #expect(stored?.value == shown.map { .text("{\"count\":\($0)}") })
    return shown ?? 0
  }

  private func expect(
    _ found: Counts, after former: Counts, _ acknowledged: Acknowledged, _ what: Comment
  ) {
    // The process may have been killed between an exchange and its word; that one may have removed
    // what was inserted before.
    let missing = acknowledged.inserted.subtracting(acknowledged.removed).subtracting(found.keys)
    #expect(missing.count <= 1, what)
    #expect(acknowledged.removed.isDisjoint(with: found.keys), what)
    var unacknowledgedCount = 0
    for (item, counts) in found {
      for (counter, count) in counts {
        let address = StateAddress(item: item, scope: Counter.path(counter))
        let told = former[item]?[counter, default: 0] ?? 0
        let expected = told + acknowledged.additions[address, default: 0]
        #expect(count >= expected, "\(item), \(counter): \(what)")
        unacknowledgedCount += count - expected
      }
    }
    // Each writer may have been killed between the commit and its word.
    #expect(unacknowledgedCount <= StateChild.writerCount, what)
  }
}
