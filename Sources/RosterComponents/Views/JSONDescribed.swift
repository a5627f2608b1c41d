public import RosterJSON

/// A description with a compact JSON form, which is also how it is encoded.
///
/// What says nothing is left out. Members that a reader does not know it ignores, so that a renderer
/// may be older than what it renders.
public protocol JSONDescribed: Codable {
  /// Reads a description.
  ///
  /// - Throws: What is wrong, and where.
  init(json: JSONValue) throws(JSONDescriptionError)

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
