import Foundation
import Roster
import RosterNavigation
import RosterTestKit
import Testing

@testable import RosterChild

/// A process that navigates without pause is killed again and again.
@Suite("Crashes in the middle of navigations", .serialized)
struct NavigationCrashTests {
  @Test(arguments: 1...4)
  func stateIsTheLastAcknowledgedOneAndBackWorks(seed: UInt64) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "photos.sqlite")
    var random = SplitMix64(seed: seed)
    var acknowledgedCount = 0
    for round in 0..<10 {
      let durability: SQLiteConfiguration.Durability = round.isMultiple(of: 2) ? .full : .normal
      let child = try ChildProgram(.navigation, [path, durability.rawValue])
      child.wait(forLines: 1 + random.index(below: 60))
      child.kill()
      let lines = try child.lines()
      let what: Comment = "seed \(seed), round \(round)"
      #expect(try SQLiteStore(path: path).check(journalTail: 20) == [], what)
      let navigator = try NavigationChild.navigator(path, .normal)
      let state = try navigator.state
      for line in lines {
        let words = line.split(separator: " ", maxSplits: 2).map(String.init)
        let revision = try #require(Int(words[1]), what)
        // Each acknowledged state can be read again at its revision.
        let known = try NavigationContents(navigator.list.snapshot(at: revision))
        let found = NavigationState(known, tabs: PhotoRoute.tabs)
        #expect(NavigationChild.description(of: found) == words[2], what)
        // At most the operation that was under way comes after the last one.
        if line == lines.last {
          #expect(0...1 ~= navigator.list.snapshot.revision - revision, what)
        }
        acknowledgedCount += 1
      }
      if state.chain.count > 1 {
        let chain = try await navigator.perform(.back).chain
        #expect(chain == state.chain.dropLast(), what)
        #expect(try await navigator.undo() == state, what)
      }
      await navigator.list.close()
    }
    #expect(acknowledgedCount > 10, "the process never came so far")
  }
}
