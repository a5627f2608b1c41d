internal import RosterComponents
internal import RosterCore
internal import RosterJSON
internal import RosterLayout
internal import RosterMounting

/// The list of a run in memory, with the part of it that is visible.
struct RunList {
  let axis: ScrollAxis
  let viewport: Size
  /// Where the visible part begins.
  private(set) var offset: Double = 0

  private var state = ListState()
  private var items: [ItemID: JSONValue] = [:]
  private var sections: [SectionID: JSONValue] = [:]
  private var rows: [ListRow] = []
  /// The views of rows, which are kept as arrays as long as the models are the same.
  private var views: [TreeID: (model: JSONValue, views: [ViewTree])] = [:]

  /// How far beyond the visible part rows have views.
  private static let overscan: Double = 90

  init(axis: ScrollAxis, viewport: Size) {
    self.axis = axis
    self.viewport = viewport
  }

  private var visibleLength: Double { axis == .vertical ? viewport.height : viewport.width }
  private var breadth: Double { axis == .vertical ? viewport.width : viewport.height }
  private var length: Double { rows.last?.end ?? 0 }

  // MARK: Changing

  /// Applies a changeset, so that the first visible item stays where it is. If it is gone, the
  /// nearest visible one that remains stays.
  ///
  /// - Throws: If the changeset is not valid. Nothing is changed then.
  mutating func apply(_ changeset: Changeset<JSONValue, JSONValue>) throws {
    let change = try state.applying(changeset)
    let outline = changeset.outline
    let identities = change.identities
    for (id, model) in zip(identities.updatedItems, changeset.updatedModels) { items[id] = model }
    for removed in identities.removedItems { items[removed.id] = nil }
    for (id, model) in zip(identities.insertedItems, changeset.insertedModels) {
      items[id] = model
    }
    for (index, model) in zip(outline.updatedSections, changeset.updatedSectionModels) {
      if let id = state.sectionID(at: index) { sections[id] = model }
    }
    for id in identities.removedSections { sections[id] = nil }
    for (id, model) in zip(identities.insertedSections, changeset.insertedSectionModels) {
      sections[id] = model
    }
    let visible = rows.filter {
      $0.tree.item != nil && $0.end > offset && $0.start < offset + visibleLength
    }
    state = change.target
    try measure()
    guard offset > 0 else { return }
    let starts = Dictionary(
      rows.map { ($0.tree, $0.start) }, uniquingKeysWith: { first, _ in first })
    for anchor in visible {
      if let start = starts[anchor.tree] {
        offset += start - anchor.start
        break
      }
    }
    offset = clamped(offset)
  }

  /// Takes an offset that the user has scrolled to.
  mutating func scroll(to offset: Double) { self.offset = clamped(offset) }

  private func clamped(_ offset: Double) -> Double {
    min(max(offset, 0), max(0, length - visibleLength))
  }

  /// Places all rows anew.
  private mutating func measure() throws {
    var rows: [ListRow] = []
    var known: [TreeID: (model: JSONValue, views: [ViewTree])] = [:]
    var end: Double = 0
    func add(
      _ tree: TreeID, _ place: TreePlace, _ model: JSONValue, _ length: Double,
      _ make: () -> [ViewTree]
    ) {
      let former = views[tree].flatMap { $0.model == model ? $0.views : nil }
      let made = former ?? make()
      known[tree] = (model, made)
      rows.append(
        ListRow(tree, at: place, views: made, isLaidOut: true, start: end, length: length))
      end += length
    }
    for (section, id) in state.sectionIDs.enumerated() {
      let model = sections[id]
      let header = rows.count
      func addSupplement(_ kind: SupplementKind, _ model: JSONValue) {
        add(
          .supplement(SupplementID(kind, of: id)), .supplement(kind, ofSection: section), model,
          RowViews.supplementLength
        ) { RowViews.views(of: model, as: kind, breadth: breadth) }
      }
      if let model { addSupplement(.header, model) }
      for (item, id) in try state.itemIDs(inSection: section).enumerated() {
        guard let model = items[id] else { continue }
        add(
          .item(id), .item(ItemPath(section: section, item: item)), model,
          RowViews.length(of: model)
        ) { RowViews.views(of: model, breadth: breadth) }
      }
      if let model, model["footer"] == true { addSupplement(.footer, model) }
      if model != nil { rows[header].stickyEnd = end }
    }
    self.rows = rows
    views = known
  }

  // MARK: Showing

  /// Returns the rows around the visible part, and the row that has the focus.
  func frame(focused: TreeID?) -> ListFrame {
    let first = offset - Self.overscan
    let last = offset + visibleLength + Self.overscan
    let shown = rows.filter { row in
      let end = row.stickyEnd ?? row.end
      return (end > first && row.start < last) || row.tree == focused
    }
    return ListFrame(
      axis, rows: shown, length: length, breadth: breadth, offset: offset, rowCount: rows.count)
  }

  /// The rows of which something is to be seen at their own place.
  var visibleTrees: [TreeID] {
    rows.filter { $0.end > offset && $0.start < offset + visibleLength }.map(\.tree)
  }
}
