/// Where a supplement of a section stands.
public enum SupplementKind: Hashable, Sendable, CaseIterable {
  /// Before the items of the section.
  case header
  /// After them.
  case footer
}

extension SupplementKind: Comparable {
  /// Returns whether one stands before the other.
  public static func < (left: Self, right: Self) -> Bool { left == .header && right == .footer }
}

extension SupplementKind: CustomStringConvertible {
  /// The word: "header" or "footer".
  public var description: String {
    switch self {
    case .header: "header"
    case .footer: "footer"
    }
  }
}

/// Names a supplement, which is the header or the footer of a section. The name is valid for as
/// long as the section exists, wherever the section stands.
///
/// A collection view shows it as a supplementary view.
public struct SupplementID: Hashable, Sendable {
  /// The section.
  public let section: SectionID
  /// Whether it is the header or the footer.
  public let kind: SupplementKind

  /// Names a supplement of a section.
  public init(_ kind: SupplementKind, of section: SectionID) {
    self.section = section
    self.kind = kind
  }
}

extension SupplementID: Comparable {
  /// Returns whether the list gave the section of one before that of the other. Of one section, the
  /// header comes first.
  public static func < (left: Self, right: Self) -> Bool {
    (left.section, left.kind) < (right.section, right.kind)
  }
}

extension SupplementID: CustomStringConvertible {
  /// The word and the section: "header of section 7".
  public var description: String { "\(kind) of \(section)" }
}

/// Names a tree of components in a list: that of an item, or that of a header or footer.
public enum TreeID: Hashable, Sendable {
  /// The tree of an item.
  case item(ItemID)
  /// The tree of a header or footer of a section.
  case supplement(SupplementID)

  /// Returns the tree of the header of a section.
  public static func header(of section: SectionID) -> TreeID {
    .supplement(SupplementID(.header, of: section))
  }

  /// Returns the tree of the footer of a section.
  public static func footer(of section: SectionID) -> TreeID {
    .supplement(SupplementID(.footer, of: section))
  }

  /// The item, `nil` if the tree belongs to a section.
  public var item: ItemID? { if case .item(let item) = self { item } else { nil } }

  /// The header or footer, `nil` if the tree belongs to an item.
  public var supplement: SupplementID? {
    if case .supplement(let supplement) = self { supplement } else { nil }
  }
}

extension SectionID {
  /// The trees of its header and footer, whether or not they exist.
  package var trees: [TreeID] {
    SupplementKind.allCases.map { .supplement(SupplementID($0, of: self)) }
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

/// Where a list shows what has a tree of components: the header of a section, then the section's
/// items, then its footer.
///
/// In a list of two sections with two items each, the places are in this order:
///
/// ```text
/// header of section 0 < [0, 0] < [0, 1] < footer of section 0 < header of section 1 < [1, 0] < …
/// ```
public enum TreePlace: Hashable, Sendable {
  /// The place of the item at this path.
  case item(ItemPath)
  /// The place of the header or footer of the section at this index.
  case supplement(SupplementKind, ofSection: Int)

  /// The index of the section.
  public var section: Int {
    switch self {
    case .item(let path): path.section
    case .supplement(_, let section): section
    }
  }

  /// The path of the item, `nil` for a header or footer.
  public var path: ItemPath? { if case .item(let path) = self { path } else { nil } }

  /// Where the tree stands within its section: first by the part of the section, then by the index
  /// of the item.
  private var rank: (part: Int, item: Int) {
    switch self {
    case .supplement(.header, _): (0, 0)
    case .item(let path): (1, path.item)
    case .supplement(.footer, _): (2, 0)
    }
  }
}

extension TreePlace: Comparable {
  /// Returns whether the list shows one before the other.
  public static func < (left: Self, right: Self) -> Bool {
    if left.section != right.section { return left.section < right.section }
    return left.rank < right.rank
  }
}

extension TreePlace: CustomStringConvertible {
  /// The place in words: "item at [0, 1]", "header of section 2".
  public var description: String {
    switch self {
    case .item(let path): "item at \(path)"
    case .supplement(let kind, let section): "\(kind) of section \(section)"
    }
  }
}

extension ListState {
  /// Returns where a tree stands, `nil` if its item or section is not in the list.
  ///
  /// - Throws: `StorageError` if a page of the list is not in memory and cannot be read.
  /// - Complexity: O(log *n*).
  package func place(of tree: TreeID) throws(StorageError) -> TreePlace? {
    switch tree {
    case .item(let item): try path(of: item).map(TreePlace.item)
    case .supplement(let supplement):
      index(of: supplement.section).map { .supplement(supplement.kind, ofSection: $0) }
    }
  }

  /// Returns the tree at a place, `nil` if no item or section stands there.
  ///
  /// - Throws: `StorageError` if a page of the list is not in memory and cannot be read.
  /// - Complexity: O(log *n*).
  package func tree(at place: TreePlace) throws(StorageError) -> TreeID? {
    switch place {
    case .item(let path): try itemID(at: path).map(TreeID.item)
    case .supplement(let kind, let section):
      sectionID(at: section).map { .supplement(SupplementID(kind, of: $0)) }
    }
  }
}
