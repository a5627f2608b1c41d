internal import Foundation
public import RosterCore

/// Keeps `Codable` models as JSON text: the default codec.
public struct JSONModelCodec<Model: Codable & Sendable>: ModelCodec {
  /// Makes a codec.
  public init() {}

  /// The model as JSON text.
  public func encode(_ model: Model) throws -> StoredValue {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return .text(String(decoding: try encoder.encode(model), as: UTF8.self))
    } catch {
      throw StorageError(.unencodable, "the model has no JSON form", cause: error)
    }
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
