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

@Suite("ListPresenter")
struct ListPresenterTests {
  private let tens = Array(repeating: "10", count: 100)

  private func insert(_ texts: [String], at item: Int) -> TextChange {
    TextChange { $0.insertItems(texts, at: ItemPath(section: 0, item: item)) }
  }

  private func update(_ item: Int, _ text: String) -> TextChange {
    TextChange { $0.updateItem(at: ItemPath(section: 0, item: item), text) }
  }

  // MARK: Updates

  @Test func theWindowIsShownAtOnce() async throws {
    try await Stage.with { stage in
      try await stage.apply(tens)
      #expect(stage.visibleRows.count == 10)
      #expect(stage.rows.count == 15, "half a window lies ahead")
      #expect(stage.presenter.visibleItems.map(\.rawValue) == Array(1...10))
      #expect(try stage.offence() == nil)
    }
  }

  @Test func anUpdateOfOneRowTouchesItsViewsOnly() async throws {
    try await Stage.with { stage in
      try await stage.apply(tens)
      stage.host.touched = []
      let view = stage.rows[3].view
      try await stage.apply(update(3, "10.0"))
      #expect(stage.host.touched == Set(stage.host.shownViews(in: view)))
      #expect(stage.visibleTexts[3] == "10.0+0")
    }
  }

  @Test func aBatchFarAwayTouchesNoRow() async throws {
    try await Stage.with { stage in
      try await stage.apply(tens)
      stage.host.touched = []
      try await stage.apply(update(80, "11"))
      #expect(stage.host.touched == [stage.presenter.mount.list], "only its length")
      #expect(stage.presenter.contentLength == 1_001)
    }
  }

  @Test func eachBatchIsOneUpdate() async throws {
    try await Stage.with { stage in
      try await stage.apply(tens)
      try stage.presenter.scroll(to: 200)
      var offsets: [Double] = []
      stage.presenter.onUpdate = { _ in offsets.append(stage.rows[0].onScreen) }
      let onScreen = stage.rows[0].onScreen
      try await stage.list.apply(insert(["7", "7"], at: 0))
      try await stage.presenter.presentPublished()
      #expect(offsets == [onScreen, onScreen])
      #expect(stage.presenter.offset == 214)
    }
  }

  @Test func aRowThatIsAheadOfItsBatchesDoesNotGoBack() async throws {
    try await Stage.with { stage in
      try await stage.apply(tens)
      try await stage.list.apply(update(50, "20"))
      try await stage.list.apply(update(50, "30"))
      var texts: [[String?]] = []
      stage.presenter.onUpdate = { _ in texts.append(stage.visibleTexts.filter { $0 != "10+0" }) }
      try stage.presenter.scroll(to: 450)
      try await stage.presenter.presentPublished()
      #expect(texts == [["30+0"], ["30+0"], ["30+0"], ["30+0"]])
      try await stage.apply(update(50, "40"))
      #expect(texts.last == ["40+0"])
      #expect(try stage.offence() == nil)
    }
  }

  @Test func aRunningPresenterFollowsUntilTheListIsClosed() async throws {
    try await Stage.with { stage in
      try await stage.list.apply(ListRows<String, String>([.init(items: tens)]).asInsertion)
      await stage.list.close()
      try await stage.presenter.run()
      #expect(stage.visibleRows.count == 10)
      stage.presenter.removeAll()
      #expect(stage.host.existingViews.isEmpty)
    }
  }

  // MARK: Start and end

  @Test func atTheTopNewRowsBecomeVisible() async throws {
    try await Stage.with { stage in
      try await stage.apply(tens)
      try await stage.apply(insert(["11"], at: 0))
      #expect(stage.presenter.offset == 0)
      #expect(stage.visibleTexts.first == "11+0")
      #expect(stage.presenter.newAboveCount == 0)
    }
  }

  @Test func atTheTopRowsCanBeKeptAndNewOnesCounted() async throws {
    try await Stage.with(rules: ScrollRules(top: .keepsRows)) { stage in
      try await stage.apply(tens)
      let before = stage.visibleRows.map(\.tree)
      try await stage.apply(insert(["11", "12", "13"], at: 0))
      #expect(stage.presenter.offset == 36)
      #expect(stage.visibleRows.map(\.tree) == before)
      #expect(stage.presenter.newAboveCount == 3)
      try stage.presenter.scroll(to: 25)
      #expect(stage.presenter.newAboveCount == 2)
      try stage.presenter.scroll(to: 0)
      #expect(stage.presenter.newAboveCount == 0)
    }
  }

  @Test func atTheEndTheEndIsFollowed() async throws {
    try await Stage.with(rules: ScrollRules(followsEnd: true)) { stage in
      try await stage.apply(tens)
      #expect(stage.presenter.offset == 900)
      try await stage.apply(insert(["30"], at: 100))
      #expect(stage.visibleTexts.last == "30+0")
      #expect(stage.presenter.offset == 930)
      try stage.presenter.scroll(by: -100)
      try await stage.apply(insert(["30"], at: 101))
      #expect(stage.presenter.offset == 830)
    }
  }

  // MARK: Anchors

  @Test func theNeighbourOfARemovedAnchorTakesItsPlace() async throws {
    try await Stage.with { stage in
      try await stage.apply((0..<50).map { "\(10 + $0)" })
      try stage.presenter.scroll(to: 300)
      let first = stage.visibleRows[0]
      let second = stage.visibleRows[1]
      let item = try #require(stage.presenter.visibleItems.first)
      let path = try #require(try stage.list.snapshot.path(of: item))
      try await stage.apply(TextChange { $0.removeItem(at: path) })
      #expect(stage.rows.first { $0.tree == second.tree }?.onScreen == first.onScreen)
    }
  }

  @Test func aRowIsHeldThoughAnotherOneHasComeBeforeItOnTheScreen() async throws {
    try await Stage.with(hasHeaders: true) { stage in
      try await stage.apply(
        ListRows<String, String>([.init(model: "20", items: tens)]).asInsertion)
      try stage.presenter.scroll(to: 5)
      try await stage.apply(insert(["10"], at: 0))
      #expect(stage.visibleRows.map(\.onScreen).prefix(3) == [-15, 5, 15])
      try await stage.apply(update(0, "30"))
      #expect(stage.visibleRows.first { $0.tree == "item 1" }?.onScreen == 15)
    }
  }

  @Test func theRowWithTheFocusStaysWhereverOneScrolls() async throws {
    try await Stage.with { stage in
      try await stage.apply(tens)
      let row = stage.rows[2]
      stage.host.focusedView = row.view
      for offset in stride(from: 0.0, to: 900, by: 70) { try stage.presenter.scroll(to: offset) }
      #expect(stage.host.focusedView == row.view)
      #expect(
        stage.rows.first
          == SeenRow(
            view: row.view, tree: row.tree, start: 20, length: 10, offset: stage.presenter.offset,
            texts: row.texts))
      try await stage.apply(insert(["10"], at: 0))
      #expect(stage.rows.first?.start == 30)
    }
  }

  @Test func rowsStayThoughAHeaderThatSticksHasTheFocus() async throws {
    try await Stage.with(hasHeaders: true) {
      $0.sticksHeaders = true
    } _: { stage in
      try await stage.apply(
        ListRows<String, String>([.init(model: "20", items: tens)]).asInsertion)
      stage.host.focusedView = stage.rows[0].view
      try stage.presenter.scroll(to: 55)
      #expect(stage.presenter.focusedTree == stage.presenter.tree(of: stage.rows[0].view))
      let item = try #require(stage.presenter.visibleItems.last)
      let row = try #require(stage.presenter.view(of: .item(item)))
      let before = stage.rows.first { $0.view == row }?.onScreen
      try await stage.apply(insert(["10"], at: 0))
      #expect(stage.rows.first { $0.view == row }?.onScreen == before)
      #expect(stage.presenter.offset == 65)
    }
  }

  // MARK: Scrolling

  @Test func scrollingThroughManyRowsMakesFewViews() async throws {
    let range = WorkingRange(ahead: .items(30), behind: .items(10))
    try await Stage.with(range: range) { stage in
      try await stage.apply(Array(repeating: "10", count: 100_000))
      for step in 0..<150 { try stage.userScrolls(to: Double(step * 45)) }
      for step in stride(from: 0.0, to: 1_000_000, by: 13_337) {
        try stage.presenter.scroll(to: step)
        #expect(stage.visibleRows.first?.onScreen ?? 1 <= 0)
      }
      try stage.presenter.scroll(to: .infinity)
      #expect(stage.presenter.visibleItems.last?.rawValue == 100_000)
      #expect(stage.host.madeCount <= 1 + 2 * 30, "three lengths of the visible part")
    }
  }

  @Test(arguments: [ScrollAlignment.start, .center, .end, .nearest])
  func aRowThatWasNeverMeasuredIsFound(_ alignment: ScrollAlignment) async throws {
    let range = WorkingRange(ahead: .items(2), behind: .items(2))
    try await Stage.with(range: range) { stage in
      try await stage.apply((0..<500).map { "\(5 + $0 % 30)" })
      let item = ItemID(rawValue: 250)
      #expect(try stage.presenter.scroll(to: .item(item), alignment: alignment))
      let row = try #require(stage.visibleRows.first { $0.tree == "item 250" })
      let free = 100 - row.length
      let expected = [.start: 0, .center: free / 2, .end: free, .nearest: free][alignment]
      #expect(row.onScreen == expected)
      #expect(try !stage.presenter.scroll(to: .item(ItemID(rawValue: 999))))
    }
  }

  @Test(arguments: [0.0, 37, -4, 62]) func aRowIsPutWhereAnotherPresenterHasIt(
    _ distance: Double
  ) async throws {
    let range = WorkingRange(ahead: .items(2), behind: .items(2))
    try await Stage.with(range: range) { stage in
      try await stage.apply((0..<500).map { "\(5 + $0 % 30)" })
      let tree = TreeID.item(ItemID(rawValue: 250))
      #expect(try stage.presenter.scroll(to: tree, at: distance))
      #expect(try stage.presenter.distance(of: tree) == distance)
      #expect(stage.visibleRows.first { $0.tree == "item 250" }?.onScreen == distance)
      let other = TreeID.item(ItemID(rawValue: 999))
      #expect(try stage.presenter.distance(of: other) == nil)
      #expect(try !stage.presenter.scroll(to: other, at: 0))
    }
  }

  @Test func rowsMayBeMeasuredWhileTheUserScrollsUp() async throws {
    let range = WorkingRange(ahead: .items(1), behind: .items(1))
    try await Stage.with(range: range) { stage in
      try await stage.apply((0..<500).map { "\(5 + $0 % 30)" })
      try stage.presenter.scroll(to: .item(ItemID(rawValue: 400)), alignment: .start)
      for _ in 0..<200 {
        let first = try #require(stage.visibleRows.first)
        try stage.userScrolls(to: stage.presenter.offset - 7)
        let now = try #require(stage.rows.first { $0.tree == first.tree })
        #expect(now.onScreen - first.onScreen == 7)
        try await stage.settle()
      }
    }
  }

  @Test func aUserMayScrollBeyondTheContent() async throws {
    try await Stage.with { stage in
      try await stage.apply(tens)
      try stage.userScrolls(to: -30)
      #expect(stage.presenter.offset == -30)
      try stage.presenter.scroll(by: 5)
      #expect(stage.presenter.offset == 0)
    }
  }

  // MARK: Sizes, headers, events

  @Test func anotherSizeLaysOutAgain() async throws {
    try await Stage.with {
      $0.layout = {
        LayoutConstraints(SizeRange(min: .zero, max: Size(width: $0.width, height: 9)))
      }
    } _: { stage in
      try await stage.apply(tens)
      try stage.presenter.scroll(to: 500)
      let first = stage.visibleRows[0].tree
      try stage.presenter.resize(to: Size(width: 60, height: 50))
      try await stage.settle()
      #expect(stage.visibleRows.first?.tree == first)
      #expect(stage.presenter.contentLength == 900)
      #expect(try stage.offence() == nil)
    }
  }

  @Test func theHeaderOfALongSectionSticks() async throws {
    try await Stage.with(hasHeaders: true) {
      $0.sticksHeaders = true
    } _: { stage in
      try await stage.apply(
        ListRows<String, String>([.init(model: "20", items: tens)]).asInsertion)
      try stage.presenter.scroll(to: 400)
      let header = try #require(stage.rows.first)
      #expect((header.tree, header.start) == ("header of section 1", 0))
      #expect(stage.host.number("stickyEnd", of: header.view) == 1_020)
    }
  }

  @Test func anEventPerformsItsActions() async throws {
    try await Stage.with { stage in
      try await stage.apply(tens)
      let view = stage.host.shownViews(in: stage.rows[1].view)[0]
      #expect(stage.presenter.handle(.tap, of: view, values: [5]) == 1)
      #expect(stage.presenter.handle(.longPress, of: view) == 0)
      #expect(stage.presenter.handle(.tap, of: stage.presenter.mount.list) == 0)
      try await stage.settle()
      #expect(stage.rows[1].length == 15)
      #expect(stage.rows[1].texts == ["10+5"])
      #expect(stage.host.shownViews(in: stage.rows[1].view) == [view])
    }
  }

  // MARK: Controllers

  private final class Log { var lines: [String] = [] }

  private final class PlankController: ComponentController {
    typealias Controlled = Plank
    typealias View = RecordingHost.View
    private let log: Log
    private let text: String

    init(_ built: BuiltComponent<Plank>, _ log: Log) {
      (self.log, text) = (log, built.component.text)
    }
    func didMount() { log.lines.append("\(text) mounts") }
    func didUnmount() { log.lines.append("\(text) unmounts") }
    func treeWillAppear() { log.lines.append("\(text) appears") }
    func treeDidDisappear() { log.lines.append("\(text) disappears") }
    func invalidate() { log.lines.append("\(text) ends") }
  }

  @Test func aTreeHasControllersAsLongAsItsRowHasViews() async throws {
    try await Stage.with {
      ($0.overscanAhead, $0.overscanBehind) = (0, 0)
    } _: { stage in
      let log = Log()
      stage.presenter.controllers.register { built, _ in PlankController(built, log) }
      try await stage.apply(["60", "61", "62", "63"])
      #expect(log.lines == ["60 mounts", "61 mounts", "60 appears", "61 appears"])
      log.lines = []
      try stage.presenter.scroll(to: 70)
      #expect(
        log.lines == [
          "60 disappears", "60 unmounts", "62 mounts", "62 appears", "60 ends",
        ])
      log.lines = []
      try await stage.apply(TextChange { $0.removeItem(at: ItemPath(section: 0, item: 1)) })
      #expect(log.lines.prefix(3) == ["61 unmounts", "61 disappears", "61 ends"])
    }
  }
}
