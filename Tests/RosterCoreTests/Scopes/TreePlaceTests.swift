import RosterCore
import Testing

@Suite("Places of trees")
struct TreePlaceTests {
  private static let inOrder: [TreePlace] = (0..<2).flatMap { section in
    [.supplement(.header, ofSection: section)]
      + (0..<3).map { .item(ItemPath(section: section, item: $0)) }
      + [.supplement(.footer, ofSection: section)]
  }

  @Test func aHeaderStandsBeforeTheItemsOfItsSectionAndAFooterBehindThem() {
    for (index, place) in Self.inOrder.enumerated() {
      for (otherIndex, other) in Self.inOrder.enumerated() {
        #expect((place < other) == (index < otherIndex), "\(place), \(other)")
        #expect((place == other) == (index == otherIndex), "\(place), \(other)")
      }
    }
  }

  @Test func aPathThatDoesNotExistStandsBetweenHeaderAndFooter() {
    for item in [Int.min, -1, .max] {
      let place = TreePlace.item(ItemPath(section: 1, item: item))
      #expect(TreePlace.supplement(.header, ofSection: 1) < place)
      #expect(place < .supplement(.footer, ofSection: 1))
      #expect(place.section == 1 && place.path?.item == item)
    }
  }

  @Test func placesAreDescribedByWhatStandsThere() {
    #expect(
      Self.inOrder.suffix(2).map(\.description) == ["item at [1, 2]", "footer of section 1"])
    #expect(TreePlace.supplement(.header, ofSection: 1).path == nil)
  }
}
