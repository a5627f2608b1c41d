import RosterCore
import RosterEngine
import RosterJSON
import RosterTestSupport
import Testing

@testable import RosterSync

/// A device takes back what it did, after others have changed the same items, sections and places.
@Suite struct UndoBehindOthersTests {
  /// A hub and two devices with the sections "abc", "d" and "e", whose models are "S", "T" and "U".
  private struct Group {
    let hub: TextHub
    var one: TextDevice
    var two: TextDevice

    init() throws {
      hub = TextHub(try TextList(inMemory: MemoryList()), name: "hub", coding: .text)
      one = try Self.device(TextList(inMemory: MemoryList()), "one")
      two = try Self.device(TextList(inMemory: MemoryList()), "two")
      try one.list.applySynchronously(
        TextChange {
          for (index, model) in ["S", "T", "U"].enumerated() {
            $0.insertSection(at: index, model)
          }
          $0.insertItems(["a", "b", "c"], at: UndoBehindOthersTests.path(0, 0))
          $0.insertItem("d", at: UndoBehindOthersTests.path(1, 0))
          $0.insertItem("e", at: UndoBehindOthersTests.path(2, 0))
        })
      try synchronize()
    }

    private static func device(_ list: TextList, _ name: String) throws -> TextDevice {
      try TextDevice(list, name: name, coding: .text, limits: SyncLimits())
    }

    mutating func openOneAgain() throws { one = try Self.device(one.list, "again") }

    mutating func synchronize() throws {
      try one.synchronize(with: hub)
      try two.synchronize(with: hub)
      try one.synchronize(with: hub)
    }

    /// Lets the first device change the list, and all hear of it.
    mutating func change(_ change: TextChange) throws {
      try one.list.applySynchronously(change)
      try synchronize()
    }

    /// Lets the second device change the list, and the hub hear of it.
    mutating func changeElsewhere(_ change: TextChange) throws {
      try two.list.applySynchronously(change)
      try two.synchronize(with: hub)
    }

    /// Lets the first device undo or redo something, and all hear of it.
    mutating func step(_ direction: HistoryDirection) throws {
      try one.list.applySynchronously(.step(direction))
      try synchronize()
    }

    /// The list of all: the same, or a failure.
    func drawing() throws -> String {
      let contents = try hub.list.snapshot.contents()
      for device in [one, two] {
        #expect(try device.list.snapshot.contents() == contents)
        #expect(try device.damage() == nil)
      }
      return try hub.list.drawing
    }

    /// The models of the sections, one behind the other.
    func sectionModels() throws -> String {
      try hub.list.snapshot.contents().sections.map { $0.model ?? "" }.joined()
    }
  }

  private static func path(_ section: Int, _ item: Int) -> ItemPath {
    ItemPath(section: section, item: item)
  }

  private static func move(_ source: ItemPath, to target: ItemPath) -> TextChange {
    TextChange { $0.moveItem(from: source, to: target) }
  }

  // MARK: Models

  @Test func aModelThatOthersHaveWrittenSinceStays() throws {
    var group = try Group()
    try group.change(
      TextChange {
        $0.updateItem(at: Self.path(0, 0), "1")
        $0.updateItem(at: Self.path(0, 1), "1")
        $0.updateSection(at: 0, "1")
        $0.updateSection(at: 1, "1")
      })
    try group.changeElsewhere(
      TextChange {
        $0.updateItem(at: Self.path(0, 0), "2")
        $0.updateSection(at: 0, "2")
      })
    try group.synchronize()
    try group.step(.undo)
    #expect(try group.drawing() == "2bc|d|e")
    #expect(try group.sectionModels() == "2TU")
    try group.step(.redo)
    #expect(try group.drawing() == "21c|d|e")
    #expect(try group.sectionModels() == "21U")
  }

  @Test func aRedoLeavesWhatOthersHaveWrittenSinceTheUndo() throws {
    var group = try Group()
    try group.change(.update(0, "1"))
    try group.step(.undo)
    try group.changeElsewhere(.update(0, "2"))
    try group.synchronize()
    try group.step(.redo)
    #expect(try group.drawing() == "2bc|d|e")
    try group.step(.undo)
    #expect(try group.drawing() == "2bc|d|e")
  }

  // MARK: Places

  /// The item that the device has moved in front of "d" is moved on by others.
  @Test(arguments: [(path(1, 1), "bc|da|e"), (path(0, 2), "bca|d|e"), (path(2, 0), "bc|d|ae")])
  func anItemThatOthersHaveMovedSinceStaysThere(_ row: (target: ItemPath, drawing: String)) throws {
    var group = try Group()
    try group.change(Self.move(Self.path(0, 0), to: Self.path(1, 0)))
    try group.changeElsewhere(Self.move(Self.path(1, 0), to: row.target))
    try group.synchronize()
    for direction in [HistoryDirection.undo, .redo] {
      try group.step(direction)
      #expect(try group.drawing() == row.drawing)
    }
  }

  @Test func aRedoLeavesWhatOthersHaveMovedSinceTheUndo() throws {
    var group = try Group()
    try group.change(Self.move(Self.path(0, 0), to: Self.path(1, 0)))
    try group.step(.undo)
    try group.changeElsewhere(Self.move(Self.path(0, 0), to: Self.path(0, 2)))
    try group.synchronize()
    try group.step(.redo)
    #expect(try group.drawing() == "bca|d|e")
  }

  /// One of two moved items is moved on; the other one goes back, and comes again.
  @Test func onlyWhatOthersHaveMovedStays() throws {
    var group = try Group()
    try group.change(
      TextChange {
        $0.moveItem(from: Self.path(0, 0), to: Self.path(1, 0))
        $0.moveItem(from: Self.path(0, 1), to: Self.path(1, 1))
      })
    #expect(try group.drawing() == "c|abd|e")
    try group.changeElsewhere(Self.move(Self.path(1, 0), to: Self.path(2, 1)))
    try group.synchronize()
    try group.step(.undo)
    #expect(try group.drawing() == "bc|d|ea")
    try group.step(.redo)
    #expect(try group.drawing() == "c|bd|ea")
  }

  @Test func anItemThatOthersHaveMovedThereAndBackIsTakenBack() throws {
    var group = try Group()
    try group.change(Self.move(Self.path(0, 0), to: Self.path(1, 0)))
    try group.changeElsewhere(Self.move(Self.path(1, 0), to: Self.path(1, 1)))
    try group.synchronize()
    try group.changeElsewhere(Self.move(Self.path(1, 1), to: Self.path(1, 0)))
    try group.synchronize()
    try group.step(.undo)
    #expect(try group.drawing() == "abc|d|e")
  }

  /// Others have moved the item before it, and not the item itself.
  @Test func anItemWhoseNeighbourOthersHaveMovedIsTakenBack() throws {
    var group = try Group()
    try group.change(Self.move(Self.path(0, 0), to: Self.path(1, 1)))
    try group.changeElsewhere(Self.move(Self.path(1, 0), to: Self.path(2, 0)))
    try group.synchronize()
    try group.step(.undo)
    #expect(try group.drawing() == "abc||de")
  }

  /// Others move "a" in front of "c", or "c" behind "a", which the device has written to meanwhile: in its list both may be
  /// what has moved.
  @Test(arguments: [(2, "bac|d|e"), (1, "abc|d|e")])
  func itIsKnownWhichOfTwoOthersHaveMoved(_ row: (source: Int, drawing: String)) throws {
    var group = try Group()
    try group.change(Self.move(Self.path(0, 0), to: Self.path(0, 2)))
    try group.one.list.applySynchronously(.update(1, "C"))
    try group.changeElsewhere(Self.move(Self.path(0, row.source), to: Self.path(0, 3 - row.source)))
    try group.synchronize()
    #expect(try group.drawing() == "baC|d|e")
    for _ in 0..<2 { try group.step(.undo) }
    #expect(try group.drawing() == row.drawing)
  }

  @Test func aSectionThatOthersHaveMovedSinceStaysThere() throws {
    var group = try Group()
    try group.change(TextChange { $0.moveSection(from: 0, to: 1) })
    #expect(try group.drawing() == "d|abc|e")
    try group.changeElsewhere(TextChange { $0.moveSection(from: 1, to: 2) })
    try group.synchronize()
    for direction in [HistoryDirection.undo, .redo] {
      try group.step(direction)
      #expect(try group.drawing() == "d|e|abc")
    }
  }

  // MARK: Removals

  /// When the device takes its removal back.
  enum Moment: CaseIterable {
    /// After the hub has settled it.
    case settled
    /// After the hub has settled it, and the device was opened again.
    case openedAgain
    /// Before the device hears of the edit.
    case atOnce
    /// Before the device hears of the edit, and again after a redo.
    case twice
    /// The edit comes to the hub while the removal and its undo are on their way.
    case onTheirWay
  }

  /// Another device edits an item and its section before the hub hears that they are removed.
  @Test(arguments: Moment.allCases, [false, true])
  func anEditThatTheHubHasConfirmedComesBack(_ moment: Moment, ofSection isSection: Bool) throws {
    var group = try Group()
    let id = try group.one.list.snapshot.state.itemID(at: Self.path(0, 0))
    try group.one.list.applySynchronously(
      isSection ? TextChange { $0.removeSection(at: 0) } : .remove(0))
    let edit = TextChange {
      $0.updateItem(at: Self.path(0, 0), "A")
      $0.updateSection(at: 0, "s")
    }
    switch moment {
    case .settled, .openedAgain:
      try group.changeElsewhere(edit)
      try group.synchronize()
      #expect(try group.drawing() == (isSection ? "d|e" : "bc|d|e"))
      if moment == .openedAgain { try group.openOneAgain() }
      try group.one.list.applySynchronously(.undo())
    case .atOnce, .twice:
      try group.one.list.applySynchronously(.undo())
      if moment == .twice {
        try group.one.list.applySynchronously(.redo())
        try group.one.list.applySynchronously(.undo())
      }
      try group.changeElsewhere(edit)
    case .onTheirWay:
      try group.one.list.applySynchronously(.undo())
      let request = try group.one.request(sendsChanges: true)
      try group.changeElsewhere(edit)
      _ = try group.one.integrate(answer: group.hub.answer(request))
      #expect(try group.one.drawing == "Abc|d|e")
    }
    try group.synchronize()
    #expect(try group.drawing() == "Abc|d|e")
    #expect(try group.sectionModels() == "sTU")
    #expect(try group.one.list.snapshot.state.itemID(at: Self.path(0, 0)) == id)
  }

  /// The removal is settled, and undone, redone and undone again before the device synchronizes.
  @Test func anEditComesBackWithTheLastOfSeveralUndos() throws {
    var group = try Group()
    try group.one.list.applySynchronously(.remove(0))
    try group.changeElsewhere(.update(0, "A"))
    try group.synchronize()
    for direction in [HistoryDirection.undo, .redo, .undo] {
      try group.one.list.applySynchronously(.step(direction))
    }
    try group.synchronize()
    #expect(try group.drawing() == "Abc|d|e")
  }

  /// An undo and its redo are settled together, so that the device never shows the edit.
  @Test func anEditComesBackAfterAnUndoAndItsRedoWereSettled() throws {
    var group = try Group()
    try group.one.list.applySynchronously(.remove(0))
    try group.changeElsewhere(.update(0, "A"))
    try group.synchronize()
    for direction in [HistoryDirection.undo, .redo] {
      try group.one.list.applySynchronously(.step(direction))
    }
    try group.synchronize()
    #expect(try group.drawing() == "bc|d|e")
    try group.step(.undo)
    #expect(try group.drawing() == "Abc|d|e")
  }

  /// Between the undo and its redo the device shows the edit, and the other one takes it back.
  @Test func anEditThatOthersHaveTakenBackDoesNotComeBack() throws {
    var group = try Group()
    try group.one.list.applySynchronously(.remove(0))
    try group.changeElsewhere(.update(0, "A"))
    try group.synchronize()
    try group.step(.undo)
    #expect(try group.drawing() == "Abc|d|e")
    try group.changeElsewhere(.update(0, "a"))
    try group.synchronize()
    try group.step(.redo)
    #expect(try group.drawing() == "bc|d|e")
    try group.step(.undo)
    #expect(try group.drawing() == "abc|d|e")
  }

  /// The device's own edit comes behind that of the other one in the hub's order.
  @Test func whatTheDeviceHasWrittenBeforeItsRemovalComesBack() throws {
    var group = try Group()
    try group.one.list.applySynchronously(.update(0, "x"))
    try group.one.list.applySynchronously(.remove(0))
    try group.changeElsewhere(.update(0, "A"))
    try group.synchronize()
    try group.step(.undo)
    #expect(try group.drawing() == "xbc|d|e")
  }

  /// The hub has settled an edit of the device, which does not know that yet. Another device edits the same item behind it.
  @Test func anEditBehindOneThatTheDeviceDoesNotKnowToBeSettledComesBack() throws {
    var group = try Group()
    try group.one.list.applySynchronously(.update(0, "x"))
    let request = try group.one.request(sendsChanges: true)
    _ = group.hub.answer(request)
    try group.two.synchronize(with: group.hub)
    try group.changeElsewhere(.update(0, "B"))
    try group.one.list.applySynchronously(.remove(0))
    try group.one.list.applySynchronously(.undo())
    try group.synchronize()
    #expect(try group.drawing() == "Bbc|d|e")
  }

  /// The edit belongs to the first removal. By the second one, the device has written the former model again.
  @Test func anEditComesBackWithTheRemovalThatHidItAlone() throws {
    var group = try Group()
    try group.one.list.applySynchronously(.remove(0))
    try group.changeElsewhere(.update(0, "A"))
    try group.synchronize()
    try group.step(.undo)
    #expect(try group.drawing() == "Abc|d|e")
    try group.change(.update(0, "a"))
    try group.change(.remove(0))
    try group.step(.undo)
    #expect(try group.drawing() == "abc|d|e")
  }

  // MARK: Notes

  @Test func editsAreReadAsTheyAreNoted() throws {
    var edits = HiddenEdits()
    edits.append(HiddenEdits.Edit(former: "a", model: "b"), of: ItemID(rawValue: 7))
    edits.append(HiddenEdits.Edit(former: "b", model: .null), of: ItemID(rawValue: 7))
    edits.append(HiddenEdits.Edit(former: nil, model: "s"), of: SectionID(rawValue: 2))
    edits.append(HiddenEdits.Edit(former: "same", model: "same"), of: SectionID(rawValue: 3))
    #expect(
      edits.json == [
        "items": [[7, "a", "b"], [7, "b", .null]], "sections": [[2, .null, "s"]],
      ])
    #expect(try HiddenEdits(json: edits.json) == edits)
    #expect(try HiddenEdits(json: nil).isEmpty)
  }

  @Test(
    arguments: [
      ["items": 7], ["items": [7]], ["items": [[7, "a"]]], ["items": [[7, "a", "b", "c"]]],
      ["items": [[-1, "a", "b"]]], ["sections": [["2", "a", "b"]]],
    ] as [JSONValue])
  func editsThatAreNoneAreRefused(_ json: JSONValue) {
    #expect(throws: SyncError.self) { try HiddenEdits(json: json) }
  }
}
