import RosterCore
import RosterMounting
import RosterTestKit
import Testing

@Suite("ListWindow")
struct ListWindowTests {
  private let extents = NaiveExtents(sections: [
    .init(header: 5, items: [10, 10, 10], footer: 5), .init(items: []),
    .init(header: 5, items: [10, 10, 10, 10]),
  ])

  private func places(_ window: ListWindow, keeping kept: [TreePlace] = []) -> [TreePlace] {
    window.rows(in: extents, keeping: kept).map(\.place)
  }

  private func item(_ section: Int, _ item: Int) -> TreePlace {
    .item(ItemPath(section: section, item: item))
  }

  @Test func rowsOfWhichAnyPartIsVisibleHaveViews() {
    #expect(places(ListWindow(offset: 6, length: 10)) == [item(0, 0), item(0, 1)])
    #expect(places(ListWindow(offset: 5, length: 10)) == [item(0, 0)])
    #expect(places(ListWindow(offset: 0, length: 0)) == [])
    #expect(places(ListWindow(offset: -20, length: 10)) == [])
  }

  @Test func overscanAddsRowsBeforeAndBehind() {
    let window = ListWindow(offset: 15, length: 10, overscanBefore: 10, overscanAfter: 1)
    #expect(places(window) == [item(0, 0), item(0, 1), item(0, 2)])
  }

  @Test func theHeaderOfTheFirstSectionSticks() {
    let window = ListWindow(offset: 27, length: 15, sticksHeaders: true)
    let rows = window.rows(in: extents)
    #expect(
      rows.map(\.place) == [
        .supplement(.header, ofSection: 0), item(0, 2), .supplement(.footer, ofSection: 0),
        .supplement(.header, ofSection: 2),
      ])
    #expect(rows.map(\.stickyEnd) == [40, nil, nil, 85])
    #expect(rows.map(window.isVisible) == [true, true, true, true])
    #expect(!window.isVisible(RowSpan(item(0, 0), start: 5, length: 10)))
  }

  @Test func aRowThatIsKeptStaysAtItsPlace() {
    let window = ListWindow(offset: 6, length: 5)
    #expect(
      places(window, keeping: [item(2, 3), item(9, 9), item(0, 0)]) == [item(0, 0), item(2, 3)])
    let later = ListWindow(offset: 76, length: 5)
    #expect(places(later, keeping: [item(0, 1)]) == [item(0, 1), item(2, 3)])
  }

  @Test(arguments: 0..<200)
  func rowsAreThoseThatAPersonWouldPick(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let extents = NaiveExtents.random(&random)
    let window = ListWindow(
      offset: Double(random.index(below: 200)) - 20, length: Double(random.index(below: 60)),
      overscanBefore: Double(random.index(below: 20)),
      overscanAfter: Double(random.index(below: 20)), sticksHeaders: random.happens(percent: 50))
    let kept = extents.rows.filter { _ in random.happens(percent: 5) }.map(\.place)
    let rows = window.rows(in: extents, keeping: kept.shuffled(using: &random))
    let (low, high) = (
      window.offset - window.overscanBefore, window.offset + window.length + window.overscanAfter
    )
    let near = extents.rows.filter { $0.end > low && $0.start < high }
    let section = near.first?.place.section
    let expected = extents.rows.filter { row in
      near.contains(row) || kept.contains(row.place)
        || window.sticksHeaders && section.map { .supplement(.header, ofSection: $0) } == row.place
    }
    #expect(rows.map(\.place) == expected.map(\.place))
    for row in rows {
      let isHeader = row.place == .supplement(.header, ofSection: row.place.section)
      #expect((row.stickyEnd != nil) == (window.sticksHeaders && isHeader))
      if let end = row.stickyEnd {
        #expect(end == extents.rows.last { $0.place.section == row.place.section }?.end)
      }
    }
  }
}
