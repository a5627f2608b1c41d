import RosterJSON

/// What parses has a canonical text, which parses to the same; what does not has a place.
enum JSONFuzzing {
  static func run(_ bytes: [UInt8]) throws {
    let value: JSONValue
    do throws(JSONParseError) {
      value = try JSONParser().parse(bytes)
    } catch {
      try FuzzFinding.require(
        0...bytes.count ~= error.offset && error.line > 0 && error.column > 0,
        "the error is at \(error.offset) of \(bytes.count) bytes: \(error)")
      return
    }
    let text = value.canonicalText
    let again = Result { () throws(JSONParseError) in try JSONParser().parse(text) }
    guard case .success(let same) = again else {
      throw FuzzFinding("the canonical text does not parse: \(again)")
    }
    try FuzzFinding.require(same == value, "the canonical text has a different value: \(text)")
    try FuzzFinding.require(
      same.hashValue == value.hashValue, "equal values have different hashes: \(text)")
    try FuzzFinding.require(
      same.canonicalText.utf8.elementsEqual(text.utf8), "the canonical text changes: \(text)")
  }
}
