/// What clients of a server have to know, and cannot guess.
package struct SecretText: Hashable, Sendable {
  package let text: String

  /// Makes 256 random bits: letters and digits of ASCII, `-` and `_`.
  package init() {
    var generator = SystemRandomNumberGenerator()
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    // Each character carries 6 bits.
    text = String((0..<43).map { _ in alphabet[Int(truncatingIfNeeded: generator.next() & 63)] })
  }

  /// - Parameter text: What was made earlier; not empty.
  package init(_ text: String) { self.text = text }

  /// Compares in a time that depends only on the length of what was given. Otherwise it could be found character by
  /// character.
  package func matches(_ given: some StringProtocol) -> Bool {
    let own = Array(text.utf8)
    var difference: UInt8 = 0
    var count = 0
    for byte in given.utf8 {
      difference |= byte ^ own[count % own.count]
      count += 1
    }
    return count == own.count && difference == 0
  }
}
