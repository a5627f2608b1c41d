import RosterMounting
import RosterTestKit
import RosterTestSupport
import Testing

/// How many views of a row can stay, by trying all subsets.
enum NaiveRow {
  static func mostStaying(_ positions: [Int?], pinned: Int?) -> Int {
    let subsets = 0..<(1 << positions.count)
    let increasing = subsets.filter { subset in
      if let pinned, subset & (1 << pinned) == 0 { return false }
      let chosen = positions.indices.filter { subset & (1 << $0) != 0 }
      let places = chosen.compactMap { positions[$0] }
      return places.count == chosen.count && zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
    }
    return increasing.map(\.nonzeroBitCount).max() ?? 0
  }
}

@Suite("RowOrder")
struct RowOrderTests {
  @Test func ofNothingNothingStays() { #expect(RowOrder.staying([]) == []) }

  @Test func newViewsDoNotStay() {
    #expect(RowOrder.staying([0, nil, 1, nil]) == [true, false, true, false])
  }

  @Test func aViewThatGoesToTheEndIsTheOnlyOneThatMoves() {
    #expect(RowOrder.staying([1, 2, 3, 0]) == [true, true, true, false])
  }

  @Test func theOthersMoveAroundThePinnedView() {
    #expect(RowOrder.staying([1, 2, 3, 0], pinned: 3) == [false, false, false, true])
  }

  /// The positions may have gaps, where hidden views are.
  @Test func asManyViewsStayAsPossible() {
    for row in SmallForests.arrangements(of: [0, 2, 3, 5, 6]) {
      for newIndex in [nil] + row.indices.map(Optional.some) {
        var positions = row.map(Optional.some)
        if let newIndex { positions[newIndex] = nil }
        for pinned in [nil] + positions.indices.filter({ positions[$0] != nil }).map(Optional.some)
        {
          let stays = RowOrder.staying(positions, pinned: pinned)
          let staying = zip(positions, stays).filter(\.1).map(\.0)
          let places = staying.compactMap { $0 }
          #expect(places.count == staying.count && places == places.sorted())
          #expect(pinned.map { stays[$0] } ?? true)
          #expect(staying.count == NaiveRow.mostStaying(positions, pinned: pinned))
        }
      }
    }
  }
}
