/// The reason why JSON could not be read as a description.
public struct JSONDescriptionError: Error, Hashable, Sendable {
  /// The path of the wrong value, through members and elements: `children[2].class`.
  public var place: String
  /// What was expected in that place.
  public var expected: String
}

extension JSONDescriptionError: CustomStringConvertible {
  /// `children[2].class: a text was expected`.
  public var description: String {
    "\(place.isEmpty ? "the value" : place): \(expected) was expected"
  }
}
