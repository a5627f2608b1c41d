public import RosterCore

/// Keeps bytes as they are.
public struct BytesCodec: ModelCodec {
  /// Makes the codec.
  public init() {}

  /// Keeps the bytes.
  public func encode(_ model: [UInt8]) throws -> StoredValue { .blob(model) }

  /// Gives the bytes back.
  public func decode(_ value: StoredValue) throws -> [UInt8] {
    guard case .blob(let bytes) = value else {
      throw StorageError(.undecodable, "the stored value is not bytes")
    }
    return bytes
  }
}

/// Keeps strings as plain text, without quotes.
public struct TextCodec: ModelCodec {
  /// Makes the codec.
  public init() {}

  /// Keeps the text.
  public func encode(_ model: String) throws -> StoredValue { .text(model) }

  /// Gives the text back.
  public func decode(_ value: StoredValue) throws -> String {
    guard case .text(let text) = value else {
      throw StorageError(.undecodable, "the stored value is not text")
    }
    return text
  }
}
