/// Why two lists could not be compared.
public enum DifferenceError: Error, Hashable, Sendable {
  /// Two sections, or two items, of one list have the same identifier, so the counterpart in the
  /// other list is ambiguous.
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
  /// The list and the two places, in words.
  public var description: String {
    switch self {
    case .duplicateIdentifier(let side, let first, let second):
      "the \(side.rawValue) list has one identifier at \(first) and at \(second)"
    }
  }
}

extension DifferenceError.Place: CustomStringConvertible {
  /// The kind and the place, in words.
  public var description: String {
    switch self {
    case .section(let index): "section \(index)"
    case .item(let path): "item \(path)"
    }
  }
}
