internal import RosterCore

/// What one or more reloads are to generate anew.
struct ReloadedPlaces: Sendable {
  private(set) var isAll = false
  private(set) var sections: Set<Int> = []
  private(set) var items: Set<ItemID> = []
  private(set) var paths: Set<ItemPath> = []

  init(_ target: ReloadTarget) {
    switch target {
    case .all: isAll = true
    case .section(let section): sections = [section]
    case .items(let references):
      for reference in references {
        switch reference {
        case .id(let id): items.insert(id)
        case .path(let path): paths.insert(path)
        }
      }
    }
  }

  /// Whether anything is named by where it stands.
  var goesByPath: Bool { !sections.isEmpty || !paths.isEmpty }

  mutating func formUnion(_ other: ReloadedPlaces) {
    isAll = isAll || other.isAll
    sections.formUnion(other.sections)
    items.formUnion(other.items)
    paths.formUnion(other.paths)
  }

  /// Whether an item is in the named sections, or all are named.
  func containsWhole(section: Int) -> Bool { isAll || sections.contains(section) }

  /// The items that are named one by one, and where they stand.
  ///
  /// - Throws: `noSuchItem` if one is not there.
  func namedItems(in state: ListState) throws(DataSourceError) -> [ItemID: ItemPath] {
    var found: [ItemID: ItemPath] = [:]
    for reference in items.map(ItemReference.id) + paths.map(ItemReference.path) {
      let (id, path) = try reference.resolved(in: state)
      found[id] = path
    }
    return found
  }
}

extension ReloadedPlaces {
  /// Why the list does not have what is named by where it stands; `nil` if it does.
  func missing(in shape: ListShape) -> DataSourceError? {
    if let section = sections.sorted().first(where: { $0 < 0 || $0 >= shape.sectionCount }) {
      return .noSuchSection(section)
    }
    let path = paths.sorted().first { !shape.contains($0) }
    return path.map { .noSuchItem(.path($0)) }
  }
}
