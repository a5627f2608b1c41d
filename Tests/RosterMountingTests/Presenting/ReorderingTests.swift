import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterLayout
import RosterMounting
import RosterRecordingHost
import RosterTestKit
import RosterTestSupport
import Testing

/// Rows that a user drags to another place of a list.
@Suite("ListPresenter, with rows that are dragged")
struct ReorderingTests {
  private let annotation = ChangeAnnotation(origin: "user")

  private func path(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }

  private func onStage(
    _ texts: [String], length: Double = 100, _ body: (Stage) async throws -> Void
  ) async throws {
    try await Stage.with(rules: ScrollRules(top: .keepsRows), length: length) { stage in
      try await stage.apply(texts)
      try await body(stage)
      #expect(stage.presenter.reorderedItem == nil)
      #expect(try stage.offence() == nil)
    }
  }

  private func starts(_ stage: Stage) -> [String: Double] {
    Dictionary(stage.rows.map { ($0.tree, $0.onScreen) }, uniquingKeysWith: { $1 })
  }

  @Test func rowsMakeRoomAndStayWhereTheyAreAfterTheDrop() async throws {
    try await onStage(["10", "20", "30", "40"]) { stage in
      let presenter = stage.presenter
      let batches = try stage.list.batches(after: presenter.revision)
      #expect(try presenter.beginReorder(ItemID(rawValue: 1), at: 3))
      #expect(presenter.reorderedItem == ItemID(rawValue: 1))
      try presenter.moveReorder(to: 50)
      #expect(starts(stage) == ["item 1": 47, "item 2": 0, "item 3": 20, "item 4": 60])
      let dragged = try #require(presenter.mount.view(of: .item(ItemID(rawValue: 1))))
      #expect(stage.host.value("dragged", of: dragged) == true)
      #expect(
        try presenter.endReorder(annotation) == ItemMove(source: path(0), target: path(2)))
      let dropped = starts(stage)
      #expect(dropped == ["item 1": 50, "item 2": 0, "item 3": 20, "item 4": 60])
      #expect(presenter.reorderedItem != nil, "until the batch is shown")
      try await stage.settle()
      #expect(starts(stage) == dropped)
      #expect(stage.host.value("dragged", of: dragged) == nil)
      #expect(presenter.mount.view(of: .item(ItemID(rawValue: 1))) == dragged)
      #expect(stage.visibleTexts == ["20+0", "30+0", "10+0", "40+0"])
      var iterator = batches.makeAsyncIterator()
      let batch = try #require(try await iterator.next())
      #expect(batch.changes.annotation == annotation)
    }
  }

  @Test func aDragThatIsCancelledChangesNothing() async throws {
    try await onStage(["10", "20", "30"]) { stage in
      let before = starts(stage)
      try stage.presenter.beginReorder(ItemID(rawValue: 3), at: 40)
      try stage.presenter.moveReorder(to: 2)
      #expect(starts(stage) != before)
      try stage.presenter.cancelReorder()
      #expect(starts(stage) == before)
      try stage.presenter.beginReorder(ItemID(rawValue: 3), at: 40)
      #expect(try stage.presenter.endReorder() == nil)
      #expect(starts(stage) == before)
      try await stage.settle()
      #expect(try texts(stage) == ["10", "20", "30"])
      #expect(try !stage.presenter.beginReorder(ItemID(rawValue: 9), at: 40))
      try stage.presenter.moveReorder(to: 2)
      #expect(try stage.presenter.endReorder() == nil)
    }
  }

  @Test func aDragFollowsItsItemThroughBatches() async throws {
    try await onStage(Array(repeating: "10", count: 30)) { stage in
      try stage.presenter.scroll(to: 50)
      try stage.presenter.beginReorder(ItemID(rawValue: 8), at: 72)
      try stage.presenter.moveReorder(to: 104)
      let before = starts(stage)
      try await stage.apply(TextChange { $0.insertItems(["20", "20"], at: path(0)) })
      #expect(stage.presenter.offset == 90)
      let after = starts(stage)
      #expect(after.filter { before[$0.key] != nil } == before.filter { after[$0.key] != nil })
      #expect(
        try stage.presenter.endReorder()
          == ItemMove(source: path(9), target: path(12)))
      try await stage.settle()
      try stage.presenter.beginReorder(ItemID(rawValue: 8), at: stage.presenter.offset + 50)
      try await stage.apply(TextChange { $0.removeItem(at: path(12)) })
      #expect(stage.presenter.reorderedItem == nil)
    }
  }

  /// The list is further than what is shown: the drop waits.
  @Test func aDropWaitsForWhatIsNotShownYet() async throws {
    try await onStage(["10", "20", "30", "40"]) { stage in
      try stage.presenter.beginReorder(ItemID(rawValue: 1), at: 0)
      try stage.presenter.moveReorder(to: 21)
      try await stage.list.apply(TextChange { $0.insertItem("10", at: path(0)) })
      try stage.presenter.endReorder(annotation)
      try await stage.presenter.presentPublished()
      try await stage.settle()
      #expect(try texts(stage) == ["10", "20", "10", "30", "40"])
      #expect(try stage.list.snapshot.state.itemID(at: path(2)) == ItemID(rawValue: 1))
    }
  }

  /// What is pending when the user moves an item may change nothing, and so give no batch: a field that
  /// tells that it lost the focus, or a change that is refused.
  @Test(.timeLimit(.minutes(10)), arguments: [false, true])
  func aMoveGoesOnBehindWhatChangesNothing(isDropped: Bool) async throws {
    try await onStage(["10", "20", "30"]) { stage in
      let (presenter, list) = (stage.presenter, stage.list)
      let gate = Gate()
      let refused = try list.enqueueChange { _, _ in
        gate.pass()
        throw CancellationError()
      }
      if isDropped {
        try presenter.beginReorder(ItemID(rawValue: 1), at: 0)
        try presenter.moveReorder(to: 21)
        #expect(try presenter.endReorder() != nil)
      } else {
        #expect(try presenter.reorder(ItemID(rawValue: 1), .later))
      }
      // The first update is before any batch, and there the move still has to wait.
      let revision = presenter.revision
      presenter.onUpdate = { [weak presenter] _ in
        gate.open()
        if let presenter, presenter.revision > revision { Task { await list.close() } }
      }
      try await presenter.run()
      await #expect(throws: (any Error).self) { try await refused.value }
      #expect(try texts(stage) == ["20", "10", "30"])
    }
  }

  @Test func aListScrollsUnderTheDraggedRow() async throws {
    try await onStage(Array(repeating: "10", count: 30)) { stage in
      let presenter = stage.presenter
      try presenter.beginReorder(ItemID(rawValue: 1), at: 5)
      #expect(presenter.reorderScrollSpeed(edgeLength: 20, speedMax: 100) == 0, "at the start")
      try presenter.moveReorder(to: 95)
      #expect(presenter.reorderScrollSpeed(edgeLength: 20, speedMax: 100) == 75)
      try presenter.scroll(by: 150)
      #expect(starts(stage)["item 1"] == 90, "it stays under the pointer")
      try presenter.scroll(to: .infinity)
      #expect(presenter.reorderScrollSpeed(edgeLength: 20, speedMax: 100) == 0)
      #expect(try presenter.endReorder() == ItemMove(source: path(0), target: path(29)))
      try await stage.settle()
      #expect(starts(stage)["item 1"] == 90)
    }
  }

  @Test func keysMoveAnItemOnePlaceEach() async throws {
    try await onStage(["10", "20", "30", "40"]) { stage in
      let item = ItemID(rawValue: 1)
      for _ in 0..<3 { #expect(try stage.presenter.reorder(item, .later, annotation)) }
      for _ in 0..<5 { try await stage.settle() }
      #expect(try texts(stage) == ["20", "30", "40", "10"])
      #expect(try stage.presenter.reorder(item, .later))
      #expect(try stage.presenter.reorder(item, .earlier))
      for _ in 0..<5 { try await stage.settle() }
      #expect(try texts(stage) == ["20", "30", "10", "40"])
      #expect(try !stage.presenter.reorder(ItemID(rawValue: 9), .later))
    }
  }

  private func texts(_ stage: Stage) throws -> [String?] {
    try (0..<stage.list.snapshot.sectionCount).flatMap { section in
      try (0..<stage.list.snapshot.itemCount(inSection: section)).map {
        try stage.list.snapshot.model(at: ItemPath(section: section, item: $0))
      }
    }
  }

  // MARK: Everything

  private static let lengths = ["10", "30", "20"]

  /// Every drag of every item to every place of all small lists.
  @Test(arguments: [false, true])
  func everyDropPutsTheItemThereWithoutAJump(hasHeaders: Bool) async throws {
    let counts = (1...2).flatMap { sections in
      (0..<sections).reduce([[]]) { lists, _ in
        lists.flatMap { list in (0...3).map { list + [$0] } }
      }
    }
    for counts in counts where counts.reduce(0, +) > 0 {
      try await Stage.with(length: 60, hasHeaders: hasHeaders) { stage in
        try await stage.apply(
          ListRows<String, String>(
            counts.map { .init(model: "12", items: Self.lengths.prefix($0).map(\.self)) }
          ).asInsertion)
        try await check(stage, counts)
      }
    }
  }

  private func check(_ stage: Stage, _ counts: [Int]) async throws {
    let paths = counts.enumerated().flatMap { section, count in
      (0..<count).map { ItemPath(section: section, item: $0) }
    }
    for source in paths {
      for section in counts.indices {
        let last = counts[section] - (section == source.section ? 1 : 0)
        for index in 0...last {
          try await drop(stage, source, ItemPath(section: section, item: index))
        }
      }
    }
  }

  private func drop(_ stage: Stage, _ source: ItemPath, _ target: ItemPath) async throws {
    let what: Comment = "\(source) to \(target) at \(stage.presenter.offset)"
    let state = stage.list.snapshot.state
    let item = try #require(try state.itemID(at: source))
    let extents: ListExtents = stage.list.extents()
    // Where the row is to stand: the list says so once it is moved.
    let start = extents.span(ofItemAt: source).start
    try stage.presenter.beginReorder(item, at: start + 3)
    try await stage.list.apply(TextChange { $0.moveItem(from: source, to: target) })
    let moved: ListExtents = stage.list.extents()
    let targetStart = moved.span(ofItemAt: target).start
    _ = try await stage.list.apply(.undo())
    try stage.presenter.cancelReorder()
    try await stage.settle()
    try stage.presenter.beginReorder(item, at: start + 3)
    try stage.presenter.moveReorder(to: targetStart + 3)
    let move = try stage.presenter.endReorder()
    let isMoved = source != target && targetStart != start
    #expect(
      move == (isMoved ? ItemMove(source: source, target: move?.target ?? target) : nil), what)
    let dropped = starts(stage)
    try await stage.settle()
    let now = starts(stage)
    for (tree, start) in now where dropped[tree] != nil { #expect(start == dropped[tree], what) }
    #expect(stage.presenter.reorderedItem == nil, what)
    #expect(try stage.offence() == nil, what)
    if let move {
      #expect(try stage.list.snapshot.state.itemID(at: move.target) == item, what)
      _ = try await stage.list.apply(.undo())
      try await stage.settle()
    }
    #expect(try stage.list.snapshot.state.itemID(at: source) == item, what)
  }
}
