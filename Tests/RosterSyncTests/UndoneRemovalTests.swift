import RosterCore
import RosterEngine
import RosterJSON
import RosterTestSupport
import Testing

@testable import RosterSync

/// A device takes a removal back, of which others have kept a part.
@Suite struct UndoneRemovalTests {
  /// A hub and two devices with the sections "ab" and "c".
  private struct Group {
    let hub: TextHub
    var one: TextDevice
    var two: TextDevice

    init(limits: SyncLimits = SyncLimits()) throws {
      hub = TextHub(try TextList(inMemory: MemoryList()), name: "hub", coding: .text)
      one = try TextDevice(
        TextList(inMemory: MemoryList()), name: "one", coding: .text, limits: limits)
      two = try TextDevice(
        TextList(inMemory: MemoryList()), name: "two", coding: .text, limits: limits)
      try one.list.applySynchronously(
        TextChange {
          $0.insertSection(at: 0)
          $0.insertSection(at: 1)
          $0.insertItems(["a", "b"], at: ItemPath(section: 0, item: 0))
          $0.insertItem("c", at: ItemPath(section: 1, item: 0))
        })
      try synchronize()
    }

    mutating func synchronize() throws {
      try one.synchronize(with: hub)
      try two.synchronize(with: hub)
      try one.synchronize(with: hub)
    }

    /// The list of all: the same, or a failure.
    func drawing(_ what: Comment? = nil) throws -> String {
      let drawing = try hub.list.drawing
      for device in [one, two] {
        #expect(try device.drawing == drawing, what)
        #expect(try device.damage() == nil, what)
      }
      return drawing
    }

    /// Moves "a" behind "c", if it is in the list of the second device.
    func moveOut() throws {
      guard try two.list.drawing.hasPrefix("a") else { return }
      try two.list.applySynchronously(
        TextChange {
          $0.moveItem(
            from: ItemPath(section: 0, item: 0), to: ItemPath(section: 1, item: 1))
        })
    }
  }

  private static let removal = TextChange { $0.removeSection(at: 0) }

  @Test func anItemThatOthersHaveMovedStaysThere() throws {
    var group = try Group()
    let id = try group.one.list.snapshot.state.itemID(at: ItemPath(section: 0, item: 0))
    try group.moveOut()
    try group.two.synchronize(with: group.hub)
    try group.one.list.applySynchronously(Self.removal)
    try group.synchronize()
    #expect(try group.drawing() == "ca")
    // It comes back as the item that it was.
    #expect(try group.one.list.snapshot.state.itemID(at: ItemPath(section: 0, item: 1)) == id)
    try group.one.list.stepSynchronously(.undo)
    #expect(try group.one.drawing == "b|ca")
    try group.synchronize()
    #expect(try group.drawing() == "b|ca")
    try group.one.list.stepSynchronously(.redo)
    try group.synchronize()
    #expect(try group.drawing() == "ca")
  }

  /// Others move the item while the request with the removal and the undo is on its way.
  @Test func anItemThatOthersMoveMeanwhileIsThereOnce() throws {
    var group = try Group()
    try group.one.list.applySynchronously(Self.removal)
    try group.one.list.stepSynchronously(.undo)
    let request = try group.one.request(sendsChanges: true)
    #expect(
      request["returning"] == ["items": [[1, [0, 0]], [2, [0, 1]]], "sections": [[1, 0]]])
    try group.moveOut()
    try group.two.synchronize(with: group.hub)
    _ = try group.one.integrate(answer: group.hub.answer(request))
    #expect(group.one.takeOutcomes().suffix(2).map(\.kind) == [.confirmed, .confirmed])
    try group.synchronize()
    #expect(try group.drawing() == "b|ca")
  }

  @Test func aRequestThatBringsNothingBackSaysNothingOfThat() throws {
    let group = try Group()
    var one = group.one
    try one.list.applySynchronously(.insert("x"))
    try one.list.stepSynchronously(.undo)
    try one.list.stepSynchronously(.redo)
    #expect(try one.request(sendsChanges: true)["returning"] == nil)
  }

  /// Another device moves the item, each device synchronizes after any of the steps, and requests have one
  /// change or all.
  @Test(arguments: 0..<3, [1, 256])
  func everyItemIsThereOnceInAnyOrder(_ moveTurn: Int, _ sentCountMax: Int) throws {
    var limits = SyncLimits()
    limits.sentCountMax = sentCountMax
    for stepCount in 2...4 {
      // Of the longest ones some are enough.
      for schedule in stride(
        from: 0, to: 1 << (2 * (stepCount + 1)), by: stepCount == 4 ? 5 : 1)
      {
        var group = try Group(limits: limits)
        let what: Comment = "\(stepCount) steps, schedule \(schedule)"
        for turn in 0...stepCount {
          switch (turn, turn - (turn > moveTurn ? 1 : 0)) {
          case (moveTurn, _): try group.moveOut()
          case (_, 0): try group.one.list.applySynchronously(Self.removal)
          case (_, let step):
            try group.one.list.stepSynchronously(step.isMultiple(of: 2) ? .redo : .undo)
          }
          if schedule >> (2 * turn) & 1 == 1 { try group.one.synchronize(with: group.hub) }
          if schedule >> (2 * turn) & 2 == 2 { try group.two.synchronize(with: group.hub) }
          for list in [group.hub.list, group.one.list, group.two.list] {
            let letters = try list.drawing.filter { $0 != "|" }
            #expect(Set(letters).count == letters.count, what)
          }
        }
        try group.synchronize()
        let letters = try group.drawing(what).filter { $0 != "|" }.sorted()
        // After a redo the removed ones are gone, but for one that others have moved.
        let expected: [[Character]] =
          stepCount == 3 ? [["c"], ["a", "c"]] : [["a", "b", "c"]]
        #expect(expected.contains(letters), what)
      }
    }
  }
}
