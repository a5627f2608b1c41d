internal import Foundation
internal import GRDB
internal import RosterCore
internal import RosterRows
internal import RosterStore

/// Keeps rows of an application as JSON text, with the columns that their record has:
///
///     {"done":0,"id":17,"title":"Milk"}
///     {"id":{"base64":"DTX7bOCzTp6qPBTTXKPN9A=="},"title":null}
struct RowCodec<Record: FetchableRecord & EncodableRecord & Sendable>: ModelCodec {
  /// The column that is the primary key of the table.
  let key: String

  private let columns = JSONModelCodec<[String: ColumnValue]>()

  init(key: String) { self.key = key }

  func encode(_ model: Record) throws -> StoredValue {
    _ = try modelKey(of: model)
    return try columns.encode(model.databaseDictionary.mapValues { ColumnValue(value: $0) })
  }

  func decode(_ value: StoredValue) throws -> Record {
    try Record(row: Row(columns.decode(value).mapValues(\.value)))
  }

  /// Returns the key of a record.
  ///
  /// - Throws: `unencodable` if it has none that a list can have.
  func modelKey(of record: Record) throws -> ModelKey {
    let values = try record.databaseDictionary
    let value =
      values[key] ?? values.first { $0.key.lowercased() == key.lowercased() }?.value ?? .null
    guard let found = ModelKey(RecordValue(value)) else {
      throw StorageError(
        .unencodable,
        "a row of \(Record.self) has the key \(value) in the column \(key); it must be an integer, a text or a blob"
      )
    }
    return found
  }
}

/// The value of a column in JSON: null, a number or a text as such, and an object for what JSON has no form for.
private struct ColumnValue: Codable, Sendable {
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
