#if !WITHOUT_FOUNDATION
  internal import Foundation
#endif
internal import RosterCore

/// The JSON text of `Codable` values, by Foundation.
///
/// The library for C has values of JSON only, and is a fraction of the size without Foundation: `Tools/library` builds it
/// with the condition `WITHOUT_FOUNDATION`.
enum JSONText {
  static func encode(_ value: some Encodable) throws -> String {
    #if WITHOUT_FOUNDATION
      throw StorageError(.unencodable, "built without Foundation, which writes the JSON of types")
    #else
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    #endif
  }

  static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    #if WITHOUT_FOUNDATION
      throw StorageError(.undecodable, "built without Foundation, which reads the JSON of types")
    #else
      return try JSONDecoder().decode(type, from: Data(text.utf8))
    #endif
  }
}
