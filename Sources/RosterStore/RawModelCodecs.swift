public import RosterCore

/// Keeps bytes as they are.
public struct BytesCodec: ModelCodec {
  /// Makes a codec.
  public init() {}

  /// The bytes as a blob.
  public func encode(_ model: [UInt8]) throws -> StoredValue { .blob(model) }

  /// The bytes of a blob.
  ///
  /// - Throws: `undecodable` if the value is not a blob.
  public func decode(_ value: StoredValue) throws -> [UInt8] {
    guard case .blob(let bytes) = value else {
      throw StorageError(.undecodable, "the stored value is not bytes")
    }
    return bytes
  }
}

/// Keeps strings as plain text, without quotes.
public struct TextCodec: ModelCodec {
  /// Makes a codec.
  public init() {}

  /// The string as text.
  public func encode(_ model: String) throws -> StoredValue { .text(model) }

  /// The string of a text.
  ///
  /// - Throws: `undecodable` if the value is not a text.
  public func decode(_ value: StoredValue) throws -> String {
    guard case .text(let text) = value else {
      throw StorageError(.undecodable, "the stored value is not text")
    }
    return text
  }
}
