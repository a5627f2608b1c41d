package import RosterJSON

/// How much is left of the parts of a JSON value: a model may have any size, and a message or what a person
/// takes in may not.
///
/// All parts are shortened alike, so that one long text does not displace the others. Shortened texts end
/// with an ellipsis.
package struct ValueShortening: Hashable, Sendable {
  /// The most bytes of a text or key, in UTF-8 and without the ellipsis.
  package var textByteCountMax: Int
  /// The most elements or members of one array or object.
  package var countMax: Int
  /// The most arrays and objects around a value.
  package var depthMax: Int
  /// The most values, all together.
  package var valueCountMax = Int.max
  /// The most bytes of texts and keys, all together.
  package var byteCountMax = Int.max
  /// Whether texts stand where something was left out, for people: `"… 12 more"`, `"{…}"`. Of an address
  /// with contents in letters, `"data:image/png;base64, 12345 bytes"` is left, and of contents without an address
  /// `"3412 characters of data"`.
  package var marksGaps = false

  /// Limits the parts of a value.
  package init(textByteCountMax: Int, countMax: Int, depthMax: Int) {
    self.textByteCountMax = textByteCountMax
    self.countMax = countMax
    self.depthMax = depthMax
  }

  /// Returns a value, shortened if necessary, and whether anything was left out.
  ///
  /// - Complexity: O(*n*) in the size of what is left.
  package func callAsFunction(_ value: JSONValue) -> (value: JSONValue, isCut: Bool) {
    var walk = Walk(limits: self)
    let shortened = walk.shortened(value, depth: 0)
    return (shortened, walk.isCut)
  }

  /// One walk through a value.
  private struct Walk {
    let limits: ValueShortening
    private var valueCount: Int
    private var byteCount: Int
    private(set) var isCut = false

    init(limits: ValueShortening) {
      self.limits = limits
      valueCount = limits.valueCountMax
      byteCount = limits.byteCountMax
    }

    mutating func shortened(_ value: JSONValue, depth: Int) -> JSONValue {
      valueCount -= 1
      switch value {
      case .null, .bool, .number, .decimal: return value
      case .string(let text): return .string(shortened(text))
      case .array(let elements):
        guard depth < limits.depthMax || elements.isEmpty else { return gap(.array([]), "[…]") }
        var kept: [JSONValue] = []
        for element in elements {
          guard hasRoom(behind: kept.count) else {
            if limits.marksGaps { kept.append(.string("… \(elements.count - kept.count) more")) }
            break
          }
          kept.append(shortened(element, depth: depth + 1))
        }
        return .array(kept)
      case .object(let members):
        guard depth < limits.depthMax || members.isEmpty else { return gap(.object([:]), "{…}") }
        var kept = JSONObject()
        for key in members.keys {
          guard hasRoom(behind: kept.count) else {
            if limits.marksGaps { kept["…"] = .string("\(members.count - kept.count) more") }
            break
          }
          kept[shortened(key)] = members[key].map { shortened($0, depth: depth + 1) }
        }
        return .object(kept)
      }
    }

    /// Whether one more part may follow some parts of an array or object. Otherwise the rest is cut.
    private mutating func hasRoom(behind count: Int) -> Bool {
      if count < limits.countMax, valueCount > 0, byteCount > 0 { return true }
      isCut = true
      return false
    }

    private mutating func shortened(_ whole: String) -> String {
      var text = whole
      if limits.marksGaps, let summary = whole.summaryOfContents {
        text = summary
        isCut = true
      }
      let room = max(1, min(limits.textByteCountMax, byteCount))
      if text.utf8.count > room { isCut = true }
      let short = text.shortened(byteCountMax: room)
      byteCount -= short.utf8.count
      return short
    }

    /// What stands for an array or object whose parts are all left out.
    private mutating func gap(_ empty: JSONValue, _ text: String) -> JSONValue {
      isCut = true
      return limits.marksGaps ? .string(text) : empty
    }
  }
}

extension String {
  /// What people read of contents in letters, and of a long address that holds some,
  /// `data:image/png;base64, 12345 bytes`; `nil` if this is neither.
  fileprivate var summaryOfContents: String? {
    if isBase64 { return "\(utf8.count) characters of data" }
    guard utf8.count > 200, utf8.starts(with: "data:".utf8),
      let comma = utf8.prefix(100).firstIndex(of: UInt8(ascii: ",")),
      self[..<comma].hasSuffix(";base64")
    else { return nil }
    return "\(self[..<comma]), \(utf8.count) bytes"
  }

  /// Returns the text up to the last character that ends within some number of bytes, and an ellipsis; or
  /// the whole text if it is no longer.
  ///
  /// A single character may have any number of bytes. If the first one has too many, its first scalars
  /// are taken.
  package func shortened(byteCountMax: Int) -> String {
    guard utf8.count > byteCountMax else { return self }
    let limit = utf8.index(startIndex, offsetBy: byteCountMax)
    var end = startIndex
    while end < limit, case let next = index(after: end), next <= limit { end = next }
    if end == startIndex {
      while case let next = unicodeScalars.index(after: end), next <= limit { end = next }
    }
    return String(self[..<end]) + "…"
  }
}
