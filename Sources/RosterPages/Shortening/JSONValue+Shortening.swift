internal import RosterJSON

extension JSONValue {
  /// Returns the value with long strings, arrays and objects shortened as far as it takes to write it in
  /// some number of bytes, and whether anything was left out.
  ///
  /// The parts are shortened as in ``ValueShortening``, as little as possible.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  func shortened(byteCountMax: Int) -> (value: JSONValue, isCut: Bool) {
    var budget = byteCountMax
    if takeBytes(from: &budget) { return (self, false) }
    for shortening in ValueShortening.steps {
      let (value, _) = shortening(self)
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
}

extension ValueShortening {
  /// Less and less. The last ones fit into any budget that is worth the name.
  fileprivate static let steps = [
    ValueShortening(textByteCountMax: 2_048, countMax: 64, depthMax: 16),
    ValueShortening(textByteCountMax: 1_024, countMax: 32, depthMax: 8),
    ValueShortening(textByteCountMax: 384, countMax: 16, depthMax: 5),
    ValueShortening(textByteCountMax: 128, countMax: 12, depthMax: 3),
    ValueShortening(textByteCountMax: 48, countMax: 8, depthMax: 2),
    ValueShortening(textByteCountMax: 24, countMax: 8, depthMax: 1),
  ]
}
