internal import RosterCore

/// What shells have in common whose views select rows by path: what is selected is kept by item.
@MainActor protocol SelectingView: AnyObject {
  associatedtype Model: Sendable
  associatedtype SectionModel: Sendable

  /// What the view shows.
  var rows: ListViewSource<Model, SectionModel>? { get }

  /// The paths of what is selected.
  var selectedPaths: Set<ItemPath> { get }

  /// Selects an item, or no longer.
  func setSelected(_ isSelected: Bool, at path: ItemPath)
}

extension SelectingView {
  /// The items that are selected, in the order of the list.
  var selection: [ItemID] { selectedPaths.sorted().compactMap { rows?.item(at: $0) } }

  /// Selects items, and nothing else.
  func select(_ items: [ItemID]) {
    let paths = Set(items.compactMap { rows?.path(of: $0) })
    let selected = selectedPaths
    for path in selected.subtracting(paths) { setSelected(false, at: path) }
    for path in paths.subtracting(selected) { setSelected(true, at: path) }
  }

  /// Selects the same items after an update: a view selects no cell that comes.
  ///
  /// - Parameter isTaken: Whether the update takes a cell away. The view keeps others selected.
  func keepSelection(_ isTaken: (ItemPath) -> Bool = { _ in true }, _ update: () -> Void) {
    let items = selectedPaths.filter(isTaken).compactMap { rows?.item(at: $0) }
    update()
    for path in items.compactMap({ rows?.path(of: $0) }) { setSelected(true, at: path) }
  }
}

extension ViewUpdates {
  /// Returns what tells whether the updates take a cell away.
  var takesCell: (ItemPath) -> Bool {
    let (items, sections) = (Set(deletedItems), Set(deletedSections))
    return { sections.contains($0.section) || items.contains($0) }
  }
}
