/// What a change does to a row of sections and to the row of items of each, one edit after the other, for a view that asks
/// what has come within the edit or at the end of all.
///
/// First items that go are removed, and items move one by one; sections stand meanwhile as in the source, and an item may
/// leave one that goes. Then sections go, move and come. Items that come are inserted last: at that time every index is that
/// of the target.
///
///     source  A: a b c   B: d        removedItems    A 0..<1                A: b c    B: d
///                                    movedItems      A 1 to B 0             A: b      B: c d
///                                    movedSections   1 to 0                 B: c d    A: b
///     target  B: c d     A: b x      insertedItems   A (1 in the target) 1..<2
package struct NestedEdits: Hashable, Sendable {
  /// Items of one section.
  package struct Items: Hashable, Sendable {
    /// The section, in the source for items that go and in the target for items that come.
    package let section: Int
    /// Where they stand, in the source or in the target; ascending, no two touch.
    package let ranges: [Range<Int>]
  }

  /// The items to remove, by section of the source, ascending. Those of sections that go are left out unless others leave these.
  package fileprivate(set) var removedItems: [Items]
  /// The items to move, in this order. The sections are one of the source and one of the target; the item is taken out of its
  /// row as the edit before has left it, and put in again so that it then stands at its target.
  package fileprivate(set) var movedItems: [ItemMove] = []
  /// The sections to remove, as ranges of the source, ascending; no two touch.
  package fileprivate(set) var removedSections: [Range<Int>]
  /// The sections to move, in this order, each with all that is in it.
  package fileprivate(set) var movedSections: [Move<Int>]
  /// The sections to insert, as ranges of the target, ascending; no two touch.
  package fileprivate(set) var insertedSections: [Range<Int>]
  /// The items to insert, by section of the target, ascending. Those of sections that come are left out.
  package fileprivate(set) var insertedItems: [Items]
}

extension VerifiedOutline {
  /// Returns what the outline does to sections and their items.
  ///
  /// - Parameter canMove: Whether an item can be moved from a section of the source to one that stays; else it is removed and
  ///   inserted.
  /// - Complexity: O(*k* log *k*) for *k* changes, beside `canMove`.
  package func nestedEdits(
    canMove: (_ sourceSection: Int, _ targetSection: Int) -> Bool
  ) -> NestedEdits {
    let (gone, come) = (Set(outline.removedSections), Set(outline.insertedSections))
    var (movers, others): ([ItemMove], [ItemMove]) = ([], [])
    for move in outline.movedItems {
      let (source, target) = (move.source.section, move.target.section)
      if !come.contains(target), canMove(source, target) {
        movers.append(move)
      } else {
        others.append(move)
      }
    }
    let left = Set(movers.map(\.source.section))
    let removed = outline.removedItems + others.map(\.source)
    let inserted = outline.insertedItems + others.map(\.target)
    var edits = NestedEdits(
      removedItems: Self.items(
        removed.filter { !gone.contains($0.section) || left.contains($0.section) }),
      removedSections: Array(IndexRuns(ascending: outline.removedSections).ranges),
      movedSections: Self.sequentialMoves(
        outline.movedSections.sorted { $0.target < $1.target }, transform.sections.departures,
        transform.sections.arrivals),
      insertedSections: Array(IndexRuns(ascending: outline.insertedSections).ranges),
      insertedItems: Self.items(inserted.filter { !come.contains($0.section) }))
    var rows = MoverRows(movers, transform)
    for move in movers.sorted(by: { $0.target < $1.target }) {
      let (source, target) = (move.source, move.target)
      let next = ItemMove(
        source: ItemPath(section: source.section, item: rows.take(source)),
        target: ItemPath(section: target.section, item: rows.put(at: target)))
      let isSameRow = transform.targetSection(forSource: source.section) == target.section
      if !isSameRow || next.source.item != next.target.item { edits.movedItems.append(next) }
    }
    return edits
  }

  private static func items(_ paths: [ItemPath]) -> [NestedEdits.Items] {
    PathTransform.runsBySection(paths.sorted(), []).sorted { $0.key < $1.key }.map {
      NestedEdits.Items(section: $0.key, ranges: Array($0.value.ranges))
    }
  }
}
