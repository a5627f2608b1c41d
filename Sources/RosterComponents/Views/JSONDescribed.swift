package import RosterJSON

/// A description with a compact JSON form, which is also its encoded form.
///
/// Empty members are left out. A reader ignores members that it does not know, so a renderer may be
/// older than the process that describes the views.
package protocol JSONDescribed: Codable {
  /// Reads a description. A `JSONCursor` knows the paths for its errors.
  ///
  /// - Throws: What is wrong, and its path.
  init(json: JSONValue) throws(JSONDecodingError)

  /// The description as JSON.
  var json: JSONValue { get }
}

extension JSONDescribed {
  /// Reads the JSON form.
  public init(from decoder: any Decoder) throws {
    let json = try JSONValue(from: decoder)
    do {
      try self.init(json: json)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: error.description,
          underlyingError: error))
    }
  }

  /// Writes the JSON form.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
