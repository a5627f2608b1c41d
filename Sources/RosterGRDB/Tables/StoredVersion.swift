internal import RosterCore
internal import RosterRows

/// A version of a row as a list keeps it: a digest, the key, and the columns that are copied, if some are.
///
///     ["9f58e81bf9ffae5f",17]
///     ["9f58e81bf9ffae5f",17,{"takenAt":1764504000}]
struct StoredVersion: Codable, Sendable {
  let digest: String
  let key: ColumnValue
  let columns: [String: ColumnValue]?

  init(_ version: RowVersion<some Any>, _ columns: [String: ColumnValue]? = nil) {
    digest = version.digest
    key = ColumnValue(value: version.key)
    self.columns = columns
  }

  init(from decoder: any Decoder) throws {
    var parts = try decoder.unkeyedContainer()
    digest = try parts.decode(String.self)
    key = try parts.decode(ColumnValue.self)
    columns = parts.isAtEnd ? nil : try parts.decode([String: ColumnValue].self)
  }

  func encode(to encoder: any Encoder) throws {
    var parts = encoder.unkeyedContainer()
    try parts.encode(digest)
    try parts.encode(key)
    if let columns { try parts.encode(columns) }
  }

  /// The version of a row that is read as a record.
  func version<Record>() -> RowVersion<Record> { RowVersion(key: key.value, digest: digest) }
}

/// Keeps versions of rows as JSON text, all with columns or all without.
struct StoredVersionCodec: ModelCodec {
  let hasColumns: Bool

  private let json = JSONModelCodec<StoredVersion>()

  init(hasColumns: Bool) { self.hasColumns = hasColumns }

  func encode(_ model: StoredVersion) throws -> StoredValue { try json.encode(model) }

  func decode(_ value: StoredValue) throws -> StoredVersion {
    if case .text(let text) = value, text.hasPrefix("{") { throw OtherModels.copies }
    let stored = try json.decode(value)
    guard hasColumns == (stored.columns != nil) else {
      throw hasColumns ? OtherModels.versions : .excerpts
    }
    return stored
  }

  /// Returns what a list has that has a model of another kind; `nil` for one of this kind, and for none at all.
  func others(with value: StoredValue) -> OtherModels? {
    do {
      _ = try decode(value)
      return nil
    } catch {
      return error as? OtherModels
    }
  }
}
