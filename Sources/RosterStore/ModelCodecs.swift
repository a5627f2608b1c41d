internal import Foundation
public import RosterCore
package import RosterJSON

/// Keeps `Codable` models as JSON text: the default codec.
public struct JSONModelCodec<Model: Codable & Sendable>: ModelCodec {
  /// Makes a codec.
  public init() {}

  /// The model as JSON text.
  ///
  /// - Throws: `unencodable` if it has no JSON form, or is nested too deep to be read again.
  public func encode(_ model: Model) throws -> StoredValue {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text: String
    do {
      text = String(decoding: try encoder.encode(model), as: UTF8.self)
    } catch {
      throw StorageError(.unencodable, "the model has no JSON form", cause: error)
    }
    // It could be written, but not read again.
    if JSONParser().isTooDeep(text) { throw StorageError.tooDeep }
    return .text(text)
  }

  /// Returns the model that the text encodes.
  ///
  /// - Throws: `undecodable` if the value is not the text of such a model.
  public func decode(_ value: StoredValue) throws -> Model {
    guard case .text(let text) = value else {
      throw StorageError(.undecodable, "the stored value is no JSON text")
    }
    do {
      return try JSONDecoder().decode(Model.self, from: Data(text.utf8))
    } catch {
      throw StorageError(.undecodable, "the stored JSON is no \(Model.self)", cause: error)
    }
  }
}

/// Keeps JSON values as canonical JSON text.
package struct CanonicalJSONCodec: ModelCodec {
  /// Makes a codec.
  package init() {}

  /// The model as canonical JSON text.
  ///
  /// - Throws: `unencodable` if it is nested too deep to be read again.
  package func encode(_ model: JSONValue) throws -> StoredValue {
    if model.isNested(deeperThan: JSONValue.depthMax) { throw StorageError.tooDeep }
    return .text(model.canonicalText)
  }

  /// Returns the model that the text encodes.
  ///
  /// - Throws: `undecodable` if the value is not the text of a JSON value.
  package func decode(_ value: StoredValue) throws -> JSONValue {
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

/// Keeps bytes as they are.
package struct BytesCodec: ModelCodec {
  /// Makes a codec.
  package init() {}

  /// The bytes as a blob.
  package func encode(_ model: [UInt8]) throws -> StoredValue { .blob(model) }

  /// The bytes of a blob.
  ///
  /// - Throws: `undecodable` if the value is not a blob.
  package func decode(_ value: StoredValue) throws -> [UInt8] {
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

extension StorageError {
  fileprivate static var tooDeep: StorageError {
    StorageError(
      .unencodable,
      "the model has more than \(JSONValue.depthMax) levels of arrays and objects")
  }
}
