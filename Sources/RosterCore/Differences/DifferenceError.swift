/// Why two lists could not be compared.
public enum DifferenceError: Error, Hashable, Sendable {
  /// Two sections, or two items, of one of the lists have the same identifier, so that which of
  /// them the other list means cannot be told.
  case duplicateIdentifier(in: Side, first: Place, second: Place)

  /// One of the two lists.
  public enum Side: String, Hashable, Sendable {
    /// The list before.
    case source
    /// The list after.
    case target
  }

  /// Where a section or an item stands in its list.
  public enum Place: Hashable, Sendable {
    /// The section at an index.
    case section(Int)
    /// The item at a path.
    case item(ItemPath)
  }
}

extension DifferenceError: CustomStringConvertible {
  /// What is twice where, for people.
  public var description: String {
    switch self {
    case .duplicateIdentifier(let side, let first, let second):
      "the \(side.rawValue) list has one identifier at \(first) and at \(second)"
    }
  }
}

extension DifferenceError.Place: CustomStringConvertible {
  /// Which section or item it is, for people.
  public var description: String {
    switch self {
    case .section(let index): "section \(index)"
    case .item(let path): "item \(path)"
    }
  }
}
