/// Names a tree of components in a list: that of an item, or that of a header or footer.
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
  /// Returns whether the list gave one id before the other; items come before supplements.
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
  /// The item or supplement in words: "item 7", "header of section 7".
  public var description: String {
    switch self {
    case .item(let item): item.description
    case .supplement(let supplement): supplement.description
    }
  }
}
