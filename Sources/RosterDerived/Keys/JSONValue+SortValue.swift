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
      let number = DecimalDigits(canonicalText)
      if number.digits.isEmpty {
        bytes.append(Kind.zero.rawValue)
      } else {
        bytes.append((number.isNegative ? Kind.negative : .positive).rawValue)
        bytes += number.isNegative ? number.bytes.map { ~$0 } : number.bytes
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
      let isNegative = kind == .negative
      guard let digits = DecimalDigits(takingFrom: &bytes, isNegative: isNegative),
        let value = try? JSONParser().parse(digits.text)
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

/// A number as its digits from the first to the last one that is not 0, and the power of ten that they are a fraction of:
///
///     -1250   digits 125, exponent 4      0.125 × 10⁴
///     0.05    digits 5, exponent -1       0.5 × 10⁻¹
private struct DecimalDigits {
  let isNegative: Bool
  /// From "1" to "9" at the ends; empty for 0.
  let digits: [UInt8]
  let exponent: Int

  /// - Parameter text: A number as canonical JSON has it: `-12.5`, `1e+21`, `1.5e-7`.
  init(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "e"))
    let mantissa = parts.first.map { Array($0) } ?? []
    isNegative = mantissa.first == UInt8(ascii: "-")
    let unsigned = mantissa.drop { $0 == UInt8(ascii: "-") }
    let whole = unsigned.prefix { $0 != UInt8(ascii: ".") }
    let all = unsigned.filter { $0 != UInt8(ascii: ".") }
    let zeros = all.prefix { $0 == UInt8(ascii: "0") }.count
    var significant = Array(all.dropFirst(zeros))
    while significant.last == UInt8(ascii: "0") { significant.removeLast() }
    digits = significant
    let power = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) ?? 0 : 0
    exponent = whole.count - zeros + power
  }

  /// Two bytes for the exponent, the digits, and an end that comes before any digit: those of a larger number stand behind
  /// those of a smaller one.
  var bytes: [UInt8] {
    let exponent = UInt16(clamping: exponent + 0x8000)
    return [UInt8(exponent >> 8), UInt8(exponent & 0xFF)] + digits + [0]
  }

  /// Takes the form of a number that is not 0 off the front of some bytes, which are inverted if it is negative.
  init?(takingFrom bytes: inout ArraySlice<UInt8>, isNegative: Bool) {
    let mask: UInt8 = isNegative ? 0xFF : 0
    guard let high = bytes.popFirst(), let low = bytes.popFirst() else { return nil }
    var digits: [UInt8] = []
    while let byte = bytes.popFirst().map({ $0 ^ mask }), byte != 0 {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      digits.append(byte)
    }
    guard digits.first.map({ $0 != UInt8(ascii: "0") }) ?? false else { return nil }
    self.isNegative = isNegative
    self.digits = digits
    exponent = Int(UInt16(high ^ mask) << 8 | UInt16(low ^ mask)) - 0x8000
  }

  /// The number as JSON.
  var text: String {
    "\(isNegative ? "-" : "")0.\(String(decoding: digits, as: UTF8.self))e\(exponent)"
  }
}
