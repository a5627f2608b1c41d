#if Web
  /// What clients of a server have to know: at least 32 characters that cannot be guessed.
  ///
  /// A token travels in the body of a form, in a cookie or in the header `Authorization`, and never in an
  /// address, which browsers and proxies keep.
  public struct AccessToken: Hashable, Sendable {
    /// The characters: letters and digits of ASCII, `-` and `_`.
    public let text: String

    /// Makes a token of 256 random bits.
    public init() {
      var generator = SystemRandomNumberGenerator()
      let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
      // Each character carries 6 bits.
      text = String(
        (0..<43).map { _ in alphabet[Int(truncatingIfNeeded: generator.next() & 63)] })
    }

    /// Takes a token that was made earlier.
    ///
    /// - Returns: `nil` if it is not 32 to 256 letters and digits of ASCII, `-` and `_`.
    public init?(_ text: String) {
      let isAllowed = text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
      guard isAllowed, 32...256 ~= text.utf8.count else { return nil }
      self.text = text
    }

    /// Compares in a time that depends only on the length of what was given. Otherwise a token could be
    /// found character by character.
    func matches(_ given: some StringProtocol) -> Bool {
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
#endif
