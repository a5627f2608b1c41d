/// An identifier that occurs twice in a snapshot, so that it does not identify one element.
public struct DuplicateIdentifier: Error, Hashable, Sendable {
  /// The identifier, in words.
  public var identifier: String
  /// The first place where it stands.
  public var first: DifferenceError.Place
  /// The second place where it stands.
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
