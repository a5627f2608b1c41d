#if os(Linux)
  import Foundation
  import Roster
  import RosterAppleRows
  import RosterComponentLists
  import RosterComponents
  import RosterCore
  import RosterToolkitStubs
  import Testing

  /// Animations of components in cells. The time of the display is one for all, so no two of these run at once.
  @Suite("Animations of components in cells", .serialized, .timeLimit(.minutes(10))) @MainActor
  struct RowAnimationTests {
    private let list: CounterList
    private let trees: [TreeID]

    init() throws {
      list = try CounterList(
        .memory(list: "rows"), configuration: .rows(width: 200)
      ) { name, _ in GrowingRow(name: name) }
      try list.applySynchronously(
        Changeset {
          $0.insertSection(at: 0, nil)
          $0.insertItems(["a", "b"], at: ItemPath(section: 0, item: 0))
        })
      trees = try list.outputs(inSection: 0).map(\.tree)
    }

    /// Does something that changes the list, and waits until it has changed.
    private func change(_ body: () throws -> Void) async throws {
      let batches = try list.batches(after: list.snapshot.revision)
      try body()
      _ = try #require(await batches.next())
    }

    private func remark(in cell: UIView) -> UILabel? { cell.shown(UILabel.self).first }

    private func shownViews(in view: NSView) -> [NSView] {
      view.subviews.filter { !$0.isHidden }.flatMap { [$0] + shownViews(in: $0) }
    }

    private func button(in cell: NSView) throws -> NSButton {
      try #require(shownViews(in: cell).lazy.compactMap { $0 as? NSButton }.first)
    }

    /// Returns the area of the remark: AppKit's label fills it.
    private func remarkArea(in cell: NSView) throws -> NSView {
      let fields = shownViews(in: cell).lazy.compactMap { $0 as? NSTextField }
      return try #require(fields.first { !$0.isEditable }?.superview)
    }

    @Test func aRemarkComesAndGoesByAndBy() async throws {
      let rows = ComponentRows<UIView>(list)
      let cell = ComponentCollectionViewCell(frame: .zero)
      rows.show(trees[0], in: cell)
      let button = try #require(cell.shown(UIButton.self).first)
      try await change { button.tapByHand() }
      rows.show(trees[0], in: cell)
      var start = CACurrentMediaTime()
      let label = try #require(remark(in: cell))
      let center = label.center
      #expect(label.alpha == 0 && label.transform.tx == 40)
      CADisplayLink.showFrameByHand(at: start + 0.5)
      #expect(abs(label.alpha - 0.5) < 0.001 && abs(label.transform.tx - 20) < 0.1)
      #expect(label.center == center, "it is drawn elsewhere, and laid out where it was")
      CADisplayLink.showFrameByHand(at: start + 1.1)
      #expect(label.alpha == 1 && label.transform == .identity)
      #expect(CADisplayLink.runningCount == 0)

      try await change { button.tapByHand() }
      rows.show(trees[0], in: cell)
      start = CACurrentMediaTime()
      CADisplayLink.showFrameByHand(at: start + 0.25)
      #expect(remark(in: cell) === label && abs(label.alpha - 0.75) < 0.001)
      CADisplayLink.showFrameByHand(at: start + 1.1)
      #expect(remark(in: cell) == nil && CADisplayLink.runningCount == 0)
      await list.close()
    }

    @Test func aCellThatIsUsedAgainEndsWhatPlays() async throws {
      let rows = ComponentRows<UIView>(list)
      let cell = ComponentCollectionViewCell(frame: .zero)
      rows.show(trees[0], in: cell)
      let button = try #require(cell.shown(UIButton.self).first)
      try await change { button.tapByHand() }
      rows.show(trees[0], in: cell)
      #expect(remark(in: cell)?.alpha == 0)
      rows.show(trees[1], in: cell)
      #expect(remark(in: cell) == nil)
      rows.show(trees[0], in: cell)
      #expect(remark(in: cell)?.alpha == 1, "a row that comes is there at once")
      CADisplayLink.showFrameByHand(at: CACurrentMediaTime() + 0.5)
      #expect(remark(in: cell)?.alpha == 1 && CADisplayLink.runningCount == 0)
      try await change {
        try #require(cell.shown(UIButton.self).first).tapByHand()
      }
      rows.show(trees[0], in: cell)
      #expect(remark(in: cell) != nil, "it leaves by and by")
      rows.show(trees[1], in: cell)
      #expect(remark(in: cell) == nil)
      CADisplayLink.showFrameByHand(at: CACurrentMediaTime())
      #expect(CADisplayLink.runningCount == 0)
      await list.close()
    }

    @Test func aUserWhoWantsNoMotionSeesNone() async throws {
      let rows = ComponentRows<UIView>(list)
      let cell = ComponentCollectionViewCell(frame: .zero)
      rows.show(trees[0], in: cell)
      let button = try #require(cell.shown(UIButton.self).first)
      try await change { button.tapByHand() }
      UIAccessibility.isReduceMotionEnabled = true
      defer { UIAccessibility.isReduceMotionEnabled = false }
      rows.show(trees[0], in: cell)
      #expect(remark(in: cell)?.alpha == 1 && CADisplayLink.runningCount == 0)
    }

    @Test func rowsThatAreGoneAskForNoFrames() async throws {
      var rows: ComponentRows<UIView>? = ComponentRows<UIView>(list)
      let cell = ComponentCollectionViewCell(frame: .zero)
      rows?.show(trees[0], in: cell)
      let button = try #require(cell.shown(UIButton.self).first)
      try await change { button.tapByHand() }
      rows?.show(trees[0], in: cell)
      #expect(CADisplayLink.runningCount == 1)
      rows = nil
      CADisplayLink.showFrameByHand(at: CACurrentMediaTime())
      #expect(CADisplayLink.runningCount == 0)
    }

    @Test func viewsOfAppKitFadeAndMove() async throws {
      let rows = ComponentRows<NSView>(list)
      let cell = ComponentTableCellView(frame: .zero)
      cell.window = NSWindow()
      rows.show(trees[0], in: cell)
      let button = try button(in: cell)
      try await change { button.clickByHand() }
      rows.show(trees[0], in: cell)
      let start = CACurrentMediaTime()
      let area = try remarkArea(in: cell)
      #expect(area.alphaValue == 0)
      let place = area.frame.minX - 40
      CADisplayLink.showFrameByHand(at: start + 0.5)
      #expect(abs(area.alphaValue - 0.5) < 0.001 && abs(area.frame.minX - place - 20) < 0.1)
      CADisplayLink.showFrameByHand(at: start + 1.1)
      #expect(area.alphaValue == 1 && area.frame.minX == place)
      #expect(CADisplayLink.runningCount == 0)
      await list.close()
    }

    /// What changes in a cell that no display shows is there at once, and what plays in others goes on.
    @Test func aCellOfAppKitWithoutAWindowShowsNoAnimations() async throws {
      let rows = ComponentRows<NSView>(list)
      let cells = [ComponentTableCellView(frame: .zero), ComponentTableCellView(frame: .zero)]
      cells[0].window = NSWindow()
      for (tree, cell) in zip(trees, cells) {
        rows.show(tree, in: cell)
        let button = try button(in: cell)
        try await change { button.clickByHand() }
        rows.show(tree, in: cell)
      }
      let areas = try cells.map(remarkArea(in:))
      #expect(areas.map(\.alphaValue) == [0, 1])
      CADisplayLink.showFrameByHand(at: CACurrentMediaTime() + 0.5)
      #expect(abs(areas[0].alphaValue - 0.5) < 0.001 && areas[1].alphaValue == 1)
      CADisplayLink.showFrameByHand(at: CACurrentMediaTime() + 1)
      #expect(areas.map(\.alphaValue) == [1, 1] && CADisplayLink.runningCount == 0)
      await list.close()
    }
  }
#endif
