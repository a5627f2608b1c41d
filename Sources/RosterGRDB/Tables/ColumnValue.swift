internal import Foundation
internal import GRDB

/// The value of a column in JSON: null, a number or a text as such, and an object for what JSON has no form for.
struct ColumnValue: Codable, Sendable {
  let value: DatabaseValue

  private enum CodingKeys: String, CodingKey {
    case base64
    case real
  }

  init(value: DatabaseValue) { self.value = value }

  init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: CodingKeys.self) {
      if let data = try object.decodeIfPresent(Data.self, forKey: .base64) {
        value = data.databaseValue
      } else {
        value = (Double(try object.decode(String.self, forKey: .real)) ?? .nan).databaseValue
      }
      return
    }
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      value = .null
    } else if let text = try? single.decode(String.self) {
      value = text.databaseValue
    } else if let number = try? single.decode(Int64.self) {
      value = number.databaseValue
    } else {
      value = try single.decode(Double.self).databaseValue
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch value.storage {
    case .blob(let data):
      var object = encoder.container(keyedBy: CodingKeys.self)
      try object.encode(data, forKey: .base64)
    case .double(let number) where !number.isFinite:
      var object = encoder.container(keyedBy: CodingKeys.self)
      try object.encode("\(number)", forKey: .real)
    case .double(let number): try encodeSingle(number, encoder)
    case .int64(let number): try encodeSingle(number, encoder)
    case .string(let text): try encodeSingle(text, encoder)
    case .null:
      var single = encoder.singleValueContainer()
      try single.encodeNil()
    }
  }

  private func encodeSingle(_ value: some Encodable, _ encoder: any Encoder) throws {
    var single = encoder.singleValueContainer()
    try single.encode(value)
  }
}
