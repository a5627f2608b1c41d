#if Sync
  /// Where a hub answers.
  enum HubPath {
    /// Returns the path of a list: `/lists/NAME/sync`.
    ///
    ///     "to do"     "/lists/to%20do/sync"
    ///     "a/b"       nil
    ///
    /// - Returns: `nil` for a name that cannot be a part of a path: an empty one, `.` or `..`, and one
    ///   with a slash, a backslash, a control character, or a percent sign before two digits, which
    ///   servers and balancers read in different ways.
    static func sync(_ list: String) -> String? {
      guard !list.isEmpty, list != ".", list != "..",
        list.firstMatch(of: /%[0-9A-Fa-f]{2}/) == nil
      else { return nil }
      let isPlain = list.unicodeScalars.allSatisfy { scalar in
        scalar != "/" && scalar != "\\" && scalar.value >= 0x20 && !(0x7F...0x9F ~= scalar.value)
      }
      return isPlain ? "/lists/\(encoded(list))/sync" : nil
    }

    private static func encoded(_ text: String) -> String {
      var result = ""
      for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."), UInt8(ascii: "~"):
          result.unicodeScalars.append(Unicode.Scalar(byte))
        default:
          result += byte < 16 ? "%0" : "%"
          result += String(byte, radix: 16, uppercase: true)
        }
      }
      return result
    }
  }
#endif
