/// How names of lists are compared, and how messages and output for people have them and other names.
extension String {
  /// Whether the other name has the same bytes: only then a database has one list by both. Two strings are equal also
  /// if one has an accented letter as a single scalar and the other one as two.
  package func isSameName(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

  /// The text in quotation marks, with a `\` before each `"` and `\` in it, as JSON writes it: it ends where its last
  /// quotation mark is, whatever it contains. Control characters stay; what a terminal shows has them as JSON as well.
  ///
  ///     to do           "to do"
  ///     say "hi"        "say \"hi\""
  package var inQuotes: String {
    // Not by characters: a quotation mark with an accent is a single one.
    var quoted = "\"".unicodeScalars
    for scalar in unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }

  /// The text as it is if a reader of a line sees where it begins and ends, otherwise in quotation marks: if it is empty, or
  /// has commas, quotation marks, `\`, or white space other than a single space between words.
  ///
  ///     to do           to do
  ///     now, later      "now, later"
  package var inQuotesUnlessPlain: String {
    // A line begins like behind a space.
    var isBehindSpace = true
    for scalar in unicodeScalars {
      let isSpace = scalar == " "
      if isSpace && isBehindSpace || !isSpace && scalar.properties.isWhitespace
        || scalar == "," || scalar == "\"" || scalar == "\\"
      {
        return inQuotes
      }
      isBehindSpace = isSpace
    }
    return isBehindSpace ? inQuotes : self
  }
}
