import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import RosterMounting
import RosterRecordingHost
import RosterTestKit
import RosterTestSupport
import Testing

@Suite("ListMount")
struct ListMountTests {
  private let test = ListUnderTest()

  private func show(
    _ frame: ListFrame, sourceLocation: SourceLocation = #_sourceLocation
  ) -> MountCounts {
    let (counts, offence) = test.offence(showing: frame)
    #expect(offence == nil, sourceLocation: sourceLocation)
    return counts
  }

  private func row(_ index: Int) -> RecordingHost.View {
    test.host.shownViews(in: test.mount.list)[index]
  }

  @Test func aListIsAViewFromTheBeginning() {
    #expect(test.host.shownViews(in: test.host.container) == [test.mount.list])
    #expect(show(ListFrame()) == MountCounts())
  }

  @Test func theSameFrameDoesNothing() {
    let frame = ListFrame.items([1, 2, 3])
    _ = show(frame)
    #expect(show(frame) == MountCounts())
    #expect(show(.items([1, 2, 3])) == MountCounts(), "nor does an equal one")
  }

  @Test func aRowThatScrollsOutIsRecycledForOneThatScrollsIn() {
    _ = show(.items([1, 2, 3]))
    var next = ListFrame.items([1, 2, 3, 4])
    next.rows.removeFirst()
    let counts = show(next)
    #expect(counts.made == 0)
    #expect(test.rowNumbers.count == 3)
  }

  @Test func scrollingThroughManyRowsMakesOneWindowOfViews() {
    let window = 10
    for start in stride(from: 0, to: 1_000, by: 3) {
      var frame = ListFrame(
        length: 10_000, breadth: 80, offset: Double(start * 10), rowCount: 1_000)
      frame.rows = (start..<start + window).map { ListRow.item($0 + 1, at: $0) }
      _ = show(frame)
    }
    #expect(test.host.counts.made == 1 + window * 2, "the list, rows, and what is in them")
  }

  @Test func aRowIsBestRecycledForOneWithContentOfTheSameKind() {
    func frame(_ numbers: [Int]) -> ListFrame {
      var frame = ListFrame.items(numbers)
      for (index, number) in numbers.enumerated() {
        let type = number % 2 == 0 ? "Even" : "Odd"
        frame.rows[index].views = [.row(number, of: type)]
      }
      return frame
    }
    _ = show(frame([1, 2]))
    #expect(show(frame([4, 3])).made == 0)
    #expect(show(frame([5, 6, 7])).made == 2)
  }

  @Test func aTreeThatMovesKeepsItsRowAndItsViews() {
    _ = show(.items([1, 2, 3]))
    let counts = show(.items([3, 1, 2]))
    #expect(test.rowNumbers == [4, 2, 3])
    #expect((counts.moved, counts.made, counts.hidden) == (1, 0, 0))
  }

  @Test func whatTheUserScrolledToIsNotSetAgain() {
    var frame = ListFrame.items([1])
    _ = show(frame)
    test.mount.userScrolled(to: 7)
    frame.offset = 7
    let calls = test.host.callCount
    #expect(test.mount.show(frame) == MountCounts())
    #expect(test.host.callCount == calls)
  }

  @Test func aProgramThatScrollsSetsTheOffsetFromWhereTheUserIs() {
    test.mount.userScrolled(to: 7)
    // The strict host compares the former value with its own, so it scrolls there too.
    test.host.scroll(test.mount.list, to: 7)
    #expect(show(ListFrame(offset: 9)).set == 1)
  }

  @Test func theTreeOfAViewIsThatOfItsRow() {
    _ = show(.items([1, 2]))
    let inner = test.host.shownViews(in: row(1))[0]
    #expect(test.mount.tree(of: inner) == .item(ItemID(rawValue: 2)))
    #expect(test.mount.tree(of: row(0)) == .item(ItemID(rawValue: 1)))
    #expect(test.mount.tree(of: test.mount.list) == nil)
    #expect(test.mount.tree(of: test.host.container) == nil)
    #expect(test.mount.description(of: inner)?.spec.attributes["text"] == 2)
    _ = show(.items([1]))
    #expect(test.mount.tree(of: inner) == nil, "a hidden view shows nothing")
    #expect(test.mount.description(of: inner) == nil)
  }

  @Test func theTreeWithTheFocusIsThatOfTheRowAroundIt() {
    _ = show(.items([1, 2]))
    #expect(test.mount.focusedTree == nil)
    test.host.focusedView = test.host.shownViews(in: row(1))[0]
    #expect(test.mount.focusedTree == .item(ItemID(rawValue: 2)))
  }

  @Test(arguments: [true, false])
  func viewsWithoutFramesAreShownInRowsWithoutLayoutOnly(_ isLaidOut: Bool) {
    var frame = ListFrame.items([1])
    frame.rows[0].isLaidOut = isLaidOut
    frame.rows[0].views = [.view("a"), ViewTree.view("b").framed()]
    _ = show(frame)
    #expect(test.host.shownViews(in: row(0)).count == (isLaidOut ? 1 : 2))
  }

  @Test func headersAndFootersHaveRowsOfTheirOwn() {
    let section = SectionID(rawValue: 1)
    var frame = ListFrame.items([1])
    frame.rows.insert(
      ListRow(
        .supplement(SupplementID(.header, of: section)), at: .supplement(.header, ofSection: 0),
        views: [.view("h")], isLaidOut: false, start: -5, length: 5, stickyEnd: 10), at: 0)
    frame.rows.append(
      ListRow(
        .supplement(SupplementID(.footer, of: section)), at: .supplement(.footer, ofSection: 0),
        views: [.view("f")], isLaidOut: false, start: 10, length: 5))
    _ = show(frame)
    for (index, row) in frame.rows.enumerated() {
      #expect(test.mount.tree(of: self.row(index)) == row.tree)
    }
    frame.axis = .horizontal
    #expect(show(frame).framed == 3)
  }

  @Test func removingEverythingLeavesNoViews() {
    _ = show(.items([1, 2]))
    _ = show(.items([1]))
    test.mount.removeAll()
    #expect(test.host.faults.isEmpty)
    #expect(test.host.existingViews.isEmpty)
  }

  // MARK: All small lists

  @Test(arguments: [(0, 3), (1, 3), (16, 4)])
  func everySmallListBecomesEveryOther(_ poolCountMax: Int, _ count: Int) {
    let lists = SmallForests.arrangements(of: Array(1...count))
    for first in lists {
      for second in lists {
        for focus in [nil] + first.filter(second.contains).map(Optional.some) {
          if let offence = offence(from: first, to: second, poolCountMax, focus: focus) {
            Issue.record("from \(first) to \(second), focus \(focus ?? 0): \(offence)")
            return
          }
        }
      }
    }
  }

  private func offence(
    from first: [Int], to second: [Int], _ poolCountMax: Int, focus: Int?
  ) -> String? {
    let test = ListUnderTest(poolCountMax: poolCountMax)
    if let offence = test.offence(showing: .items(first)).offence { return offence }
    let index = first.firstIndex { $0 == focus }
    test.host.focusedView = index.map {
      test.host.shownViews(in: test.host.shownViews(in: test.mount.list)[$0])[0]
    }
    let views = Dictionary(uniqueKeysWithValues: zip(first, test.rowNumbers))
    let (counts, offence) = test.offence(showing: .items(second))
    if let offence { return offence }
    for (number, view) in zip(second, test.rowNumbers) where views[number] ?? view != view {
      return "\(number) has another view"
    }
    if focus != nil, test.host.focusedView == nil { return "the focus is lost" }
    let kept = second.filter(first.contains)
    if kept.count == second.count {
      let most = NaiveRow.mostStaying(
        kept.compactMap(first.firstIndex), pinned: kept.firstIndex { $0 == focus })
      if counts.moved != kept.count - most { return "\(counts.moved) rows are moved" }
    }
    return test.offence(showing: .items(second)).counts == MountCounts() ? nil : "not stable"
  }
}
