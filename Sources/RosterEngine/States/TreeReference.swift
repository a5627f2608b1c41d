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
