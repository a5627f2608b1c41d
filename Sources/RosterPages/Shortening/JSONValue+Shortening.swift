internal import RosterJSON

/// A value that was shortened if necessary, and how large it was.
struct ShortenedValue {
  var value: JSONValue
  /// Whether anything was left out.
  var isCut = false
  /// How many parts the whole value has, if some of them were left out.
  var count: Int?
  /// How many parts its parts have of which some were left out, by the keys or indices that these have in
  /// the shortened value.
  var counts: JSONObject = [:]
}

extension JSONValue {
  /// Returns the value with long strings, arrays and objects shortened as far as it takes to write it in
  /// some number of bytes.
  ///
  /// The parts are shortened as in ``ValueShortening``, as little as possible.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  func shortened(byteCountMax: Int) -> ShortenedValue {
    var budget = byteCountMax
    if takeBytes(from: &budget) { return ShortenedValue(value: self) }
    for shortening in ValueShortening.steps {
      let (value, _) = shortening(self)
      budget = byteCountMax
      if value.takeBytes(from: &budget) {
        return ShortenedValue(
          value: value, isCut: true, count: partCount(besides: value),
          counts: partCounts(besides: value, shortening))
      }
    }
    return ShortenedValue(value: .null, isCut: true)
  }

  /// The number of elements or members, if a shortened value has fewer.
  private func partCount(besides shortened: JSONValue) -> Int? {
    switch (self, shortened) {
    case (.array(let elements), .array(let kept)) where kept.count < elements.count:
      elements.count
    case (.object(let members), .object(let kept)) where kept.count < members.count:
      members.count
    default: nil
    }
  }

  private func partCounts(
    besides shortened: JSONValue, _ shortening: ValueShortening
  ) -> JSONObject {
    var counts: JSONObject = [:]
    switch (self, shortened) {
    case (.array(let elements), .array(let kept)):
      for (index, part) in kept.enumerated() {
        counts["\(index)"] = elements[index].partCount(besides: part).map { .number(Double($0)) }
      }
    case (.object(let members), .object(let kept)):
      for key in members.keys.prefix(kept.count) {
        let name = key.shortened(byteCountMax: shortening.textByteCountMax)
        guard let whole = members[key], let part = kept[name] else { continue }
        counts[name] = whole.partCount(besides: part).map { .number(Double($0)) }
      }
    default: break
    }
    return counts
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
    case .null, .bool, .number, .decimal: budget -= canonicalText.utf8.count
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
