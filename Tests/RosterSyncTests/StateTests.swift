import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterLog
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterSync

/// States of components that come to other devices.
@Suite struct StateTests {
  /// A hub with the items "a", "b" and "c", and two devices that have them.
  private struct Group {
    let files: SyncFiles
    let hub: TextHub
    var one: TextDevice
    var two: TextDevice

    init(_ files: SyncFiles, states: SyncedStates = .ofRows) throws {
      self.files = files
      hub = try files.hub()
      one = try files.device("one", states: states)
      two = try files.device("two", states: states)
      try one.list.applySynchronously(.section("abc"))
      try synchronize()
    }

    mutating func synchronize() throws {
      try one.synchronize(with: hub)
      try two.synchronize(with: hub)
      try one.synchronize(with: hub)
    }

    /// The states that synchronize, of the hub and both devices: the same, or a failure.
    func states() throws -> [LoggedState] {
      let states = try hub.list.snapshot.syncedStates()
      for device in [one, two] {
        #expect(try device.list.snapshot.syncedStates() == states)
        #expect(try device.hubStates() == states)
        #expect(try device.damage() == nil)
      }
      return states
    }
  }

  private static func with(
    states: SyncedStates = .ofRows, _ body: (inout Group) throws -> Void
  ) throws {
    try SyncFiles.with { files in
      var group = try Group(files, states: states)
      try body(&group)
    }
  }

  private static func state(_ item: Int, _ scope: ScopePath, _ value: JSONValue) -> LoggedState {
    LoggedState(item: ItemPath(section: 0, item: item), scope: scope, JSONState(value))
  }

  @Test func aStateComesToOtherDevicesInOneBatch() throws {
    try Self.with { group in
      _ = group.one.takeOutcomes()
      try group.one.list.write(["text": "x"], .draft, of: .path(ItemPath(section: 0, item: 1)))
      let revision = group.one.list.snapshot.revision
      #expect(try group.one.hasPendingChanges)
      try group.one.list.applySynchronously(.move(1, to: 0))
      try group.one.synchronize(with: group.hub)
      let before = group.two.list.snapshot
      try group.two.synchronize(with: group.hub)
      #expect(try group.states() == [Self.state(0, .draft, ["text": "x"])])
      #expect(group.two.list.snapshot.revision == before.revision + 1)
      #expect(
        group.one.takeOutcomes().prefix(1) == [SyncOutcome(revision: revision, kind: .confirmed)])
    }
  }

  @Test func aStateOfAnItemThatTheHubDoesNotHaveYetGoesWithIt() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one", states: .ofRows)
      try one.list.applySynchronously(.section("abc"))
      try one.list.write(["1"], .marks, of: .path(ItemPath(section: 0, item: 2)))
      try one.synchronize(with: hub)
      #expect(one.takeOutcomes().map(\.kind) == [.confirmed, .confirmed])
      #expect(try hub.list.snapshot.syncedStates() == [Self.state(2, .marks, ["1"])])
      #expect(try one.list.snapshot.syncedStates() == [Self.state(2, .marks, ["1"])])
    }
  }

  @Test func theLastWriterInTheOrderOfTheHubWins() throws {
    try Self.with { group in
      try group.one.list.write(["text": "one"], .draft)
      try group.two.list.write(["text": "two"], .draft)
      try group.two.synchronize(with: group.hub)
      try group.synchronize()
      #expect(try group.states() == [Self.state(0, .draft, ["text": "one"])])
    }
  }

  @Test func aStateOfAnItemThatIsRemovedAndTakenBackMeanwhileIsThatOfTheHub() throws {
    try Self.with { group in
      try group.one.list.applySynchronously(.remove(0))
      try group.one.list.applySynchronously(.undo())
      try group.two.list.write(["text": "two"], .draft)
      try group.two.synchronize(with: group.hub)
      let answer = try group.hub.answer(group.one.request(sendsChanges: false))
      _ = try group.one.integrate(answer: answer)
      #expect(try group.one.hubStates() == group.hub.list.snapshot.syncedStates())
      #expect(try group.one.damage() == nil)
      try group.synchronize()
      _ = try group.states()
    }
  }

  @Test func anUndoOfTheFirstStateKeepsWhatOthersHaveWrittenSince() throws {
    try Self.with { group in
      try group.one.list.write(["1"], .marks)
      try group.synchronize()
      try group.one.list.applySynchronously(.undo())
      #expect(try group.one.list.snapshot.syncedStates() == [])
      try group.two.list.write(["1", "2"], .marks)
      try group.two.synchronize(with: group.hub)
      try group.synchronize()
      #expect(try group.states() == [Self.state(0, .marks, ["1", "2"])])
    }
  }

  @Test func statesAreMergedOnTheDevice() throws {
    try Self.with { group in
      try group.one.list.write(["0"], .marks)
      try group.synchronize()
      try group.one.list.write(["0", "1"], .marks)
      try group.one.list.write(["0", "1", "2"], .marks)
      try group.two.list.write(["3"], .marks)
      try group.two.list.applySynchronously(.insert("x", at: 0))
      try group.synchronize()
      #expect(try group.states() == [Self.state(1, .marks, ["1", "2", "3"])])
    }
  }

  @Test func statesThatBeginOnBothSidesAreMerged() throws {
    try Self.with { group in
      try group.one.list.write(["1"], .marks)
      try group.two.list.write(["2"], .marks)
      try group.synchronize()
      #expect(try group.states() == [Self.state(0, .marks, ["1", "2"])])
    }
  }

  @Test func aHubLeavesAChangeThatIsToBeMergedAndThoseBehindIt() throws {
    try Self.with { group in
      try group.one.list.write(["1"], .marks)
      try group.one.synchronize(with: group.hub)
      try group.two.list.write(["2"], .marks)
      try group.two.list.applySynchronously(.insert("x", at: 0))
      let revision = group.hub.list.snapshot.revision
      let isLast = try group.two.integrate(
        answer: group.hub.answer(group.two.request(sendsChanges: true)))
      #expect(isLast && group.hub.list.snapshot.revision == revision)
      #expect(
        try group.two.list.snapshot.syncedStates() == [Self.state(1, .marks, ["1", "2"])])
      #expect(try group.two.hubStates() == [Self.state(0, .marks, ["1"])])
      try group.synchronize()
      #expect(try group.states() == [Self.state(1, .marks, ["1", "2"])])
    }
  }

  @Test func aRequestThatComesTwiceIsMergedOnce() throws {
    try Self.with { group in
      try group.one.list.write(["1"], .marks)
      let request = try group.one.request(sendsChanges: true)
      _ = group.hub.answer(request)
      try group.two.synchronize(with: group.hub)
      try group.two.list.write([], .marks)
      try group.two.synchronize(with: group.hub)
      // The removal of the mark came after it.
      _ = try group.one.integrate(answer: group.hub.answer(request))
      try group.synchronize()
      #expect(try group.states() == [Self.state(0, .marks, [])])
    }
  }

  @Test func localStatesStayAlsoIfTheListComesWhole() throws {
    try Self.with { group in
      try group.one.list.write(["isUnfolded": true], .unfolded)
      try group.one.list.write(["text": "x"], .draft)
      try group.one.list.write(["text": "y"], .draft, of: .path(ItemPath(section: 0, item: 2)))
      try group.one.list.write(["text": "h"], .draft, of: .header(of: .index(0)))
      try group.synchronize()
      try group.two.list.write(nil, .draft)
      try group.two.list.applySynchronously(.remove(1))
      try group.two.list.write(["m"], .marks)
      try group.two.synchronize(with: group.hub)
      _ = try group.hub.list.compact(JournalRetention(revisionCountMax: 0))
      let answer = group.hub.answer(try group.one.request(sendsChanges: false))
      #expect(answer["whole"] != nil)
      _ = try group.one.integrate(answer: answer)
      #expect(
        try group.states() == [
          LoggedState(
            .supplement(.header, ofSection: 0), scope: .draft, JSONState(["text": "h"])),
          Self.state(0, .marks, ["m"]), Self.state(1, .draft, ["text": "y"]),
        ])
      #expect(
        try group.one.list.snapshot.syncedStates([.unfolded]) == [
          Self.state(0, .unfolded, ["isUnfolded": true])
        ])
      for list in [group.two.list, group.hub.list] {
        #expect(try list.snapshot.syncedStates([.unfolded]).isEmpty)
      }
    }
  }

  @Test func theStateOfAnItemThatIsGoneIsRefused() throws {
    try Self.with { group in
      _ = group.one.takeOutcomes()
      try group.one.list.write(["text": "x"], .draft)
      let revision = group.one.list.snapshot.revision
      try group.two.list.applySynchronously(.remove(0))
      try group.two.synchronize(with: group.hub)
      try group.synchronize()
      #expect(try group.states().isEmpty)
      #expect(
        group.one.takeOutcomes() == [
          SyncOutcome(revision: revision, kind: .refused("everything that it changes is gone"))
        ])
    }
  }

  @Test func whatAnUndoBringsBackHasItsStates() throws {
    try Self.with { group in
      try group.one.list.write(["text": "x"], .draft)
      try group.synchronize()
      try group.one.list.applySynchronously(.remove(0))
      try group.synchronize()
      #expect(try group.states().isEmpty)
      _ = try group.one.list.applySynchronously(.undo())
      try group.synchronize()
      #expect(try group.states() == [Self.state(0, .draft, ["text": "x"])])
    }
  }

  @Test func aRemovalThatIsPendingHidesTheStatesOfOthers() throws {
    try Self.with { group in
      try group.one.list.write(["text": "x"], .draft)
      try group.synchronize()
      try group.one.list.applySynchronously(.remove(0))
      try group.two.list.write(["m"], .marks)
      try group.two.synchronize(with: group.hub)
      _ = try group.one.integrate(
        answer: group.hub.answer(group.one.request(sendsChanges: false)))
      // The hub has both states still.
      #expect(
        try group.one.hubStates() == [
          Self.state(0, .draft, ["text": "x"]), Self.state(0, .marks, ["m"]),
        ])
      #expect(try group.one.list.snapshot.syncedStates().isEmpty)
      try group.synchronize()
      #expect(try group.states().isEmpty)
    }
  }

  @Test func aDeviceThatIsOpenedAgainGoesOnWithItsStates() throws {
    try Self.with { group in
      try group.one.list.write(["1"], .marks)
      _ = try group.one.request(sendsChanges: true)
      try group.two.list.write(["2"], .marks)
      try group.two.synchronize(with: group.hub)
      group.one = try group.files.device("one", opening: "one 2", states: .ofRows)
      try group.synchronize()
      #expect(try group.states() == [Self.state(0, .marks, ["1", "2"])])
    }
  }

  @Test func withoutTypesNothingIsSentOrTaken() throws {
    try Self.with(states: SyncedStates(Unfolded.self)) { group in
      try group.one.list.write(["1"], .marks)
      #expect(try !group.one.hasPendingChanges)
      try group.hub.list.write(["text": "hub"], .draft)
      try group.synchronize()
      #expect(try group.two.list.snapshot.syncedStates().isEmpty)
      #expect(try group.one.list.snapshot.syncedStates() == [Self.state(0, .marks, ["1"])])
    }
  }

  @Test func aStateAtNoPlaceIsRefusedAndNothingElse() throws {
    try Self.with { group in
      let snapshot = group.hub.list.snapshot
      func change(_ number: Int, _ states: [LoggedState], merges: Bool) -> KeyedChange {
        KeyedChange(
          key: ChangeKey(name: "x", number: number), after: number - 1,
          changeset: SyncChangeset(), items: [], sections: [], states: states,
          mergesStates: merges, annotation: ChangeAnnotation())
      }
      let request = SyncRequest(
        hub: "hub", after: snapshot.revision, mark: try group.hub.mark(of: snapshot),
        changes: [
          change(1, [Self.state(7, .marks, ["1"])], merges: true),
          change(
            2, [LoggedState(item: ItemPath(section: 9, item: 0), scope: .draft, nil)], merges: false
          ),
          change(3, [Self.state(0, .draft, ["text": "x"])], merges: false),
        ], names: ["x"])
      let answer = try SyncAnswer(json: group.hub.answer(request.json))
      guard case .page(let revisions, _) = answer.contents else {
        Issue.record("\(answer)")
        return
      }
      #expect(revisions.map { $0.note?.refusal != nil } == [true, true, false])
      try group.synchronize()
      #expect(try group.states() == [Self.state(0, .draft, ["text": "x"])])
    }
  }

  @Test func onlyMessagesWithStatesNeedTheirFormat() throws {
    try Self.with { group in
      try group.one.list.applySynchronously(.insert("x"))
      #expect(try group.one.request(sendsChanges: true)["sync"] == 1)
      try group.one.list.write(["text": "x"], .draft)
      #expect(try group.one.request(sendsChanges: true)["sync"] == 2)
    }
  }

  @Test func aStateCountsTowardsTheSizeOfItsChange() throws {
    try SyncFiles.with { files in
      var limits = SyncLimits()
      limits.changeByteCountMax = 500
      let hub = try files.hub(limits)
      var one = try files.device("one", limits: limits, states: .ofRows)
      try one.list.applySynchronously(.section("abc"))
      try one.synchronize(with: hub)
      try one.list.write(["text": .string(String(repeating: "x", count: 500))], .draft)
      try one.synchronize(with: hub)
      guard case .unsent(let reason) = one.unsent?.kind else {
        Issue.record("it was sent")
        return
      }
      #expect(reason.contains("larger than the limit of 500"))
      #expect(try !one.list.snapshot.syncedStates().isEmpty)
      #expect(try one.discard(#require(one.unsent?.revision)))
      #expect(try one.list.snapshot.syncedStates().isEmpty)
    }
  }
}
