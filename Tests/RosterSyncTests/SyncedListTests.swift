import RosterCore
import RosterEngine
import RosterJSON
import Testing

@testable import RosterSync

/// The actor around a device, and its undo.
@Suite struct SyncedListTests {
  /// Loses the first answers.
  private actor Losing: SyncTransport {
    private let hub: TextHub
    private var lossCount: Int

    init(_ hub: TextHub, losses: Int) {
      self.hub = hub
      lossCount = losses
    }

    func exchange(_ request: JSONValue) async throws -> JSONValue {
      let answer = hub.answer(request)
      if lossCount > 0 {
        lossCount -= 1
        throw SyncError.refused("the answer is lost")
      }
      return answer
    }
  }

  @Test func twoDevicesSynchronizeThroughAHub() async throws {
    try await SyncFiles.with { files in
      let hub = try files.hub()
      let one = try SyncedList(files.list("one"), with: hub, coding: .text)
      let two = try SyncedList(files.list("two"), with: hub, coding: .text)
      try await one.list.apply(.section("abc"))
      let outcomes = try await one.synchronize()
      #expect(outcomes == [SyncOutcome(revision: 2, kind: .confirmed)])
      _ = try await two.synchronize()
      try await one.list.apply(.move(0, to: 2))
      try await two.list.apply(.insert("x", at: 1))
      for list in [one, two, one] { _ = try await list.synchronize() }
      #expect(try one.list.drawing == "xbca" || one.list.drawing == "bcax")
      #expect(try one.list.drawing == two.list.drawing)
      #expect(try one.list.drawing == files.list("hub").drawing)
    }
  }

  @Test func afterALostAnswerTheDeviceAsksBeforeItSends() async throws {
    try await SyncFiles.with { files in
      let hub = try files.hub()
      let transport = Losing(hub, losses: 3)
      let one = try SyncedList(files.list("one"), with: transport, coding: .text)
      try await one.list.apply(.section("abc"))
      for _ in 0..<3 {
        await #expect(throws: SyncError.self) { try await one.synchronize() }
      }
      _ = try await one.synchronize()
      #expect(try await !one.hasPendingChanges)
      #expect(try files.list("hub").drawing == "abc")
    }
  }

  /// Answers that there is nothing new, whatever it is asked.
  private struct Idle: SyncTransport {
    func exchange(_ request: JSONValue) async throws -> JSONValue {
      let answer: JSONObject = [
        "sync": 1, "hub": "hub", "revision": 0, "mark": "", "revisions": [], "last": true,
      ]
      return answer.sealed
    }
  }

  @Test func aHubThatSettlesNothingIsNotAskedForever() async throws {
    try await SyncFiles.with { files in
      let one = try SyncedList(files.list("one"), with: Idle(), coding: .text)
      try await one.list.apply(.section("abc"))
      await #expect(throws: SyncError.self) { try await one.synchronize() }
      #expect(try await one.hasPendingChanges)
      #expect(try one.list.drawing == "abc")
    }
  }

  @Test func anUndoTakesBackTheOwnChangeAndNotTheHubs() async throws {
    try await SyncFiles.with { files in
      let hub = try files.hub()
      let one = try SyncedList(files.list("one"), with: hub, coding: .text)
      let two = try SyncedList(files.list("two"), with: hub, coding: .text)
      try await one.list.apply(.section("abc"))
      try await one.list.apply(.remove(1))
      try await one.list.apply(.update(0, "A"))
      _ = try await one.synchronize()
      _ = try await two.synchronize()
      try await two.list.apply(.insert("x", at: 0))
      for list in [two, one] { _ = try await list.synchronize() }
      #expect(try one.list.drawing == "xAc")
      try await one.list.apply(.undo())
      #expect(try one.list.drawing == "xac")
      try await one.list.apply(.undo())
      #expect(try one.list.drawing == "xabc")
      for list in [one, two, one] { _ = try await list.synchronize() }
      #expect(try two.list.drawing == "xabc")
      try await one.list.apply(.redo())
      #expect(try one.list.drawing == "xac")
      try await one.list.apply(.redo())
      #expect(try one.list.drawing == "xAc")
      for list in [one, two] { _ = try await list.synchronize() }
      #expect(try two.list.drawing == "xAc")
    }
  }

  @Test func anUndoLeavesOutWhatOthersHaveTakenAway() async throws {
    try await SyncFiles.with { files in
      let hub = try files.hub()
      let one = try SyncedList(files.list("one"), with: hub, coding: .text)
      try await one.list.apply(.section("abcd"))
      _ = try await one.synchronize()
      try await one.list.apply(.section("ef"))
      try await one.list.apply(
        TextChange {
          $0.updateItem(at: ItemPath(section: 1, item: 0), "A")
          $0.removeItem(at: ItemPath(section: 1, item: 2))
          $0.moveItem(from: ItemPath(section: 1, item: 3), to: ItemPath(section: 0, item: 0))
        })
      let ids = try one.list.snapshot(at: one.list.snapshot.revision - 1).state
        .itemIDs(inSection: 1)
      _ = try await one.synchronize()
      #expect(try one.list.drawing == "def|Ab")
      try hub.list.applySynchronously(.remove(0))
      try hub.list.applySynchronously(
        TextChange { $0.insertItem("h", at: ItemPath(section: 1, item: 0)) })
      _ = try await one.synchronize()
      #expect(try one.list.drawing == "ef|hAb")
      try await one.list.apply(.undo())
      #expect(try one.list.drawing == "ef|habc")
      // What was removed comes back as itself.
      #expect(try one.list.snapshot.path(of: ids[2]) == ItemPath(section: 1, item: 3))
      try await one.list.apply(.undo())
      #expect(try one.list.drawing == "habc")
      _ = try await one.synchronize()
      #expect(try hub.list.drawing == "habc")
    }
  }

  /// The first change of a flat list makes its section.
  @Test func anUndoLeavesTheSectionInWhichOthersHaveItems() async throws {
    try await SyncFiles.with { files in
      let hub = try files.hub()
      let one = try SyncedList(files.list("one"), with: hub, coding: .text)
      let two = try SyncedList(files.list("two"), with: hub, coding: .text)
      _ = try await one.list.change { _, list in try list.append("a") }
      for list in [one, two] { _ = try await list.synchronize() }
      _ = try await two.list.change { _, list in try list.append("x") }
      for list in [two, one] { _ = try await list.synchronize() }
      try await one.list.apply(.undo())
      for list in [one, two] { _ = try await list.synchronize() }
      for list in [hub.list, one.list, two.list] { #expect(try list.drawing == "x") }
      try await one.list.apply(.redo())
      for list in [one, two] { _ = try await list.synchronize() }
      for list in [hub.list, one.list, two.list] { #expect(try list.drawing == "ax") }
    }
  }

  /// One device removes a section, and another one, which has not heard of that, moves an item into it and
  /// inserts one. Which of them the hub hears of first decides, and in neither case an item is lost that the device
  /// which removed the section had not seen there.
  @Test(arguments: [true, false])
  func aRemovalTakesWhatItsDeviceHasSeenInTheSection(isLater: Bool) async throws {
    try await SyncFiles.with { files in
      let hub = try files.hub()
      let one = try SyncedList(files.list("one"), with: hub, coding: .text)
      let two = try SyncedList(files.list("two"), with: hub, coding: .text)
      try await one.list.apply(.section("cd"))
      try await one.list.apply(.section("ab"))
      for list in [one, two] { _ = try await list.synchronize() }
      try await one.list.apply(TextChange { $0.removeSection(at: 1) })
      try await two.list.apply(
        TextChange {
          $0.moveItem(from: ItemPath(section: 0, item: 0), to: ItemPath(section: 1, item: 0))
        })
      try await two.list.apply(
        TextChange { $0.insertItem("x", at: ItemPath(section: 1, item: 1)) })
      if isLater { _ = try await two.synchronize() }
      let removal = try await one.synchronize()
      let arrivals = try await two.synchronize()
      _ = try await one.synchronize()
      if isLater {
        #expect(removal.map(\.kind) == [.rebased(lostCount: 1)])
      } else {
        #expect(removal.map(\.kind) == [.confirmed])
        #expect(arrivals.allSatisfy { if case .refused = $0.kind { true } else { false } })
        #expect(arrivals.count == 2)
      }
      for list in [hub.list, one.list, two.list] {
        #expect(try list.drawing == (isLater ? "b|ax" : "ab"))
      }
    }
  }

  /// The section was empty when its removal was made, so nothing is left of that.
  @Test func aRemovalOfWhichNothingIsLeftSaysWhy() async throws {
    try await SyncFiles.with { files in
      let hub = try files.hub()
      let one = try SyncedList(files.list("one"), with: hub, coding: .text)
      let two = try SyncedList(files.list("two"), with: hub, coding: .text)
      try await one.list.apply(.section(""))
      for list in [one, two] { _ = try await list.synchronize() }
      try await one.list.apply(TextChange { $0.removeSection(at: 0) })
      try await two.list.apply(.insert("x"))
      _ = try await two.synchronize()
      let outcomes = try await one.synchronize()
      #expect(outcomes.map(\.kind) == [.refused("others have put items into what it removes")])
      for list in [hub.list, one.list, two.list] { #expect(try list.drawing == "x") }
    }
  }

  @Test func nothingIsUndoneThatOthersDid() async throws {
    try await SyncFiles.with { files in
      let hub = try files.hub()
      let one = try SyncedList(files.list("one"), with: hub, coding: .text)
      let two = try SyncedList(files.list("two"), with: hub, coding: .text)
      try await one.list.apply(.section("abc"))
      for list in [one, two] { _ = try await list.synchronize() }
      #expect(throws: DataSourceError.self) { try two.list.applySynchronously(.undo()) }
      #expect(try !two.list.canUndo())
      #expect(try two.list.drawing == "abc")
    }
  }

  @Test func devicesThatSynchronizeAndChangeAtOnceEndEqual() async throws {
    try await SyncFiles.with { files in
      let hub = try files.hub()
      try await hub.list.apply(.section("ab"))
      var lists: [SyncedList<String, String, Never>] = []
      for device in 0..<3 {
        lists.append(try SyncedList(files.list("device \(device)"), with: hub, coding: .text))
        _ = try await lists[device].synchronize()
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (device, list) in lists.enumerated() {
          group.addTask {
            for letter in "uvwxyz" { try await list.list.apply(.insert("\(device)\(letter)")) }
          }
          group.addTask {
            for _ in 0..<4 {
              do { _ = try await list.synchronize() } catch is SyncError { continue }
            }
          }
        }
        try await group.waitForAll()
      }
      for list in lists + lists { _ = try await list.synchronize() }
      let contents = try hub.list.snapshot.contents()
      #expect(contents.itemCount == 2 + 3 * 6)
      for list in lists { #expect(try list.list.snapshot.contents() == contents) }
    }
  }
}
