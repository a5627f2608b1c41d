/// Makes any text safe to show to people.
///
/// Models, names, origins, paths and the output of other programs may contain anything: sequences
/// that move the cursor or set the window's title, line feeds that make one line look like two,
/// marks that change the direction of the following text. All text that a command prints for people
/// goes through here, results and errors alike; output for programs does not.
extension String {
  /// The text on one line, with everything that a terminal would act upon written as JSON escapes
  /// it: control characters, separators of lines and paragraphs, and controls of direction.
  ///
  ///     "a\u{1B}[2Jb".safe    // a\u001b[2Jb
  ///
  /// Text of a JSON value stays text of the same value.
  package var safe: String { safe { _ in false } }

  /// The same, except that line feeds remain, for text with line feeds of our own.
  package var safeLines: String { safe { $0 == "\n" } }

  private func safe(_ isKept: (Unicode.Scalar) -> Bool) -> String {
    guard unicodeScalars.contains(where: { $0.isActedUponByTerminals && !isKept($0) }) else {
      return self
    }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isActedUponByTerminals, !isKept(scalar) {
        result += scalar.escape
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Such scalars all have at most four hexadecimal digits.
  fileprivate var escape: String {
    switch self {
    case "\n": return #"\n"#
    case "\t": return #"\t"#
    case "\r": return #"\r"#
    default:
      let digits = String(value, radix: 16)
      return #"\u"# + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
  }
}
