internal import Foundation
package import RosterCore

extension ModelKey {
  /// Makes the key of a row; `nil` if it is null or a real number.
  ///
  /// A blob of 16 bytes is the key that its UUID is, and so is a text that is one in small letters; any other blob is
  /// the text of its literal: `x'0a1b'`.
  package init?(_ value: RecordValue) {
    switch value {
    case .integer(let number): self = .integer(number)
    case .text(let bytes):
      let text = String(decoding: bytes, as: UTF8.self)
      // However the application writes a UUID, it is one key.
      self = .text(text.utf8.count == 36 ? UUID(uuidString: text)?.uuidString ?? text : text)
    case .blob(let bytes):
      if bytes.count == 16 {
        self = .text(
          UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }).uuidString)
      } else {
        self = .text(
          "x'" + bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            + "'"
        )
      }
    case .null, .real: return nil
    }
  }
}
