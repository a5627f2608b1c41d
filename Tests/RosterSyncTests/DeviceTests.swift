import RosterCore
import RosterEngine
import RosterJSON
import RosterLog
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterSync

/// A device on a real file: what becomes of its list when the hub has answered.
@Suite struct DeviceTests {
  @Test func aDeviceBringsItsListToAnEmptyHub() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try one.list.applySynchronously(.section("abc"))
      try one.list.applySynchronously(.move(0, to: 2))
      try one.synchronize(with: hub)
      #expect(try hub.list.drawing == "bca")
      #expect(
        one.takeOutcomes() == [
          SyncOutcome(revision: 2, kind: .confirmed), SyncOutcome(revision: 3, kind: .confirmed),
        ])
      #expect(try !one.hasPendingChanges)
    }
  }

  @Test func whatBothInsertStandsOnceInTheOrderOfTheHub() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      var two = try files.device("two")
      try one.list.applySynchronously(.section("ab"))
      try one.synchronize(with: hub)
      try two.synchronize(with: hub)
      try one.list.applySynchronously(.insert("x", at: 1))
      try two.list.applySynchronously(.insert("y", at: 1))
      try one.synchronize(with: hub)
      try two.synchronize(with: hub)
      try one.synchronize(with: hub)
      let drawings = try [hub.list.drawing, one.drawing, two.drawing]
      #expect(Set(drawings).count == 1)
      #expect(drawings[0].sorted() == ["a", "b", "x", "y"])
    }
  }

  @Test func whatTheHubHadComesAsOneBatchThatMovesNothingInVain() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try one.list.applySynchronously(.section("abcdef"))
      try one.synchronize(with: hub)
      try one.list.applySynchronously(.move(0, to: 5))
      try one.list.applySynchronously(.insert("x", at: 2))
      try one.list.applySynchronously(.update(0, "B"))
      try hub.list.applySynchronously(.insert("h", at: 0))
      try hub.list.applySynchronously(.update(4, "D"))
      let before = one.list.snapshot
      let ids = try before.state.itemIDs(inSection: 0)
      _ = try one.integrate(answer: hub.answer(one.request(sendsChanges: false)))
      #expect(try one.drawing == "hBcxDefa")
      let change = try #require(try one.list.changes(after: before, limit: 10).first)
      #expect(change.targetRevision == one.list.snapshot.revision)
      #expect(change.changeset.movedItems.isEmpty && change.changeset.removedItems.isEmpty)
      #expect(change.changeset.insertedItems.map(\.model) == ["h"])
      #expect(change.changeset.updatedItems.map(\.model) == ["D"])
      #expect(try Array(one.list.snapshot.state.itemIDs(inSection: 0).dropFirst()) == ids)
    }
  }

  @Test func anOwnChangeThatComesBackChangesNothing() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try one.list.applySynchronously(.section("abc"))
      try one.list.applySynchronously(.insert("x", at: 1))
      let ids = try one.list.snapshot.state.itemIDs(inSection: 0)
      try one.synchronize(with: hub)
      for change in try one.list.changes(after: one.list.snapshot(at: 3), limit: 10) {
        #expect(change.changeset.isEmpty)
      }
      #expect(try one.list.snapshot.state.itemIDs(inSection: 0) == ids)
    }
  }

  @Test func aRemovalBeatsAnUpdateWhichIsRefused() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try one.list.applySynchronously(.section("abc"))
      try one.synchronize(with: hub)
      _ = one.takeOutcomes()
      try one.list.applySynchronously(.update(1, "B"))
      let revision = one.list.snapshot.revision
      try hub.list.applySynchronously(.remove(1))
      try one.synchronize(with: hub)
      #expect(try one.drawing == "ac")
      #expect(
        one.takeOutcomes() == [
          SyncOutcome(revision: revision, kind: .refused("everything that it changes is gone"))
        ])
    }
  }

  @Test func theLastMoveInTheOrderOfTheHubWins() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try one.list.applySynchronously(.section("abcd"))
      try one.synchronize(with: hub)
      try one.list.applySynchronously(.move(0, to: 3))
      try hub.list.applySynchronously(.move(0, to: 1))
      try one.synchronize(with: hub)
      #expect(try one.drawing == "bcda")
      #expect(try hub.list.drawing == "bcda")
    }
  }

  @Test func aDeviceThatIsOpenedAgainSendsWhatItHad() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try one.list.applySynchronously(.section("abc"))
      try one.synchronize(with: hub)
      try one.list.applySynchronously(.insert("x"))
      try hub.list.applySynchronously(.insert("h"))
      _ = try one.integrate(answer: hub.answer(one.request(sendsChanges: false)))
      try one.list.applySynchronously(.insert("y"))
      var again = try files.device("one", opening: "one 2")
      #expect(try again.hasPendingChanges)
      #expect(try again.damage() == nil)
      try again.synchronize(with: hub)
      #expect(try hub.list.drawing == again.drawing)
      #expect(try again.drawing.sorted() == ["a", "b", "c", "h", "x", "y"])
    }
  }

  /// However many changes wait, and however large the list is.
  @Test func whetherChangesWaitIsReadFromOneRevision() throws {
    let storage = GatedStorage(MemoryList())
    let list = try TextList(storage: storage, codec: TextCodec(), sectionCodec: TextCodec())
    let device = try TextDevice(
      list, name: "one", coding: .text, limits: SyncLimits(), states: .ofRows)
    #expect(try !device.hasPendingChanges)
    try list.applySynchronously(.section("abc"))
    for letter in ["x", "y", "z"] { try list.applySynchronously(.insert(letter)) }
    let (calls, limits) = (storage.faults.calls.count, storage.journalLimits.count)
    #expect(try device.hasPendingChanges)
    #expect(storage.faults.calls.dropFirst(calls) == [.journal])
    #expect(storage.journalLimits.dropFirst(limits) == [1])
  }

  @Test func whatChangesNothingAndStatesThatStayAreNoPendingChanges() throws {
    try SyncFiles.with { files in
      var one = try files.device("one", states: .ofRows)
      let hub = try files.hub()
      try one.list.applySynchronously(.section("ab"))
      try one.synchronize(with: hub)
      for _ in 0..<9 { try one.list.applySynchronously(TextChange()) }
      try one.list.write(["isUnfolded": true], .unfolded)
      #expect(try !one.hasPendingChanges)
      // Behind more revisions than are read at once.
      try one.list.write(["1"], .marks)
      #expect(try one.hasPendingChanges)
      try one.synchronize(with: hub)
      #expect(try !one.hasPendingChanges)
      try one.list.write(nil, .marks)
      #expect(try one.hasPendingChanges)
    }
  }

  @Test func aCompactionKeepsWhatTheDeviceNeeds() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try one.list.applySynchronously(.section("abc"))
      try one.synchronize(with: hub)
      for letter in ["x", "y", "z"] { try one.list.applySynchronously(.insert(letter)) }
      _ = try one.list.compact(JournalRetention(revisionCountMax: 0))
      var again = try files.device("one", opening: "one 2")
      try again.synchronize(with: hub)
      #expect(try hub.list.drawing == "zyxabc")
    }
  }

  @Test func aDeviceOfAnOlderFormatDoesNotTouchTheList() throws {
    try SyncFiles.with { files in
      let list = try files.list("one")
      let note: JSONValue = ["format": 99, "pending": []]
      try list.applySynchronously(
        .section("a"), ChangeAnnotation(userInfo: [ChangeAnnotation.syncKey: note]))
      #expect(throws: SyncError.newerFormat(99)) { try files.device("one") }
    }
  }

  @Test func anAnswerOfANewerFormatOrAnotherHubIsRefused() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      #expect(throws: SyncError.newerFormat(3)) { try one.integrate(answer: ["sync": 3]) }
      try one.synchronize(with: hub)
      let other = TextHub(hub.list, name: "other", coding: .text)
      #expect(throws: (any Error).self) { try one.synchronize(with: other) }
      #expect(throws: (any Error).self) {
        let answer: JSONObject = ["sync": 1, "hub": "other", "revision": 0, "mark": ""]
        _ = try one.integrate(answer: answer.sealed)
      }
    }
  }

  @Test func aChangeThatIsTooLargeStaysOnTheDeviceUntilItIsGivenUp() throws {
    try SyncFiles.with { files in
      var limits = SyncLimits()
      limits.changeByteCountMax = 200
      let hub = try files.hub(limits)
      var one = try files.device("one", limits: limits)
      try one.list.applySynchronously(.section("ab"))
      try one.list.applySynchronously(.insert(String(repeating: "x", count: 300), at: 1))
      try one.list.applySynchronously(.insert("c", at: 3))
      let drawing = try one.drawing
      try one.synchronize(with: hub)
      // What was made before it is settled, and what others do comes in.
      #expect(try hub.list.drawing == "ab")
      try hub.list.applySynchronously(.insert("h", at: 0))
      try one.synchronize(with: hub)
      #expect(try one.drawing == "h" + drawing)
      guard case .unsent(let reason) = one.unsent?.kind else {
        Issue.record("\(String(describing: one.unsent))")
        return
      }
      #expect(reason.contains("larger than the limit of 200"))
      #expect(try one.hasPendingChanges && !one.hasChangesToSend)
      // It is the same after the device is opened again, with larger limits it goes, and undo takes it back.
      var again = try files.device("one", opening: "one 2", limits: limits)
      #expect(again.unsent?.revision == one.unsent?.revision)
      #expect(try again.discard(99) == false)
      #expect(try again.discard(#require(again.unsent?.revision)))
      #expect(try again.drawing == "habc")
      try again.synchronize(with: hub)
      #expect(try hub.list.drawing == "habc")
      #expect(again.takeOutcomes().first?.kind == .refused("it was given up"))
      #expect(try again.unsent == nil && again.damage() == nil)
    }
  }

  /// The device takes larger changes than its hub.
  @Test func aChangeThatIsTooLargeForTheHubOnlyIsNotLost() throws {
    try SyncFiles.with { files in
      var limits = SyncLimits()
      limits.changeByteCountMax = 200
      let hub = try files.hub(limits)
      var one = try files.device("one")
      try one.list.applySynchronously(.section("ab"))
      try one.list.applySynchronously(.insert(String(repeating: "x", count: 300), at: 1))
      let drawing = try one.drawing
      let request = try one.request(sendsChanges: true)
      _ = try one.integrate(answer: hub.answer(request))
      #expect(try hub.list.drawing == "ab")
      let refusal = hub.answer(try one.request(sendsChanges: true))["refused"]?.stringValue
      #expect(refusal?.contains("larger than the limit of 200") == true)
      #expect(try one.drawing == drawing && one.hasPendingChanges)
      let larger = try files.hub()
      try one.synchronize(with: larger)
      #expect(try larger.list.drawing == drawing)
    }
  }

  @Test func aDeviceThatIsTooFarBehindGetsTheListWholeAndKeepsItsChanges() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try one.list.applySynchronously(.section("abcd"))
      try one.synchronize(with: hub)
      let ids = try one.list.snapshot.state.itemIDs(inSection: 0)
      try one.list.applySynchronously(.insert("x", at: 2))
      // The hub settles the change, but the answer is lost; then its journal is compacted.
      _ = try hub.answer(one.request(sendsChanges: true))
      try one.list.applySynchronously(.insert("y", at: 1))
      for letter in ["h", "i"] { try hub.list.applySynchronously(.insert(letter)) }
      var two = try files.device("two")
      try two.synchronize(with: hub)
      try two.list.applySynchronously(.move(0, to: 3))
      try two.synchronize(with: hub)
      // The compaction keeps the last note, which tells that the change is settled.
      for letter in ["j", "k"] { try hub.list.applySynchronously(.insert(letter)) }
      _ = try hub.list.compact(JournalRetention(revisionCountMax: 0))
      #expect(try one.request(sendsChanges: false)["after"]?.intValue == 1)
      try one.synchronize(with: hub)
      #expect(try one.drawing == hub.list.drawing)
      #expect(try one.drawing.sorted() == ["a", "b", "c", "d", "h", "i", "j", "k", "x", "y"])
      for id in ids { #expect(try one.list.snapshot.path(of: id) != nil) }
    }
  }

  @Test func aHubThatIsOlderThanTheDeviceIsFollowed() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try one.list.applySynchronously(.section("ab"))
      try one.synchronize(with: hub)
      let older = TextHub(try files.list("older"), name: "hub", coding: .text)
      try older.list.applySynchronously(.section("xy"))
      try one.list.applySynchronously(.insert("c"))
      try one.synchronize(with: older)
      #expect(try one.drawing == older.list.drawing)
      #expect(try one.drawing.contains("c"))
    }
  }

  @Test func aRestoredDeviceDoesNotFork() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try one.list.applySynchronously(.section("ab"))
      try one.synchronize(with: hub)
      try one.list.applySynchronously(.insert("c"))
      // The file is copied before the change is noted with its key.
      try files.copy("one", to: "copy")
      // The first life sends it and goes on.
      try one.synchronize(with: hub)
      try one.list.applySynchronously(.insert("d"))
      try one.synchronize(with: hub)
      // The copy has other changes by the same numbers.
      var restored = try files.device("copy", opening: "one 2")
      try restored.list.applySynchronously(.insert("e"))
      try restored.synchronize(with: hub)
      #expect(try hub.list.drawing.sorted() == ["a", "b", "c", "d", "e"])
      #expect(try restored.drawing == hub.list.drawing)
      try one.synchronize(with: hub)
      #expect(try one.drawing == hub.list.drawing)
    }
  }

  /// How two copies of a file come to have two changes by the same name and number.
  enum Divergence: CaseIterable {
    /// A backup is changed before it is opened.
    case restored
    /// The backup has a change that is not noted yet, too.
    case restoredWithChange
    /// A machine is resumed twice.
    case resumed
  }

  /// What a copy of a file knows of the changes that the first one has sent.
  enum Hearing: CaseIterable {
    /// The hub looks for its changes among those that it does not know.
    case afterSending
    /// It looks for them among those that the copy knows.
    case before
    /// The copy gets the list whole, and compares digests itself.
    case whole
  }

  @Test(arguments: Divergence.allCases, Hearing.allCases)
  func copiesThatDivergeUnderTheSameNameKeepTheirChanges(
    _ divergence: Divergence, _ hearing: Hearing
  ) throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try one.list.applySynchronously(.section("ab"))
      try one.synchronize(with: hub)
      if divergence == .restoredWithChange { try one.list.applySynchronously(.insert("c")) }
      try files.copy("one", to: "copy")
      for letter in ["d", "e", "e"] { try one.list.applySynchronously(.insert(letter)) }
      try one.synchronize(with: hub)
      // One more than the first one has made, which is of what the first of them has inserted.
      let others: [TextChange] = [.insert("f"), .insert("e"), .insert("e"), .update(2, "F")]
      if divergence != .resumed {
        let list = try files.list("copy")
        for change in others { try list.applySynchronously(change) }
      }
      var two = try files.device("copy", opening: divergence == .resumed ? "one 1" : "one 2")
      if divergence == .resumed {
        for change in others { try two.list.applySynchronously(change) }
      }
      if hearing == .whole { _ = try hub.list.compact(JournalRetention(revisionCountMax: 0)) }
      let answer = try hub.answer(two.request(sendsChanges: hearing == .afterSending))
      #expect((answer["whole"] != nil) == (hearing == .whole))
      _ = try two.integrate(answer: answer)
      try two.synchronize(with: hub)
      let expected = divergence == .restoredWithChange ? "Fabcdeeee" : "Fabdeeee"
      #expect(try String(hub.list.drawing.sorted()) == expected)
      #expect(try two.drawing == hub.list.drawing)
      #expect(two.takeOutcomes().suffix(4).map(\.kind) == Array(repeating: .confirmed, count: 4))
      try one.synchronize(with: hub)
      #expect(try one.drawing == hub.list.drawing)
    }
  }

  @Test func copiesThatHaveHeardTheHubInAnotherOrderKeepTheirRemovals() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try hub.list.applySynchronously(.section("abc"))
      try one.synchronize(with: hub)
      try files.copy("one", to: "copy")
      // A machine that is resumed twice.
      var two = try files.device("copy", opening: "one 1")
      try hub.list.applySynchronously(.insert("p"))
      _ = try one.integrate(answer: hub.answer(one.request(sendsChanges: false)))
      try hub.list.applySynchronously(.insert("q"))
      _ = try two.integrate(answer: hub.answer(two.request(sendsChanges: false)))
      #expect(one.list.snapshot.revision == two.list.snapshot.revision)
      // Both remove their first item.
      try one.list.applySynchronously(.remove(0))
      try two.list.applySynchronously(.remove(0))
      try one.synchronize(with: hub)
      #expect(try hub.list.drawing == "qabc")
      try two.synchronize(with: hub)
      #expect(try hub.list.drawing == "abc")
      #expect(try two.drawing == "abc")
    }
  }

  @Test(arguments: [false, true])
  func aBackupThatSynchronizesOtherStatesSendsNothingTwice(_ originalHasStates: Bool) throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one", states: originalHasStates ? .ofRows : SyncedStates())
      try one.list.applySynchronously(.section("ab"))
      try one.synchronize(with: hub)
      let mark = StateAssignment(
        item: .path(.first), scope: .marks, state: JSONState(["m"]).stored)
      try one.list.applySynchronously(.insert("c"), states: [mark])
      try one.list.applySynchronously(TextChange(), states: [mark])
      try one.list.applySynchronously(.insert("d"))
      try files.copy("one", to: "copy")
      try one.synchronize(with: hub)
      var two = try files.device(
        "copy", opening: "one 2", states: originalHasStates ? SyncedStates() : .ofRows)
      try two.synchronize(with: hub)
      #expect(try hub.list.drawing == "dcab")
      #expect(try two.drawing == "dcab")
    }
  }

  @Test func aChangeThatACopySendsWhileTheFirstOneWaitsIsThereOnce() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try one.list.applySynchronously(.section("ab"))
      try one.synchronize(with: hub)
      let request = try one.request(sendsChanges: false)
      try one.list.applySynchronously(.insert("c"))
      try files.copy("one", to: "copy")
      var two = try files.device("copy", opening: "one 2")
      try two.synchronize(with: hub)
      _ = try one.integrate(answer: hub.answer(request))
      #expect(try one.drawing == "cab")
      #expect(try !one.hasPendingChanges)
    }
  }

  @Test func aRequestThatComesTwiceIsSettledOnce() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try one.list.applySynchronously(.section("ab"))
      try one.list.applySynchronously(.insert("c"))
      let request = try one.request(sendsChanges: true)
      _ = hub.answer(request)
      try hub.list.applySynchronously(.insert("h"))
      let answer = hub.answer(request)
      #expect(answer["refused"] == nil && answer["whole"] == nil)
      #expect(try hub.list.drawing == "hcab")
    }
  }

  @Test func aDamagedRequestIsAnswered() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      // A request of some bytes that means a billion numbers.
      let change: JSONValue = [
        "key": ["one", 1], "changeset": ["insertedSections": [[0, .null]]],
        "items": [[1, 1_000_000_000]], "sections": [[1, 1]], "lost": 0,
      ]
      let manyItems: JSONObject = ["sync": 1, "after": 0, "mark": "", "changes": [change]]
      // A number before the first one could be written, but not be read again.
      let early: JSONObject = [
        "sync": 1, "after": 0, "mark": "", "names": ["one"],
        "changes": [
          ["key": [0, 0], "changeset": ["insertedSections": [[0, .null]]], "sections": [[1, 1]]]
        ],
      ]
      let noDigest: JSONObject = [
        "sync": 1, "after": 0, "mark": "", "names": ["one"], "digests": "1234567",
        "changes": [
          ["key": [0, 1], "changeset": ["insertedSections": [[0, .null]]], "sections": [[1, 1]]]
        ],
      ]
      for request: JSONValue in [
        .null, ["sync": 1], ["sync": 2, "after": 0], "x", manyItems.sealed, early.sealed,
        noDigest.sealed,
      ] {
        #expect(hub.answer(request)["refused"] != nil)
      }
      #expect(hub.list.snapshot.revision == 0)
    }
  }

  @Test func aDeviceWhoseListIsNotTheHubsGetsItWhole() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try hub.list.applySynchronously(.section("ab"))
      try one.synchronize(with: hub)
      try one.list.applySynchronously(.insert("c"))
      let wrong: JSONObject = [
        "sync": 1, "hub": "hub", "revision": 2, "mark": "m",
        "revisions": [["changeset": ["removedItems": [[0, 7]]]]],
      ]
      #expect(throws: SyncError.self) { try one.integrate(answer: wrong.sealed) }
      #expect(try one.drawing == "cab")
      try one.synchronize(with: hub)
      #expect(try one.drawing == "cab")
      #expect(try hub.list.drawing == "cab")
    }
  }

  @Test func aDeviceThatMissesWhatWasSettledLongAgoDoesNotGetItTwice() throws {
    try SyncFiles.with { files in
      var limits = SyncLimits()
      limits.messageCountMax = 2
      limits.sentCountMax = 2
      limits.lookBackMax = 4
      let hub = try files.hub(limits)
      var one = try files.device("one", limits: limits)
      try one.list.applySynchronously(.section("ab"))
      try one.list.applySynchronously(.insert("c"))
      try one.list.applySynchronously(.insert("d"))
      _ = try hub.answer(one.request(sendsChanges: true))
      for letter in ["u", "v", "w", "x", "y", "z"] {
        try hub.list.applySynchronously(.insert(letter))
      }
      try one.synchronize(with: hub)
      #expect(try one.drawing == hub.list.drawing)
      #expect(try one.drawing.sorted().map(String.init).joined() == "abcduvwxyz")
    }
  }
}
