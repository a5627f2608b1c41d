#if Web
  import RosterPages

  /// What clients of a server have to know: at least 32 characters that cannot be guessed.
  ///
  /// A token travels in the body of a form, in a cookie or in the header `Authorization`, and never in an
  /// address, which browsers and proxies keep.
  public struct AccessToken: Hashable, Sendable {
    private let secret: SecretText

    /// The characters: letters and digits of ASCII, `-` and `_`.
    public var text: String { secret.text }

    /// Makes a token of 256 random bits.
    public init() { secret = SecretText() }

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
      secret = SecretText(text)
    }

    func matches(_ given: some StringProtocol) -> Bool { secret.matches(given) }
  }
#endif
