import RosterJSON
import Testing

struct ValidUTF8Tests {
  @Test(arguments: ["", "a", "é", "€", "\u{10FFFF}", "a\0b", "\u{FFFD}"])
  func textIsThatOfItsBytes(_ text: String) {
    #expect(String(validUTF8: Array(text.utf8)) == text)
    // Bytes that do not lie one behind the other.
    #expect(String(validUTF8: Array(text.utf8).lazy.map { $0 }) == text)
  }

  @Test(
    arguments: [
      [0x80], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x61, 0xFF],
    ] as [[UInt8]])
  func otherBytesAreNoText(_ bytes: [UInt8]) {
    #expect(String(validUTF8: bytes) == nil)
    #expect(String(validUTF8: bytes.lazy.map { $0 }) == nil)
    #expect(String(validating: bytes, as: UTF8.self) == nil)
  }
}
