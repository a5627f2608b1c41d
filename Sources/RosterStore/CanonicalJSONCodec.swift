public import RosterCore
public import RosterJSON

/// Keeps JSON values as canonical JSON text.
public struct CanonicalJSONCodec: ModelCodec {
  /// Makes the codec.
  public init() {}

  /// Writes the value as canonical text.
  public func encode(_ model: JSONValue) throws -> StoredValue { .text(model.canonicalText) }

  /// Parses the text.
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
