/// Why some JSON is no description.
public struct JSONDescriptionError: Error, Hashable, Sendable {
  /// The way to the value that is wrong, through members and elements: `children[2].class`.
  public var place: String
  /// What was expected there.
  public var expected: String
}

extension JSONDescriptionError: CustomStringConvertible {
  /// `children[2].class: a text was expected`.
  public var description: String {
    "\(place.isEmpty ? "the value" : place): \(expected) was expected"
  }
}
