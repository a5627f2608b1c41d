/// One step of a change, written for all items of a list as one row, section after section.
///
/// Each step uses the offsets of the row as the step before has left it. First all departures
/// happen, from the end of the source on, so their offsets are those of the source. Then all
/// arrivals happen, from the start of the target on, at the offsets of the target.
package enum RowSplice: Equatable, Sendable {
  /// Removes items.
  case remove(Range<Int>)
  /// Takes items out of the row as a piece, which a later `put` puts in elsewhere.
  case take(Range<Int>, piece: Int)
  /// Puts a piece in again.
  case put(piece: Int, at: Int)
  /// Inserts new items.
  case insert(count: Int, at: Int)
  /// Inserts the places of a new section's header and footer, with nothing between them. Occurs
  /// only in a row that has such places.
  case insertSection(at: Int)
}

extension VerifiedOutline {
  /// Returns what the outline does to all items as one row, section after section.
  ///
  /// A section that moves is one piece, however many items it has.
  ///
  /// - Parameters:
  ///   - source: The list before.
  ///   - target: The list after.
  ///   - hasMargins: Whether the row has a place before the items of each section for its header
  ///     and one behind them for its footer.
  /// - Complexity: O(*k* log *n*) for *k* changes.
  package func rowSplices(
    from source: ListState, to target: ListState, hasMargins: Bool = false
  ) -> [RowSplice] {
    var splicing = RowSplicing(
      transform: transform, outline: outline, margin: hasMargins ? 1 : 0)
    splicing.depart(source)
    splicing.arrive(target)
    return splicing.splices
  }
}

extension CountedTree where Element: Run {
  /// Does to a row of runs what the steps of a change do to its items.
  ///
  /// - Parameters:
  ///   - margins: The runs of a new section's header and footer, if the row has places for them.
  ///   - inserted: Makes the run of so many new items.
  /// - Complexity: O(*k* log *n*) for *k* steps and *n* runs.
  mutating func apply(
    _ splices: [RowSplice], margins: [Element] = [], inserted: (Int) -> Element
  ) {
    var pieces: [Int: CountedTree] = [:]
    for splice in splices {
      switch splice {
      case .remove(let range): replace(range, with: CountedTree())
      case .take(let range, let piece): pieces[piece] = replace(range, with: CountedTree())
      case .put(let piece, let place):
        if let row = pieces[piece] { replace(place..<place, with: row) }
      case .insert(let count, let place) where count > 0:
        replace(place..<place, with: CountedTree([inserted(count)]))
      case .insert: break
      case .insertSection(let place): replace(place..<place, with: CountedTree(margins))
      }
    }
  }
}

/// One walk over the departures and arrivals of an outline.
private struct RowSplicing {
  let transform: PathTransform
  /// The number of places before the items of a section, and behind them.
  private let margin: Int
  private let movedItems: Set<ItemPath>
  private let removedSections: Set<Int>
  private(set) var splices: [RowSplice] = []
  private var pieceCount = 0
  private var itemPieces: [ItemPath: Int] = [:]
  private var sectionPieces: [Int: Int] = [:]

  init(transform: PathTransform, outline: ChangesetOutline, margin: Int) {
    self.transform = transform
    self.margin = margin
    movedItems = Set(outline.movedItems.lazy.map(\.source))
    removedSections = Set(outline.removedSections)
  }

  /// Where a section begins in the row.
  private func start(of section: Int, in list: ListState) -> Int {
    list.sections.weight(before: section) + section * 2 * margin
  }

  mutating func depart(_ source: ListState) {
    let sections = transform.sections.departures
    let all = Set(transform.departures.keys).union(sections.ranges.joined())
    for section in all.sorted(by: >) {
      let start = start(of: section, in: source)
      let departures = transform.departures[section] ?? IndexRuns()
      for range in departures.ranges.reversed() { depart(range, of: section, at: start + margin) }
      guard sections.contains(section) else { continue }
      let count = source.itemCount(inSection: section) - departures.count
      let rest = start..<start + margin + count + margin
      if removedSections.contains(section) {
        if !rest.isEmpty { splices.append(.remove(rest)) }
      } else {
        sectionPieces[section] = pieceCount
        take(rest)
      }
    }
  }

  /// Takes out a run of items, each of which moves or is removed, the last one first.
  private mutating func depart(_ range: Range<Int>, of section: Int, at start: Int) {
    var end = range.upperBound
    while end > range.lowerBound {
      let last = ItemPath(section: section, item: end - 1)
      if movedItems.contains(last) {
        itemPieces[last] = pieceCount
        take(start + end - 1..<start + end)
        end -= 1
        continue
      }
      var first = end - 1
      while first > range.lowerBound,
        !movedItems.contains(ItemPath(section: section, item: first - 1))
      { first -= 1 }
      splices.append(.remove(start + first..<start + end))
      end = first
    }
  }

  private mutating func take(_ range: Range<Int>) {
    splices.append(.take(range, piece: pieceCount))
    pieceCount += 1
  }

  mutating func arrive(_ target: ListState) {
    let sections = transform.sections.arrivals
    let all = Set(transform.arrivals.keys).union(sections.ranges.joined())
    for section in all.sorted() {
      let start = start(of: section, in: target)
      if sections.contains(section) { arrive(section, at: start) }
      for range in (transform.arrivals[section] ?? IndexRuns()).ranges {
        arrive(range, in: section, at: start + margin)
      }
    }
  }

  /// Puts in a moved or new section, without the items that arrive in it.
  private mutating func arrive(_ section: Int, at start: Int) {
    if let source = transform.sourceSection(forTarget: section), let piece = sectionPieces[source] {
      splices.append(.put(piece: piece, at: start))
    } else if margin > 0 {
      splices.append(.insertSection(at: start))
    }
  }

  /// Puts in a run of moved or new items.
  private mutating func arrive(_ range: Range<Int>, in section: Int, at start: Int) {
    var newCount = 0
    for item in range {
      let path = ItemPath(section: section, item: item)
      guard let source = transform.sourcePath(forTarget: path), let piece = itemPieces[source]
      else {
        newCount += 1
        continue
      }
      insert(newCount, before: start + item)
      newCount = 0
      splices.append(.put(piece: piece, at: start + item))
    }
    insert(newCount, before: start + range.upperBound)
  }

  private mutating func insert(_ count: Int, before end: Int) {
    if count > 0 { splices.append(.insert(count: count, at: end - count)) }
  }
}
