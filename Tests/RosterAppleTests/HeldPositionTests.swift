import RosterApple
import RosterCore
import RosterTestKit
import RosterTestSupport
import RosterToolkitModels
import Testing

/// A view whose cells are the numbers of items, with heights of several lengths.
@MainActor private final class Screen: ScrollingView {
  private final class Source {
    var cells: [[Int]] = []
    var heights: [Int: Double] = [:]
  }

  private let source = Source()
  let view: CollectionViewModel<Int>
  /// Whether it takes offsets of whole points.
  var rounds = false

  init(_ cells: [[Int]], visibleLength: Double, estimatedHeight: Double?) {
    let source = source
    source.cells = cells
    view = CollectionViewModel(
      height: { source.heights[$0] ?? Double(10 + $0 % 4 * 5) }, source: { source.cells })
    (view.visibleLength, view.estimatedHeight) = (visibleLength, estimatedHeight)
    view.layOut()
  }

  func show(_ updates: ViewUpdates, _ target: [[Int]]) {
    view.perform(updates) { source.cells = target }
  }

  /// An item has another height, which is measured at the next layout if it is visible then.
  func setHeight(_ height: Double, of item: Int) {
    source.heights[item] = height
    let shown = view.shown
    view.invalidateHeights(of: paths.filter { shown[$0.section][$0.item] == item })
  }

  private var paths: [ItemPath] {
    view.shown.enumerated().flatMap { section, cells in
      cells.indices.map { ItemPath(section: section, item: $0) }
    }
  }

  /// All items with where they are on the screen, counted from the start of the visible part.
  var places: [(item: Int, start: Double, end: Double)] {
    let shown = view.shown
    return paths.compactMap { path in
      view.span(of: path).map {
        (shown[path.section][path.item], $0.start - view.offset, $0.end - view.offset)
      }
    }
  }

  // MARK: ScrollingView

  var offset: Double {
    get { view.offset }
    set { view.offset = rounds ? newValue.rounded() : newValue }
  }

  var visibleLength: Double { view.visibleLength }
  var contentLength: Double { view.contentLength }
  var isScrolled: Bool { view.isScrolled }
  var visibleItems: [ItemPath] { view.visibleItems }
  func span(of path: ItemPath) -> (start: Double, end: Double)? { view.span(of: path) }
  func layOut() { view.layOut() }
  func withoutAnimation(_ update: () -> Void) { update() }
}

/// What must be where it was after an update, found out without the library.
@MainActor private struct Expectation {
  private let items: [Int]
  /// Which of them is held; `nil` for the end of the list.
  private let index: Int?
  private let edge: ListPosition.Edge
  private let point: Double

  /// - Parameter edge: Whether the first visible row is held, or the last one.
  init(_ screen: Screen, _ edge: ListPosition.Edge) {
    let places = screen.places
    let visible = places.indices.filter {
      places[$0].start < screen.visibleLength && places[$0].end > 0
    }
    items = places.map(\.item)
    self.edge = edge
    let isAtEnd = screen.offset >= screen.contentLength - screen.visibleLength
    index = edge == .end && isAtEnd ? nil : edge == .start ? visible.first : visible.last
    point = index.map { edge == .start ? places[$0].start : places[$0].end } ?? 0
  }

  /// Says what is wrong; `nil` if nothing is.
  func finding(on screen: Screen) -> String? {
    if let exception = screen.view.exception { return exception.description }
    let offsetMax = max(0, screen.contentLength - screen.visibleLength)
    guard let index else {
      return edge == .start || screen.offset == offsetMax
        ? nil : "the offset is \(screen.offset), and the end at \(offsetMax)"
    }
    let places = screen.places
    // The item itself, else the nearest that is left, of two the one behind, in its place.
    var candidates = [(items[index], edge)]
    for distance in 1..<max(2, items.count) {
      if index + distance < items.count { candidates.append((items[index + distance], .start)) }
      if index >= distance { candidates.append((items[index - distance], .end)) }
    }
    for (item, edge) in candidates {
      guard let place = places.first(where: { $0.item == item }) else { continue }
      let now = edge == .start ? place.start : place.end
      // As far as the rows reach.
      let wanted = min(max(0, screen.offset + now - point), offsetMax)
      if abs(wanted - screen.offset) < 0.02 { return nil }
      return "\(item) is at \(now), not \(point), and the offset \(screen.offset), not \(wanted)"
    }
    return nil
  }
}

@Suite("Positions that are held") @MainActor struct HeldPositionTests {
  /// Every changeset of up to two changes over a small list, each row at the edge of the visible part, by several points.
  ///
  /// - Parameter corrects: Whether the view is scrolled to what is held.
  private static func first(
    _ counts: [Int], _ kept: KeptPosition, corrects: Bool = true
  ) throws -> String? {
    let (finding, count) = try SmallBatches(counts: counts).first { batch, source, target in
      let cases = [(nil, 0), (nil, 3), (nil, 8), (12, 3)] as [(Double?, Double)]
      for row in source.itemIDs.joined() {
        for (estimatedHeight, distance) in cases {
          let screen = Screen(source.itemIDs, visibleLength: 5, estimatedHeight: estimatedHeight)
          let start = screen.places.first { $0.item == row }?.start ?? 0
          screen.view.scrollByHand(to: start + distance)
          let found = Self.finding(screen, batch, target.itemIDs, kept, corrects: corrects)
          if let found { return "item \(row), \(distance): \(found)" }
        }
      }
      return nil
    }
    if finding == nil { #expect(count > 40) }
    return finding
  }

  private static func finding(
    _ screen: Screen, _ batch: ChangeBatch<String, String>, _ target: [[Int]],
    _ kept: KeptPosition, corrects: Bool = true
  ) -> String? {
    let expectation = Expectation(screen, kept == .end ? .end : .start)
    do throws(StorageError) {
      let held = HeldPosition(in: screen, keeping: kept) { try? batch.source.itemID(at: $0) }
      let next = try held?.following(batch)
      screen.show(batch.viewUpdates, target)
      let (offset, callCount) = (screen.offset, screen.view.offsetCallCount)
      if corrects { next?.settle(in: screen) { try? batch.target.path(of: $0) } }
      screen.layOut()
      if let finding = expectation.finding(on: screen) { return finding }
      // No call is made where nothing has to be corrected, and one where heights are known.
      let calls = screen.view.offsetCallCount - callCount
      if screen.view.estimatedHeight == nil, calls != (screen.offset == offset ? 0 : 1) {
        return "the offset is set \(calls) times, from \(offset) to \(screen.offset)"
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [[2, 1], [0, 2], [3]], [KeptPosition.firstRow, .end])
  func rowsStayWhereTheyAre(counts: [Int], kept: KeptPosition) throws {
    #expect(try Self.first(counts, kept) == nil)
  }

  /// The check finds what a view does that is left alone.
  @Test(arguments: [KeptPosition.firstRow, .end])
  func rowsThatAreLeftAloneAreFound(kept: KeptPosition) throws {
    #expect(try Self.first([2, 1], kept, corrects: false) != nil)
  }

  /// Seeded histories of rows whose heights become known when they are visible, and change later.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func rowsStayOverHistories(seed: UInt64) throws {
    let kept = seed % 2 == 0 ? KeptPosition.firstRow : .end
    var changes = RandomChangesets(seed: seed)
    var list = TrackedList()
    let screen = Screen([], visibleLength: 60, estimatedHeight: 20)
    for step in 0..<60 {
      if changes.random.happens(percent: 40) {
        let length = Int(screen.contentLength)
        screen.view.scrollByHand(to: Double(changes.random.index(below: length + 1)))
      }
      let changeset = changes.valid(for: list.naive.counts).changeset(models: "\(step) ")
      let batch = try list.state.batch(of: changeset)
      let offence = list.apply(changeset)
      try #require(offence == nil)
      let finding = Self.finding(screen, batch, list.naive.itemIDs, kept)
      try #require(finding == nil, "seed \(seed), step \(step): \(changeset)")
      guard changes.random.happens(percent: 50) else { continue }
      let expectation = Expectation(screen, kept == .end ? .end : .start)
      let state = list.state
      let held = HeldPosition(in: screen, keeping: kept) { try? state.itemID(at: $0) }
      for item in list.naive.itemIDs.joined() where changes.random.happens(percent: 30) {
        screen.setHeight(Double(5 + changes.random.index(below: 50)), of: item)
      }
      held?.settle(in: screen) { try? state.path(of: $0) }
      let other = expectation.finding(on: screen)
      try #require(other == nil, "seed \(seed), step \(step): other heights")
    }
  }

  /// A list at its start stays there, and one that is scrolled keeps its rows.
  @Test func theStartIsKeptOrARow() throws {
    let list = try TrackedList(ListRows([.init(items: ["1", "2", "3"])]))
    let changeset = Changeset<String, String> {
      $0.insertItem("new", at: ItemPath(section: 0, item: 0))
    }
    let batch = try list.state.batch(of: changeset)
    // The items have 15, 20 and 25 points, and the new one has 10.
    for (offset, kept, expected) in [
      (0, .start, 0), (0, .firstRow, 10), (0, .offset, 0), (20, .start, 30), (20, .firstRow, 30),
      (20, .offset, 20),
    ] as [(Double, KeptPosition, Double)] {
      let screen = Screen([[1, 2, 3]], visibleLength: 5, estimatedHeight: nil)
      screen.view.scrollByHand(to: offset)
      let held = HeldPosition(in: screen, keeping: kept) { try? batch.source.itemID(at: $0) }
      let next = try held?.following(batch)
      #expect((next?.hasChangesBefore ?? false) == (offset != expected))
      screen.show(batch.viewUpdates, [[4, 1, 2, 3]])
      next?.settle(in: screen) { try? batch.target.path(of: $0) }
      #expect(screen.offset == expected && screen.view.exception == nil)
    }
  }

  /// A view that cannot be exactly where it is to be is told so once.
  @Test func anOffsetThatTheViewRoundsIsSetOnce() throws {
    let list = try TrackedList(ListRows([.init(items: ["1", "2"])]))
    let changeset = Changeset<String, String> {
      $0.insertItem("new", at: ItemPath(section: 0, item: 0))
    }
    let batch = try list.state.batch(of: changeset)
    let screen = Screen([[1, 2]], visibleLength: 5, estimatedHeight: nil)
    screen.rounds = true
    screen.setHeight(10.3, of: 3)
    let held = HeldPosition(in: screen, keeping: .firstRow) { try? batch.source.itemID(at: $0) }
    let next = try held?.following(batch)
    screen.show(batch.viewUpdates, [[3, 1, 2]])
    next?.settle(in: screen) { try? batch.target.path(of: $0) }
    #expect(screen.offset == 10 && screen.view.offsetCallCount == 1)
  }
}
