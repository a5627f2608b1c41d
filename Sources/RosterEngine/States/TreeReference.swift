public import RosterCore

/// Names a tree of components by its item, header or footer.
public enum TreeReference: Hashable, Sendable {
  /// The tree of an item.
  case item(ItemReference)
  /// The tree of a header or footer.
  case supplement(SupplementReference)

  /// Makes a reference to a tree by its id.
  public init(_ tree: TreeID) {
    switch tree {
    case .item(let item): self = .item(.id(item))
    case .supplement(let supplement): self = .supplement(SupplementReference(supplement))
    }
  }

  /// Makes a reference to a tree by its place in the list after everything pending.
  package init(_ place: TreePlace) {
    switch place {
    case .item(let path): self = .item(.path(path))
    case .supplement(let kind, let section):
      self = .supplement(SupplementReference(kind, of: .index(section)))
    }
  }

  /// The item with this id, wherever it stands.
  public static func id(_ item: ItemID) -> Self { .item(.id(item)) }

  /// The item at this path in the list after everything pending.
  public static func path(_ path: ItemPath) -> Self { .item(.path(path)) }

  /// The header of a section.
  public static func header(of section: SectionReference) -> Self {
    .supplement(.header(of: section))
  }

  /// The footer of a section.
  public static func footer(of section: SectionReference) -> Self {
    .supplement(.footer(of: section))
  }

  /// The place, if the reference is by place.
  var place: TreePlace? {
    switch self {
    case .item(.path(let path)): .item(path)
    case .item(.id): nil
    case .supplement(let supplement):
      switch supplement.section {
      case .index(let index): .supplement(supplement.kind, ofSection: index)
      case .id: nil
      }
    }
  }

  /// Whether the reference is by place.
  package var goesByPlace: Bool { place != nil }

  /// The error that says that the tree does not exist.
  package var absence: DataSourceError {
    switch self {
    case .item(let item): .noSuchItem(item)
    case .supplement(let supplement): .noSuchSupplement(supplement)
    }
  }

  /// Returns the error if a list does not have the place. `nil` if it does, or if the reference is
  /// by id.
  package func missing(in shape: ListShape) -> DataSourceError? {
    switch place {
    case nil: nil
    case .item(let path): shape.contains(path) ? nil : absence
    case .supplement(_, let section):
      section >= 0 && section < shape.sectionCount ? nil : absence
    }
  }
}

extension TreeReference: CustomStringConvertible {
  /// The description of the item, header or footer.
  public var description: String {
    switch self {
    case .item(let item): item.description
    case .supplement(let supplement): supplement.description
    }
  }
}

/// Names an item.
public enum ItemReference: Hashable, Sendable {
  /// The item with this id, wherever it stands. Resolved when the modification is applied.
  case id(ItemID)
  /// The item at this path in the list after everything pending. Checked at once, so it may be an
  /// item whose insertion is still pending.
  case path(ItemPath)
}

extension ItemReference: CustomStringConvertible {
  /// The id or the path.
  public var description: String {
    switch self {
    case .id(let id): id.description
    case .path(let path): "item at \(path)"
    }
  }
}

/// Names a section.
public enum SectionReference: Hashable, Sendable {
  /// The section with this id, wherever it stands. Resolved when the modification is applied.
  case id(SectionID)
  /// The section at this index in the list after everything pending.
  case index(Int)
}

extension SectionReference: CustomStringConvertible {
  /// The id or the index.
  public var description: String {
    switch self {
    case .id(let id): id.description
    case .index(let index): "section at \(index)"
    }
  }
}

/// Names a header or footer.
public struct SupplementReference: Hashable, Sendable {
  /// Whether it is the header or the footer.
  public let kind: SupplementKind
  /// The section.
  public let section: SectionReference

  /// Makes a reference to a supplement of a section.
  public init(_ kind: SupplementKind, of section: SectionReference) {
    self.kind = kind
    self.section = section
  }

  /// Makes a reference to a supplement by its id.
  public init(_ id: SupplementID) { self.init(id.kind, of: .id(id.section)) }

  /// The header of a section.
  public static func header(of section: SectionReference) -> Self { Self(.header, of: section) }

  /// The footer of a section.
  public static func footer(of section: SectionReference) -> Self { Self(.footer, of: section) }
}

extension SupplementReference: CustomStringConvertible {
  /// The kind and the section.
  public var description: String { "\(kind) of \(section)" }
}

extension SectionReference {
  /// Returns the section and its index, `nil` if it does not exist.
  func resolved(in state: ListState) -> (id: SectionID, index: Int)? {
    switch self {
    case .id(let id): state.index(of: id).map { (id, $0) }
    case .index(let index): state.sectionID(at: index).map { ($0, index) }
    }
  }
}

extension TreeReference {
  /// Returns the tree and its place.
  ///
  /// - Parameter kinds: The supplements that sections may have; `nil` for all.
  /// - Throws: `noSuchItem`, `noSuchSupplement`; or `storage` if a page cannot be read.
  package func resolved(
    in state: ListState, with kinds: [SupplementKind]? = nil
  ) throws(DataSourceError) -> PlacedTree {
    switch self {
    case .item(let item):
      let (id, path) = try item.resolved(in: state)
      return PlacedTree(id: .item(id), place: .item(path))
    case .supplement(let supplement):
      guard kinds?.contains(supplement.kind) ?? true,
        let section = supplement.section.resolved(in: state)
      else { throw absence }
      return PlacedTree(
        id: .supplement(SupplementID(supplement.kind, of: section.id)),
        place: .supplement(supplement.kind, ofSection: section.index))
    }
  }
}

extension ItemReference {
  /// Returns the item and its path.
  ///
  /// - Throws: `noSuchItem`; or `storage` if a page cannot be read.
  func resolved(in state: ListState) throws(DataSourceError) -> (id: ItemID, path: ItemPath) {
    do throws(StorageError) {
      switch self {
      case .id(let id):
        if let path = try state.path(of: id) { return (id, path) }
      case .path(let path):
        if let id = try state.itemID(at: path) { return (id, path) }
      }
    } catch {
      throw .storage(error)
    }
    throw .noSuchItem(self)
  }
}
