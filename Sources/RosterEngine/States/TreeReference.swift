public import RosterCore

/// Whose components are meant.
public enum TreeReference: Hashable, Sendable {
  /// Those of an item.
  case item(ItemReference)
  /// Those of a header or footer.
  case supplement(SupplementReference)

  /// Means a tree by its name.
  public init(_ tree: TreeID) {
    switch tree {
    case .item(let item): self = .item(.id(item))
    case .supplement(let supplement): self = .supplement(SupplementReference(supplement))
    }
  }

  /// The item of this name, wherever it stands.
  public static func id(_ item: ItemID) -> Self { .item(.id(item)) }

  /// The item that stands here in the list as it will be after everything pending.
  public static func path(_ path: ItemPath) -> Self { .item(.path(path)) }

  /// The header of a section.
  public static func header(of section: SectionReference) -> Self {
    .supplement(.header(of: section))
  }

  /// The footer of a section.
  public static func footer(of section: SectionReference) -> Self {
    .supplement(.footer(of: section))
  }

  /// Where it stands, if it goes by that.
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

  /// Whether it goes by where it stands.
  var goesByPlace: Bool { place != nil }

  /// What says that it is not there.
  var absence: DataSourceError {
    switch self {
    case .item(let item): .noSuchItem(item)
    case .supplement(let supplement): .noSuchSupplement(supplement)
    }
  }

  /// Why a list does not have what stands at its place; `nil` if it does, or if the tree is named by
  /// identity.
  func missing(in shape: ListShape) -> DataSourceError? {
    switch place {
    case nil: nil
    case .item(let path): shape.contains(path) ? nil : absence
    case .supplement(_, let section):
      section >= 0 && section < shape.sectionCount ? nil : absence
    }
  }
}

extension TreeReference: CustomStringConvertible {
  /// What the item, header or footer is called.
  public var description: String {
    switch self {
    case .item(let item): item.description
    case .supplement(let supplement): supplement.description
    }
  }
}

/// Which item is meant.
public enum ItemReference: Hashable, Sendable {
  /// The item of this name, wherever it stands; looked for when the modification is applied.
  case id(ItemID)
  /// The item that stands here in the list as it will be after everything pending; looked for at
  /// once, so that it may be one whose insertion is still pending.
  case path(ItemPath)
}

extension ItemReference: CustomStringConvertible {
  /// The name or the path.
  public var description: String {
    switch self {
    case .id(let id): id.description
    case .path(let path): "item at \(path)"
    }
  }
}

/// Which section is meant.
public enum SectionReference: Hashable, Sendable {
  /// The section of this name, wherever it stands; looked for when the modification is applied.
  case id(SectionID)
  /// The section that stands here in the list as it will be after everything pending.
  case index(Int)
}

extension SectionReference: CustomStringConvertible {
  /// The name or the index.
  public var description: String {
    switch self {
    case .id(let id): id.description
    case .index(let index): "section at \(index)"
    }
  }
}

/// Which header or footer is meant.
public struct SupplementReference: Hashable, Sendable {
  /// Which supplement of the section.
  public let kind: SupplementKind
  /// The section.
  public let section: SectionReference

  /// Means a supplement of a section.
  public init(_ kind: SupplementKind, of section: SectionReference) {
    self.kind = kind
    self.section = section
  }

  /// Means a supplement by its name.
  public init(_ id: SupplementID) { self.init(id.kind, of: .id(id.section)) }

  /// The header of a section.
  public static func header(of section: SectionReference) -> Self { Self(.header, of: section) }

  /// The footer of a section.
  public static func footer(of section: SectionReference) -> Self { Self(.footer, of: section) }
}

extension SupplementReference: CustomStringConvertible {
  /// The word and the section.
  public var description: String { "\(kind) of \(section)" }
}

extension SectionReference {
  /// The section and where it stands, `nil` if it is not there.
  func resolved(in state: ListState) -> (id: SectionID, index: Int)? {
    switch self {
    case .id(let id): state.index(of: id).map { (id, $0) }
    case .index(let index): state.sectionID(at: index).map { ($0, index) }
    }
  }
}

extension TreeReference {
  /// Which tree is meant, and where it stands.
  ///
  /// - Throws: `noSuchItem`, `noSuchSupplement`; or `storage` if a page cannot be read.
  func resolved(in state: ListState) throws(DataSourceError) -> (id: TreeID, place: TreePlace) {
    switch self {
    case .item(let item):
      let (id, path) = try item.resolved(in: state)
      return (.item(id), .item(path))
    case .supplement(let supplement):
      guard let section = supplement.section.resolved(in: state) else {
        throw .noSuchSupplement(supplement)
      }
      return (
        .supplement(SupplementID(supplement.kind, of: section.id)),
        .supplement(supplement.kind, ofSection: section.index)
      )
    }
  }
}

extension ItemReference {
  /// Who is meant, and where it stands.
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
