package import RosterJSON

extension JSONValue {
  /// The value as people read it: a string without quotes, an array of plain values with commas
  /// between them, an absent value as nothing, anything else as JSON.
  ///
  /// Bytes in letters are only counted, and a number that is a time is written as one:
  ///
  ///     "data:image/png;base64,iVBORw0…"    3412 characters of data
  ///     1714979289, named created           2024-05-06 07:08:09 UTC
  ///
  /// - Parameter name: The name of the member whose value it is.
  func plainText(named name: String) -> String {
    switch self {
    case .null: ""
    case .string(let text): text.summaryOfData ?? text
    case .number(let number) where name.isNameOfTime:
      Moment(number)?.description ?? canonicalText
    case .bool, .number, .decimal: canonicalText
    case .array(let elements):
      elements.allSatisfy(\.isPlain)
        ? elements.map { $0.plainText(named: name) }.joined(separator: ", ")
        : withoutData.canonicalText
    case .object: withoutData.canonicalText
    }
  }

  /// The value with the number of characters in place of bytes in letters, which people cannot read.
  ///
  /// - Complexity: O(*n*) in the number of its parts.
  package var withoutData: JSONValue {
    switch self {
    case .null, .bool, .number, .decimal: self
    case .string(let text): text.summaryOfData.map { .string($0) } ?? self
    case .array(let elements): .array(elements.map(\.withoutData))
    case .object(let members):
      .object(JSONObject(members.lazy.map { (key: $0.key, value: $0.value.withoutData) }))
    }
  }

  /// Whether the value is a string, a number, or a truth value.
  var isPlain: Bool {
    switch self {
    case .string, .number, .decimal, .bool: true
    case .null, .array, .object: false
    }
  }

  /// Whether the value has nothing to show.
  var isBlank: Bool {
    switch self {
    case .null: true
    case .bool, .number, .decimal: false
    case .string(let text): text.isEmpty
    case .array(let elements): elements.isEmpty
    case .object(let members): members.isEmpty
    }
  }
}

extension String {
  /// What is said of bytes in letters, `3412 characters of data`; `nil` if the text is none.
  fileprivate var summaryOfData: String? {
    isAddressOfData || isBase64 ? "\(utf8.count) characters of data" : nil
  }

  /// Whether the text is an address that holds contents: `data:image/png;base64,iVBORw0…`.
  private var isAddressOfData: Bool {
    guard hasPrefix("data:"), let comma = utf8.prefix(100).firstIndex(of: UInt8(ascii: ","))
    else { return false }
    // A media type and parameters, of which both may be missing (RFC 2397).
    let type = utf8[..<comma].dropFirst("data:".utf8.count)
    if type.isEmpty { return true }
    return !type.contains(UInt8(ascii: " "))
      && (type.first == UInt8(ascii: ";") || type.contains(UInt8(ascii: "/")))
  }
}
