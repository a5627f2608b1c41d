/// Why two lists could not be compared.
@usableFromInline
package enum DifferenceError: Error, Hashable, Sendable {
  /// Two sections, or two items, of one list have the same identifier, so the counterpart in the
  /// other list is ambiguous.
  case duplicateIdentifier(
    in: Side, first: DuplicateIdentifier.Place, second: DuplicateIdentifier.Place)

  /// One of the two lists.
  @usableFromInline
  package enum Side: String, Hashable, Sendable {
    /// The list before.
    case source
    /// The list after.
    case target
  }
}

extension DifferenceError: CustomStringConvertible {
  /// The list and the two places, in words.
  @usableFromInline
  package var description: String {
    switch self {
    case .duplicateIdentifier(let side, let first, let second):
      "the \(side.rawValue) list has one identifier at \(first) and at \(second)"
    }
  }
}
