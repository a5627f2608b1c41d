public import RosterCore
public import RosterEngine

/// What a navigation list contains, as it stands in the file: sections that may be layers, in any
/// order.
///
/// A ``NavigationState`` is what they mean.
public struct NavigationContents<Route: Hashable & Sendable>: Hashable, Sendable {
  /// A section with its items.
  public struct Section: Hashable, Sendable {
    /// The identity of the section.
    public var id: SectionID
    /// What it is; `nil` if the file does not say.
    public var layer: NavigationLayer?
    /// Its items, from the bottom of the stack to its top.
    public var pages: [NavigationState<Route>.Page]

    /// Makes a section of its parts.
    public init(
      id: SectionID, layer: NavigationLayer?, pages: [NavigationState<Route>.Page] = []
    ) {
      self.id = id
      self.layer = layer
      self.pages = pages
    }
  }

  /// The sections, in order.
  public var sections: [Section]

  /// Makes contents of sections.
  public init(_ sections: [Section] = []) { self.sections = sections }

  /// Reads the contents of a list.
  ///
  /// - Throws: `StorageError`; `undecodable` if a section is no layer, or an item is no route of
  ///   this application.
  /// - Complexity: One row for each section and page that is not cached.
  public init(
    _ snapshot: ListSnapshot<Route, NavigationLayer>
  ) throws(StorageError) where Route: Codable {
    sections = []
    for section in try snapshot.sections() {
      let pages = try snapshot.items(inSection: section.index)
      sections.append(
        Section(
          id: section.id, layer: section.model,
          pages: pages.map { NavigationState.Page(id: $0.id, route: $0.model) }))
    }
  }
}
