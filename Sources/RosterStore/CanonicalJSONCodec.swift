public import RosterCore
public import RosterJSON

/// Keeps JSON values as canonical JSON text.
public struct CanonicalJSONCodec: ModelCodec {
  /// Makes a codec.
  public init() {}

  /// The model as canonical JSON text.
  public func encode(_ model: JSONValue) throws -> StoredValue { .text(model.canonicalText) }

  /// Returns the model that the text encodes.
  ///
  /// - Throws: `undecodable` if the value is not the text of a JSON value.
  public func decode(_ value: StoredValue) throws -> JSONValue {
    guard case .text(let text) = value else {
      throw StorageError(.undecodable, "the stored value is no JSON text")
    }
    do {
      return try JSONParser().parse(text)
    } catch {
      throw StorageError(.undecodable, "the stored text is no JSON", cause: error)
    }
  }
}
