extension JSONValue {
  /// The maximum number of levels of arrays and objects in a value that is kept: a model, a state, or what is
  /// said about a change. A ``JSONParser`` takes no more by default.
  package static let depthMax = 512

  /// Whether arrays and objects are in each other in more than some levels: `[{}]` has two.
  ///
  /// The stack is needed for that many levels only, however many there are.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the value.
  package func isNested(deeperThan depthMax: Int) -> Bool {
    switch self {
    case .null, .bool, .number, .decimal, .string: false
    case .array(let elements):
      depthMax == 0 || elements.contains { $0.isNested(deeperThan: depthMax - 1) }
    case .object(let members):
      depthMax == 0 || members.contains { $0.value.isNested(deeperThan: depthMax - 1) }
    }
  }
}

extension JSONParser {
  /// Reads lines, messages and notes: values of ``JSONValue/depthMax`` levels with what stands around them.
  package static let ofMessages = JSONParser(depthMax: JSONValue.depthMax + 64)
  /// Reads messages of synchronization, which may be those of strangers. With the default limits an honest one
  /// has at most 8 MiB.
  package static let ofPeers = JSONParser(depthMax: ofMessages.depthMax, valueCountMax: 1 << 22)
  /// The maximum number of levels of what is kept in one row of a list. A line of a log has room around it.
  package static let rowDepthMax = JSONValue.depthMax + 32

  /// Whether a text of JSON has more levels of arrays and objects than the parser takes.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package func isTooDeep(_ text: String) -> Bool {
    var depth = 0
    var isInString = false
    var isEscaped = false
    for byte in text.utf8 {
      if isEscaped {
        isEscaped = false
      } else if isInString {
        isEscaped = byte == UInt8(ascii: "\\")
        isInString = byte != UInt8(ascii: "\"")
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "["), UInt8(ascii: "{"):
          depth += 1
          if depth > depthMax { return true }
        case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        default: break
        }
      }
    }
    return false
  }
}
