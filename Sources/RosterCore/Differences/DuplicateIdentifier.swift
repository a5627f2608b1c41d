/// An identifier that is in a snapshot twice, so that which of the two is meant cannot be told.
public struct DuplicateIdentifier: Error, Hashable, Sendable {
  /// The identifier, in words.
  public var identifier: String
  /// Where it stands first.
  public var first: DifferenceError.Place
  /// Where it stands again.
  public var second: DifferenceError.Place

  /// Names an identifier and two places.
  public init(
    _ identifier: String, first: DifferenceError.Place, second: DifferenceError.Place
  ) {
    self.identifier = identifier
    self.first = first
    self.second = second
  }
}

extension DuplicateIdentifier: CustomStringConvertible {
  /// The identifier and both places, in words.
  public var description: String {
    "the identifier \(identifier) is in the snapshot twice: at \(first) and at \(second)"
  }
}
