package import RosterCore

/// What one or more reloads generate again.
package struct ReloadedPlaces: Sendable {
  private struct Names {
    var sections: Set<Int> = []
    var trees: Set<TreeReference> = []

    var goesByPath: Bool { !sections.isEmpty || trees.contains(where: \.goesByPlace) }

    mutating func formUnion(_ other: Self) {
      sections.formUnion(other.sections)
      trees.formUnion(other.trees)
    }
  }

  package private(set) var isAll = false
  private var own = Names()
  /// The names of the earlier reloads that this one replaces. It does not fail if some of those no
  /// longer exist.
  private var inherited = Names()

  init(_ target: ReloadTarget) {
    switch target {
    case .all: isAll = true
    case .section(let section): own.sections = [section]
    case .trees(let trees): own.trees = Set(trees)
    }
  }

  /// Whether anything is named by place.
  var goesByPath: Bool { own.goesByPath || inherited.goesByPath }

  package var sections: Set<Int> { own.sections.union(inherited.sections) }

  /// Replaces an earlier reload that is not one of the whole list.
  mutating func inherit(_ earlier: ReloadedPlaces) {
    inherited.formUnion(earlier.own)
    inherited.formUnion(earlier.inherited)
  }

  /// Returns whether a section is reloaded as a whole.
  package func containsWhole(section: Int) -> Bool {
    isAll || own.sections.contains(section) || inherited.sections.contains(section)
  }

  /// Returns what is named one by one, ascending by place.
  ///
  /// - Parameter kinds: The supplements that sections may have.
  /// - Throws: `noSuchItem` or `noSuchSupplement` if something that this reload itself names does
  ///   not exist.
  package func namedTrees(
    in state: ListState, with kinds: [SupplementKind]
  ) throws(DataSourceError) -> [PlacedTree] {
    var found: [TreeID: PlacedTree] = [:]
    for reference in own.trees {
      let tree = try reference.resolved(in: state, with: kinds)
      found[tree.id] = tree
    }
    for reference in inherited.trees {
      do throws(DataSourceError) {
        let tree = try reference.resolved(in: state, with: kinds)
        found[tree.id] = tree
      } catch .noSuchItem, .noSuchSupplement {
        continue
      }
    }
    return found.values.sorted { $0.place < $1.place }
  }

  /// Returns the error for a named place that the list does not have; `nil` if it has all. If it
  /// lacks several, the error names the first one in the order of the list.
  package func missing(in shape: ListShape) -> DataSourceError? {
    if let section = own.sections.sorted().first(where: { $0 < 0 || $0 >= shape.sectionCount }) {
      return .noSuchSection(.index(section))
    }
    let missing = own.trees.compactMap { tree in
      tree.place.flatMap { place in tree.missing(in: shape).map { (place, $0) } }
    }
    return missing.min { $0.0 < $1.0 }?.1
  }
}
