public import RosterCore

extension CollectionViewModel {
  /// Where the visible part begins, in points from the start of the first item. The view moves it by itself only if items end
  /// before it.
  public var offset: Double {
    get { visible.offset }
    set {
      guard exception == nil else { return }
      offsetCallCount += 1
      if mode == .strict,
        let text = visible.refusal(
          of: newValue, contentLength: contentLength, within: depth > 0 ? "a batch update" : nil,
          isScrolled: isScrolled)
      {
        return fail(.doubtful, text)
      }
      visible.offset = newValue
    }
  }

  /// The length of the visible part, in points; 0 if the view was given no size.
  public var visibleLength: Double {
    get { visible.length }
    set { visible.length = newValue }
  }

  /// The length of all items, as far as their heights are known.
  public var contentLength: Double { heights.reduce(0, +) }

  /// The items of which any part is visible, ascending.
  public var visibleItems: [ItemPath] {
    let shown = visible.rows(of: heights)
    guard !shown.isEmpty else { return [] }
    let paths = rows.indices.flatMap { section in
      rows[section].indices.map { ItemPath(section: section, item: $0) }
    }
    return shown.map { paths[$0] }
  }

  /// Returns where an item begins and ends, in points from the start of the first one; `nil` if there is none.
  public func span(of path: ItemPath) -> (start: Double, end: Double)? {
    guard hasItem(at: path) else { return nil }
    let index = rows[..<path.section].reduce(path.item) { $0 + $1.count }
    let heights = heights
    let start = heights[..<index].reduce(0, +)
    return (start, start + heights[index])
  }

  /// Scrolls, as a user does, as far as there are items, and lays out what becomes visible.
  public func scrollByHand(to offset: Double) {
    layOut()
    visible.offset = offset
    visible.clamp(contentLength: contentLength)
    measure()
  }

  /// Measures items again when they are visible: what they show has another height by now.
  public func invalidateHeights(of paths: some Sequence<ItemPath>) {
    for path in paths where hasItem(at: path) { rows[path.section][path.item].isMeasured = false }
  }

  private var heights: [Double] {
    rows.joined().map { $0.height ?? estimatedHeight ?? height($0.cell) }
  }

  /// Measures what is visible, by which other items may become so.
  func measure() {
    guard visible.length > 0 else { return }
    visible.clamp(contentLength: contentLength)
    guard estimatedHeight != nil else { return }
    while let path = visibleItems.first(where: { !rows[$0.section][$0.item].isMeasured }) {
      let row = rows[path.section][path.item]
      (rows[path.section][path.item].height, rows[path.section][path.item].isMeasured) = (
        height(row.cell), true
      )
      visible.clamp(contentLength: contentLength)
    }
  }
}
