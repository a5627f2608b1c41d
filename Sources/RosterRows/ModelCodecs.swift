public import RosterCore
package import RosterJSON

/// Keeps `Codable` models as JSON text, with their version if they are ``VersionedModel``: the default codec.
public struct JSONModelCodec<Model: Codable & Sendable>: ModelCodec, VersionWritingCodec {
  /// The model as a type with versions, if it is one. Asked once, since each such question takes time.
  private let versioned = Model.self as? any VersionedModel.Type

  /// Makes a codec.
  public init() {}

  /// The model as JSON text.
  ///
  /// - Throws: `unencodable` if it has no JSON form, or is nested too deep to be read again; if it has a version, also if
  ///   it is no object, or has a member `$version`.
  public func encode(_ model: Model) throws -> StoredValue {
    var text: String
    do {
      text = try JSONText.encode(model)
    } catch {
      throw StorageError(.unencodable, "the model has no JSON form", cause: error)
    }
    // It could be written, but not read again.
    if JSONParser().isTooDeep(text) { throw StorageError.tooDeep }
    if let versioned {
      text = try VersionedText.stamped(text, version: versioned.modelVersion)
    }
    return .text(text)
  }

  /// Returns the model that the text encodes.
  ///
  /// - Throws: `undecodable` if the value is not the text of such a model, or of one that becomes such a model;
  ///   `newerModel` if a later version has written it.
  public func decode(_ value: StoredValue) throws -> Model {
    guard case .text(let text) = value else {
      throw StorageError(.undecodable, "the stored value is no JSON text")
    }
    do {
      if let versioned, let model = try VersionedText.decode(versioned, text) as? Model {
        return model
      }
      return try JSONText.decode(Model.self, text)
    } catch let error as StorageError {
      throw error
    } catch {
      throw StorageError(
        .undecodable, "the stored JSON is no \(Model.self)\(Self.place(of: error))", cause: error)
    }
  }
}

extension JSONModelCodec {
  /// Returns where a value is wrong, and how: `: author.age is not of type Int`. The value itself is left
  /// out, since messages contain no models.
  private static func place(of error: any Error) -> String {
    guard let error = error as? DecodingError else { return "" }
    return switch error {
    case .keyNotFound(let key, let context): ": \((context.codingPath + [key]).text) is missing"
    case .valueNotFound(_, let context): ": \(context.codingPath.text) is null"
    case .typeMismatch(let type, let context):
      ": \(context.codingPath.text) is not of type \(type)"
    case .dataCorrupted(let context): ": \(context.codingPath.text) has a value that is not allowed"
    @unknown default: ""
    }
  }
}

extension [any CodingKey] {
  /// The path as `members[3].name`; `it` if it is empty.
  fileprivate var text: String {
    if isEmpty { return "it" }
    return reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
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
