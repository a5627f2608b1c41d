public import RosterJSON

/// Any value of JSON can be sorted and grouped by: `null` stands first, then `false`, `true`, numbers, texts, arrays and
/// objects.
extension JSONValue: SortValue {
  /// Begins the form of a value of a kind.
  private enum Kind: UInt8 {
    case null, `false`, `true`, number, text, array, object
  }

  /// Appends a byte for the kind, and the form of the value.
  ///
  /// Numbers stand in their order: those that no `Double` stands for as the closest one, then in the order of integers of
  /// 64 bits. Texts stand in the order of their code points, arrays and objects in that of their canonical texts.
  public func appendSortBytes(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(Kind.null.rawValue)
    case .bool(let value): bytes.append((value ? Kind.true : .false).rawValue)
    case .number(let value): appendNumber(value, to: &bytes)
    case .decimal(let value): appendNumber(value.closestDouble, to: &bytes)
    case .string(let text):
      bytes.append(Kind.text.rawValue)
      text.appendSortBytes(to: &bytes)
    case .array: appendText(.array, to: &bytes)
    case .object: appendText(.object, to: &bytes)
    }
  }

  private func appendNumber(_ closest: Double, to bytes: inout [UInt8]) {
    bytes.append(Kind.number.rawValue)
    closest.appendSortBytes(to: &bytes)
    // The integer or the text tells apart what has the same closest number.
    let integer = integer(as: Int64.self)
    integer.appendSortBytes(to: &bytes)
    if integer == nil { canonicalText.appendSortBytes(to: &bytes) }
  }

  private func appendText(_ kind: Kind, to bytes: inout [UInt8]) {
    bytes.append(kind.rawValue)
    canonicalText.appendSortBytes(to: &bytes)
  }

  /// Takes a value off the front of some bytes.
  public init?(takingSortBytesFrom bytes: inout ArraySlice<UInt8>) {
    guard let kind = bytes.popFirst().flatMap(Kind.init) else { return nil }
    switch kind {
    case .null: self = .null
    case .false: self = .bool(false)
    case .true: self = .bool(true)
    case .number:
      guard Double(takingSortBytesFrom: &bytes) != nil,
        let integer = Int64?(takingSortBytesFrom: &bytes)
      else { return nil }
      if let integer {
        self = .integer(integer)
      } else if let value = Self(canonicalText: &bytes) {
        self = value
      } else {
        return nil
      }
    case .text:
      guard let text = String(takingSortBytesFrom: &bytes) else { return nil }
      self = .string(text)
    case .array, .object:
      guard let value = Self(canonicalText: &bytes) else { return nil }
      self = value
    }
  }

  private init?(canonicalText bytes: inout ArraySlice<UInt8>) {
    guard let text = String(takingSortBytesFrom: &bytes),
      let value = try? JSONParser().parse(text)
    else { return nil }
    self = value
  }
}
