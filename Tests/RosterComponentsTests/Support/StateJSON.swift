import Foundation
import RosterJSON

@testable import RosterComponents

/// Codable values as the text that is kept of states.
enum StateJSON {
  static func encode(_ value: some Encodable) throws -> String {
    try StateEncoder.json(of: value).canonicalText
  }

  static func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }
}
