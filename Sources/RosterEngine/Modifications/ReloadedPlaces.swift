internal import RosterCore

/// What one or more reloads are to generate anew.
struct ReloadedPlaces: Sendable {
  private struct Names {
    var sections: Set<Int> = []
    var items: Set<ItemID> = []
    var paths: Set<ItemPath> = []

    var goesByPath: Bool { !sections.isEmpty || !paths.isEmpty }

    var references: [ItemReference] {
      items.map(ItemReference.id) + paths.map(ItemReference.path)
    }

    mutating func formUnion(_ other: Self) {
      sections.formUnion(other.sections)
      items.formUnion(other.items)
      paths.formUnion(other.paths)
    }
  }

  private(set) var isAll = false
  private var own = Names()
  /// What was named by earlier reloads, whose place this one takes. It does not fail for what is
  /// gone of that.
  private var inherited = Names()

  init(_ target: ReloadTarget) {
    switch target {
    case .all: isAll = true
    case .section(let section): own.sections = [section]
    case .items(let references):
      for reference in references {
        switch reference {
        case .id(let id): own.items.insert(id)
        case .path(let path): own.paths.insert(path)
        }
      }
    }
  }

  /// Whether anything is named by where it stands.
  var goesByPath: Bool { own.goesByPath || inherited.goesByPath }

  var sections: Set<Int> { own.sections.union(inherited.sections) }

  /// Takes the place of an earlier reload that is not one of the whole list.
  mutating func inherit(_ earlier: ReloadedPlaces) {
    inherited.formUnion(earlier.own)
    inherited.formUnion(earlier.inherited)
  }

  /// Whether an item is in the named sections, or all are named.
  func containsWhole(section: Int) -> Bool {
    isAll || own.sections.contains(section) || inherited.sections.contains(section)
  }

  /// The items that are named one by one, and where they stand.
  ///
  /// - Throws: `noSuchItem` if one is not there.
  func namedItems(in state: ListState) throws(DataSourceError) -> [ItemID: ItemPath] {
    var found: [ItemID: ItemPath] = [:]
    for reference in own.references {
      let (id, path) = try reference.resolved(in: state)
      found[id] = path
    }
    for reference in inherited.references {
      do throws(DataSourceError) {
        let (id, path) = try reference.resolved(in: state)
        found[id] = path
      } catch .noSuchItem {
        continue
      }
    }
    return found
  }

  /// Why the list does not have what is named by where it stands; `nil` if it does.
  func missing(in shape: ListShape) -> DataSourceError? {
    if let section = own.sections.sorted().first(where: { $0 < 0 || $0 >= shape.sectionCount }) {
      return .noSuchSection(section)
    }
    let path = own.paths.sorted().first { !shape.contains($0) }
    return path.map { .noSuchItem(.path($0)) }
  }
}
