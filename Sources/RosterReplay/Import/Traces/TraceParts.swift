import RosterCore
import RosterJSON

/// The parts of a trace. Its transactions stay text, because as values they take many times the
/// memory.
struct TraceParts {
  let startContent: String
  let endContent: String?
  /// The ranges of the transactions in the JSON.
  let transactions: [Range<Int>]

  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) throws(JSONSpans.Malformed) {
    var members: [ByteString: Range<Int>] = [:]
    for member in try JSONSpans.members(of: bytes) {
      let key = ByteString(member.key)
      if members.updateValue(member.value, forKey: key) != nil {
        throw JSONSpans.Malformed(
          offset: member.value.lowerBound, message: "\(member.key.inQuotes) is there twice")
      }
    }
    // In a concurrent trace, positions refer to the text of the transaction's parents.
    if let kind = try Self.text("kind", in: members, bytes), kind == "concurrent" {
      throw JSONSpans.Malformed(
        offset: members["kind"]?.lowerBound ?? 0,
        message: "the trace is concurrent; only a flattened, sequential one can be imported")
    }
    guard let list = members["txns"] else {
      throw JSONSpans.Malformed(offset: 0, message: "there is no \"txns\"")
    }
    startContent = try Self.text("startContent", in: members, bytes) ?? ""
    endContent = try Self.text("endContent", in: members, bytes)
    transactions = try JSONSpans.elements(of: bytes, at: list)
    self.bytes = bytes
  }

  /// The transaction at an index, as a value.
  func transaction(at index: Int) throws(JSONSpans.Malformed) -> JSONValue {
    try JSONSpans.parse(bytes, transactions[index])
  }

  private static func text(
    _ key: String, in members: [ByteString: Range<Int>], _ bytes: [UInt8]
  ) throws(JSONSpans.Malformed) -> String? {
    guard let range = members[ByteString(key)] else { return nil }
    switch try JSONSpans.parse(bytes, range) {
    case .string(let text): return text
    case .null: return nil
    case .bool, .number, .decimal, .array, .object:
      throw JSONSpans.Malformed(
        offset: range.lowerBound, message: "expected a string as \(key.inQuotes)")
    }
  }
}
