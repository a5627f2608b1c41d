internal import RosterJSON

extension JSONValue {
  /// Returns the value with long strings, arrays and objects shortened as far as it takes to write it in
  /// some number of bytes, and whether anything was left out.
  ///
  /// All parts are shortened alike, so that one long text does not displace the others. Shortened
  /// strings end with an ellipsis.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  func shortened(byteCountMax: Int) -> (value: JSONValue, isCut: Bool) {
    var budget = byteCountMax
    if takeBytes(from: &budget) { return (self, false) }
    for limits in ShorteningLimits.steps {
      let value = shortened(to: limits, depth: 0)
      budget = byteCountMax
      if value.takeBytes(from: &budget) { return (value, true) }
    }
    return (.null, true)
  }

  /// Returns whether the text of the value has more than some number of bytes.
  func isLonger(than byteCount: Int) -> Bool {
    var budget = byteCount
    return !takeBytes(from: &budget)
  }

  /// Takes the length of the text of this value from a budget, and stops as soon as nothing is left.
  ///
  /// - Returns: Whether there was enough.
  private func takeBytes(from budget: inout Int) -> Bool {
    switch self {
    case .null, .bool, .number: budget -= canonicalText.utf8.count
    case .string(let text): Self.takeBytes(of: text, from: &budget)
    case .array(let elements):
      budget -= max(2, elements.count + 1)
      for element in elements {
        guard budget >= 0, element.takeBytes(from: &budget) else { return false }
      }
    case .object(let members):
      budget -= max(2, members.count * 2 + 1)
      for (key, value) in members {
        Self.takeBytes(of: key, from: &budget)
        guard budget >= 0, value.takeBytes(from: &budget) else { return false }
      }
    }
    return budget >= 0
  }

  private static func takeBytes(of text: String, from budget: inout Int) {
    budget -= 2
    if text.utf8.count > budget {
      budget = -1
      return
    }
    for byte in text.utf8 {
      switch byte {
      case 0x08, 0x09, 0x0A, 0x0C, 0x0D, UInt8(ascii: "\""), UInt8(ascii: "\\"): budget -= 2
      case ..<0x20: budget -= 6
      default: budget -= 1
      }
    }
  }

  private func shortened(to limits: ShorteningLimits, depth: Int) -> JSONValue {
    switch self {
    case .null, .bool, .number: return self
    case .string(let text): return .string(text.shortened(byteCountMax: limits.stringByteCount))
    case .array(let elements):
      if depth >= limits.depth { return .array([]) }
      return .array(
        elements.prefix(limits.elementCount).map { $0.shortened(to: limits, depth: depth + 1) })
    case .object(let members):
      if depth >= limits.depth { return .object([:]) }
      let keys = members.keys.lazy.filter { $0.utf8.count <= limits.stringByteCount }
      return .object(
        JSONObject(
          keys.prefix(limits.elementCount).map { key in
            (key, (members[key] ?? .null).shortened(to: limits, depth: depth + 1))
          }))
    }
  }
}

/// How much of the parts of a value is left.
private struct ShorteningLimits {
  let stringByteCount: Int
  let elementCount: Int
  let depth: Int

  /// Less and less. The last ones fit into any budget that is worth the name.
  static let steps = [
    ShorteningLimits(stringByteCount: 2_048, elementCount: 64, depth: 16),
    ShorteningLimits(stringByteCount: 1_024, elementCount: 32, depth: 8),
    ShorteningLimits(stringByteCount: 384, elementCount: 16, depth: 5),
    ShorteningLimits(stringByteCount: 128, elementCount: 12, depth: 3),
    ShorteningLimits(stringByteCount: 48, elementCount: 8, depth: 2),
    ShorteningLimits(stringByteCount: 24, elementCount: 8, depth: 1),
  ]
}

extension String {
  /// Returns the text up to the last character that ends within some number of bytes, and an ellipsis; or
  /// the whole text if it is no longer.
  ///
  /// A single character may have any number of bytes. If the first one has too many, its first scalars
  /// are taken.
  func shortened(byteCountMax: Int) -> String {
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
