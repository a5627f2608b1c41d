internal import RosterCore

extension StoredValue {
  var binding: PreparedStatement.Value {
    switch self {
    case .null: .null
    case .text(let text): .text(text)
    case .blob(let bytes): .blob(bytes)
    }
  }

  init(_ row: borrowing PreparedStatement.Row, _ column: CInt) {
    switch row.value(column) {
    case .null: self = .null
    case .integer(let value): self = .text(String(value))
    case .text(let text): self = .text(text)
    case .blob(let bytes): self = .blob(bytes)
    }
  }
}
