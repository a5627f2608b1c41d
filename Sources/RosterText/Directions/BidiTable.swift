/// The bidirectional types of all scalars, their mirror images and brackets (UAX #9).
struct BidiTable: Sendable {
  static let shared = BidiTable()

  /// A paired bracket (BD14, BD15).
  struct Bracket: Hashable {
    let isOpening: Bool
    /// The opening bracket of the pair; of canonically equivalent ones, one for all.
    let pair: UInt32
  }

  private static let directCount: UInt32 = 0x900
  /// The types of the first scalars, which most texts consist of.
  private let direct: [BidiClass]
  /// The first scalar of each run of a type, ascending.
  private let starts: [UInt32]
  private let classes: [BidiClass]
  /// The scalars that have a mirror image, ascending.
  private let mirrored: [UInt32]
  private let mirrors: [UInt32]
  private let brackets: [Bracket?]

  private init() {
    var (starts, classes): ([UInt32], [BidiClass]) = ([], [])
    var start: UInt32 = 0
    for run in Self.words(of: Self.runs) {
      guard let value = BidiClass(rawValue: UInt8(Self.hexadecimal(run.prefix(2)))) else {
        preconditionFailure("the runs have types of UAX #9")
      }
      starts.append(start)
      classes.append(value)
      start += Self.hexadecimal(run.dropFirst(2))
    }
    precondition(start == 0x110000, "the runs fill the table")
    var direct: [BidiClass] = []
    for (index, value) in classes.enumerated() where direct.count < Int(Self.directCount) {
      let end = index + 1 < starts.count ? starts[index + 1] : start
      let count = Int(min(end, Self.directCount)) - direct.count
      direct += Array(repeating: value, count: count)
    }
    self.direct = direct
    (self.starts, self.classes) = (starts, classes)

    var entries: [(scalar: UInt32, mirror: UInt32, bracket: Bracket?)] = []
    for pair in Self.words(of: Self.pairs) {
      let scalars = pair.dropFirst().split(separator: UInt8(ascii: "-")).map(Self.hexadecimal)
      precondition(scalars.count == 2, "a pair has two scalars")
      // U+2329 and U+232A are canonically equivalent to U+3008 and U+3009.
      let name = scalars[0] == 0x2329 ? 0x3008 : scalars[0]
      let isBracket = pair.first == UInt8(ascii: "b")
      for (scalar, mirror) in [(scalars[0], scalars[1]), (scalars[1], scalars[0])] {
        let isOpening = scalar == scalars[0]
        entries.append(
          (scalar, mirror, isBracket ? Bracket(isOpening: isOpening, pair: name) : nil))
      }
    }
    entries.sort { $0.scalar < $1.scalar }
    mirrored = entries.map(\.scalar)
    mirrors = entries.map(\.mirror)
    brackets = entries.map(\.bracket)
  }

  /// Returns the type of a scalar.
  ///
  /// - Complexity: O(1) below U+0900, above it O(log *n*), where *n* is the number of runs.
  @inline(__always)
  func bidiClass(of scalar: UInt32) -> BidiClass {
    if scalar < Self.directCount { return direct[Int(scalar)] }
    return classes[Self.partition(starts, scalar) - 1]
  }

  /// Returns the type of a scalar.
  ///
  /// - Parameter showsControls: Whether a control of direction is a sign like others (ON).
  func bidiClass(of scalar: UInt32, showsControls: Bool) -> BidiClass {
    showsControls && Self.isControl(scalar) ? .otherNeutral : bidiClass(of: scalar)
  }

  /// Whether a scalar is a control of direction (section 2).
  private static func isControl(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Returns the scalar that looks like the mirror image of a scalar (rule L4).
  func mirror(of scalar: UInt32) -> UInt32? { mirrorIndex(of: scalar).map { mirrors[$0] } }

  /// Returns the bracket that a scalar is.
  func bracket(_ scalar: UInt32) -> Bracket? { mirrorIndex(of: scalar).flatMap { brackets[$0] } }

  private func mirrorIndex(of scalar: UInt32) -> Int? {
    let index = Self.partition(mirrored, scalar) - 1
    return index >= 0 && mirrored[index] == scalar ? index : nil
  }

  /// The number of elements that are not greater than a scalar.
  private static func partition(_ elements: [UInt32], _ scalar: UInt32) -> Int {
    var (low, high) = (0, elements.count)
    while low < high {
      let middle = (low + high) / 2
      if elements[middle] <= scalar { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func words(of text: StaticString) -> [Slice<UnsafeBufferPointer<UInt8>>] {
    UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      .split { $0 == UInt8(ascii: " ") || $0 == 10 }
  }

  private static func hexadecimal(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32 {
    digits.reduce(0) { $0 << 4 | UInt32($1 > 57 ? $1 - 87 : $1 - 48) }
  }
}
