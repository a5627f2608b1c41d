public import RosterCore

/// The place of a scope in a log: an item, or the header or footer of a section.
public enum LoggedPlace: Hashable, Sendable {
  /// The item at this path.
  case item(ItemPath)
  /// The header or footer of the section at this index.
  case supplement(SupplementKind, ofSection: Int)

  /// The section.
  public var section: Int {
    switch self {
    case .item(let path): path.section
    case .supplement(_, let section): section
    }
  }
}

extension LoggedPlace: Comparable {
  /// Returns whether one comes before another in the list: the header of a section, its items, its
  /// footer.
  public static func < (left: Self, right: Self) -> Bool { left.order < right.order }

  private var order: (Int, Int, Int) {
    switch self {
    case .supplement(.header, let section): (section, 0, 0)
    case .item(let path): (path.section, 1, path.item)
    case .supplement(.footer, let section): (section, 2, 0)
    }
  }
}

extension LoggedPlace: CustomStringConvertible {
  /// The place in words: "item at [0, 1]", "header of section 2".
  public var description: String {
    switch self {
    case .item(let path): "item at \(path)"
    case .supplement(let kind, let section): "\(kind) of section \(section)"
    }
  }
}
