/// The properties of each scalar in one byte: its line breaking class (UAX #14) and its number of
/// columns (UAX #11).
///
/// The table covers the planes 0 to 3 without compression, so that a lookup is one load; the other
/// planes contain few relevant scalars.
///
/// `@unchecked Sendable`: the memory is written before `shared` is published, never written again
/// and never freed.
struct UnicodeTable: @unchecked Sendable {
  static let shared = UnicodeTable()

  private static let limit = 0x40000
  private let bytes: UnsafePointer<UInt8>

  private init() {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.limit)
    bytes.initialize(repeating: 0, count: Self.limit)
    var filled = 0
    let runs = UnsafeBufferPointer(start: Self.runs.utf8Start, count: Self.runs.utf8CodeUnitCount)
    for run in runs.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == 10 }) {
      let value = UInt8(truncatingIfNeeded: Self.hexadecimal(run.prefix(2)))
      let count = Self.hexadecimal(run.dropFirst(2))
      precondition(filled + count <= Self.limit, "the runs are within the table")
      (bytes + filled).update(repeating: value, count: count)
      filled += count
    }
    precondition(filled == Self.limit, "the runs fill the table")
    self.bytes = UnsafePointer(bytes)
  }

  private static func hexadecimal(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    digits.reduce(0) { $0 << 4 | Int($1 > 57 ? $1 - 87 : $1 - 48) }
  }

  /// The properties of a scalar.
  @inline(__always)
  subscript(scalar: UInt32) -> Entry {
    scalar < UInt32(Self.limit) ? Entry(byte: bytes[Int(scalar)]) : Self.beyond(scalar)
  }

  private static func beyond(_ scalar: UInt32) -> Entry {
    switch scalar {
    case 0xE0001, 0xE0020...0xE007F, 0xE0100...0xE01EF: Entry(.combiningMark, .zero)
    case 0xE0000...0xE0FFF: Entry(.alphabetic, .zero)
    case 0xF0000...0xFFFFD, 0x100000...0x10FFFD: Entry(.alphabetic, .ambiguous)
    default: Entry(.alphabetic, .narrow)
    }
  }
}

extension UnicodeTable {
  /// The properties of one scalar.
  struct Entry {
    private let byte: UInt8

    @inline(__always)
    init(byte: UInt8) { self.byte = byte }

    init(_ lineBreakClass: LineBreakClass, _ width: Width) {
      byte = lineBreakClass.rawValue | width.rawValue << 6
    }

    /// The line breaking class, as the raw value of a ``LineBreakClass``.
    @inline(__always)
    var classValue: UInt8 { byte & 63 }

    @inline(__always)
    var width: UInt8 { byte >> 6 }
  }

  /// The width of a scalar in columns.
  enum Width: UInt8 {
    case zero, narrow, wide
    /// Narrow, but wide where East Asian fonts are used.
    case ambiguous
  }
}
