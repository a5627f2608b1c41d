internal import Foundation
package import GRDB
package import RosterCore

extension ModelKey {
  /// Makes the key of a row; `nil` if it is null or a real number.
  ///
  /// A blob of 16 bytes is the key that its UUID is, and so is a text that is one in small letters; any other blob is
  /// the text of its literal: `x'0a1b'`.
  package init?(_ value: DatabaseValue) {
    switch value.storage {
    case .int64(let number): self = .integer(Int(number))
    case .string(let text):
      // However the application writes a UUID, it is one key.
      self = .text(text.utf8.count == 36 ? UUID(uuidString: text)?.uuidString ?? text : text)
    case .blob(let data):
      if data.count == 16, let id = UUID.fromDatabaseValue(value) {
        self = .text(id.uuidString)
      } else {
        self = .text(
          "x'" + data.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + "'"
        )
      }
    case .null, .double: return nil
    }
  }
}
