public import RosterJSON

/// Any value of JSON can be sorted and grouped by: `null` stands first, then `false`, `true`, numbers, texts, arrays and
/// objects.
extension JSONValue: SortValue {
  /// Begins the form of a value of a kind.
  private enum Kind: UInt8 {
    case null, `false`, `true`, negative, zero, positive, text, array, object
  }

  /// Appends a byte for the kind, and the form of the value.
  ///
  /// Numbers stand in their order, whatever their digits. Texts stand in the order of their code points, arrays and objects
  /// in that of their canonical texts. What is no number of JSON, as NaN, is `null`.
  public func appendSortBytes(to bytes: inout [UInt8]) {
    func append(_ kind: Kind, _ text: String) {
      bytes.append(kind.rawValue)
      text.appendSortBytes(to: &bytes)
    }
    switch self {
    case .null: bytes.append(Kind.null.rawValue)
    case .bool(let value): bytes.append((value ? Kind.true : .false).rawValue)
    case .number(let value) where !value.isFinite: bytes.append(Kind.null.rawValue)
    case .number, .decimal:
      let number = CanonicalNumber(canonicalText.utf8)
      if number.digits.isEmpty {
        bytes.append(Kind.zero.rawValue)
      } else {
        bytes.append((number.isNegative ? Kind.negative : .positive).rawValue)
        bytes += number.sortBytes
      }
    case .string(let text): append(.text, text)
    case .array: append(.array, canonicalText)
    case .object: append(.object, canonicalText)
    }
  }

  /// Takes a value off the front of some bytes.
  public init?(takingSortBytesFrom bytes: inout ArraySlice<UInt8>) {
    guard let kind = bytes.popFirst().flatMap(Kind.init) else { return nil }
    switch kind {
    case .null: self = .null
    case .false: self = .bool(false)
    case .true: self = .bool(true)
    case .zero: self = 0
    case .negative, .positive:
      guard let text = CanonicalNumber.text(takenFrom: &bytes, isNegative: kind == .negative),
        let value = try? JSONParser().parse(text)
      else { return nil }
      self = value
    case .text:
      guard let text = String(takingSortBytesFrom: &bytes) else { return nil }
      self = .string(text)
    case .array, .object:
      guard let text = String(takingSortBytesFrom: &bytes),
        let value = try? JSONParser().parse(text),
        kind == .array ? value.arrayValue != nil : value.objectValue != nil
      else { return nil }
      self = value
    }
  }
}

extension CanonicalNumber {
  /// Two bytes for the place of the point, the digits, and an end that comes before any digit: those of a larger number
  /// stand behind those of a smaller one. All are inverted if the number is negative.
  fileprivate var sortBytes: [UInt8] {
    let place = UInt16(clamping: pointOffset + 0x8000)
    let bytes = [UInt8(place >> 8), UInt8(place & 0xFF)] + digits + [0]
    return isNegative ? bytes.map { ~$0 } : bytes
  }

  /// Takes that form of a number that is not 0 off the front of some bytes.
  ///
  /// - Returns: The number as JSON.
  fileprivate static func text(
    takenFrom bytes: inout ArraySlice<UInt8>, isNegative: Bool
  ) -> String? {
    let mask: UInt8 = isNegative ? 0xFF : 0
    guard let high = bytes.popFirst(), let low = bytes.popFirst() else { return nil }
    var digits: [UInt8] = []
    while let byte = bytes.popFirst().map({ $0 ^ mask }), byte != 0 {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      digits.append(byte)
    }
    guard digits.first.map({ $0 != UInt8(ascii: "0") }) ?? false else { return nil }
    let place = Int(UInt16(high ^ mask) << 8 | UInt16(low ^ mask)) - 0x8000
    return "\(isNegative ? "-" : "")0.\(String(decoding: digits, as: UTF8.self))e\(place)"
  }
}
