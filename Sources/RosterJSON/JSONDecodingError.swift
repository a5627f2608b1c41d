/// The reason and the place of a failure to decode a value that is valid JSON.
public struct JSONDecodingError: Error, Hashable {
  /// The path of the wrong value, through members and elements: `root.children[2].style`; empty for
  /// the value where decoding began.
  public var path: String

  /// What was expected, or what else is wrong, for people: `expected a string`.
  public var message: String

  init(_ message: String, at path: JSONPath?) {
    self.path = path?.text ?? ""
    self.message = message
  }
}

extension JSONDecodingError: CustomStringConvertible {
  /// `changeset.movedItems[3]: expected an array of 2 elements`; only the message if the path is
  /// empty.
  public var description: String {
    path.isEmpty ? message : "\(path): \(message)"
  }
}
