/// What becomes of letters in an index of words that is not SQLite's: the same as in one by its FTS5, on every platform.
///
/// A server has its index from many processes, of which each must find what another one has written. So the letters are
/// those of this table, and not those of the Unicode of a system or of its SQLite.
package struct LetterTable: LetterFolding {
  package static let shared = LetterTable()

  /// What becomes of the scalars of a run.
  private enum Kind {
    case separator, accent
    /// They stay as they are.
    case kept
    /// They become letters in a row, from this one on.
    case row(UInt32)
    /// All become this letter.
    case same(UInt32)
    /// The first one and every other one become the one behind them.
    case pairs
  }

  /// The first scalar of each run, ascending.
  private let starts: [UInt32]
  private let kinds: [Kind]

  private init() {
    var (starts, kinds): ([UInt32], [Kind]) = ([], [])
    var start: UInt32 = 0
    let bytes = UnsafeBufferPointer(start: Self.runs.utf8Start, count: Self.runs.utf8CodeUnitCount)
    for run in bytes.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") })
    {
      guard let mark = run.firstIndex(where: { !Self.isDigit($0) }) else {
        preconditionFailure("each run says what becomes of it")
      }
      let letter = Self.hexadecimal(run[..<mark])
      var count = Self.hexadecimal(run[(mark + 1)...])
      let kind: Kind
      switch run[mark] {
      case UInt8(ascii: "-"): kind = .separator
      case UInt8(ascii: "^"): kind = .accent
      case UInt8(ascii: "="): kind = .kept
      case UInt8(ascii: "+"): kind = .row(letter)
      case UInt8(ascii: "*"): kind = .same(letter)
      default: (kind, count) = (.pairs, 2 * count)
      }
      starts.append(start)
      kinds.append(kind)
      start += count
    }
    precondition(start == 0x110000, "the runs fill the table")
    (self.starts, self.kinds) = (starts, kinds)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  private static func hexadecimal(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32 {
    digits.reduce(0) { $0 << 4 | UInt32($1 > 57 ? $1 - 87 : $1 - 48) }
  }

  /// The scalars at which another run begins, ascending.
  package var boundaries: [UInt32] { starts }

  /// What becomes of a code point.
  ///
  /// - Complexity: O(log *n*) for *n* runs.
  package subscript(scalar: Unicode.Scalar) -> FoldedText.Folding {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= scalar.value { low = middle } else { high = middle }
    }
    let distance = scalar.value - starts[low]
    return switch kinds[low] {
    case .separator: .separator
    case .accent: .accent
    case .kept: .letter(scalar)
    case .row(let first): letter(first + distance, of: scalar)
    case .same(let one): letter(one, of: scalar)
    case .pairs: letter(scalar.value + (distance % 2 == 0 ? 1 : 0), of: scalar)
    }
  }

  private func letter(_ value: UInt32, of scalar: Unicode.Scalar) -> FoldedText.Folding {
    .letter(Unicode.Scalar(value) ?? scalar)
  }

  package func folding(
    of texts: some Collection<String>
  ) -> (Unicode.Scalar) -> FoldedText.Folding {
    { self[$0] }
  }
}
