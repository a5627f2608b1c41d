/// Names a tree of components in a list, by what it belongs to.
public enum TreeID: Hashable, Sendable {
  /// The tree of an item.
  case item(ItemID)
  /// The tree of a header or footer of a section.
  case supplement(SupplementID)

  /// The item, `nil` if the tree belongs to a section.
  public var item: ItemID? { if case .item(let item) = self { item } else { nil } }

  /// The header or footer, `nil` if the tree belongs to an item.
  public var supplement: SupplementID? {
    if case .supplement(let supplement) = self { supplement } else { nil }
  }
}

extension TreeID: Comparable {
  /// Whether one was given before another; items come before supplements.
  public static func < (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.item(let left), .item(let right)): left < right
    case (.supplement(let left), .supplement(let right)): left < right
    case (.item, .supplement): true
    case (.supplement, .item): false
    }
  }
}

extension TreeID: CustomStringConvertible {
  /// The words of what it belongs to: "item 7", "header of section 7".
  public var description: String {
    switch self {
    case .item(let item): item.description
    case .supplement(let supplement): supplement.description
    }
  }
}
