import Foundation
import RosterLayout
import RosterText
import Testing

/// All cases of Unicode for UAX #9, in parts that can run at once.
@Suite struct BidiTests {
  @Test(arguments: 0..<4) func everyCaseOfClassesIsResolved(_ part: Int) throws {
    try check(BidiFixture(name: "BidiTest.txt", count: 490_846), part, of: 4)
  }

  @Test(arguments: 0..<2) func everyCaseOfCharactersIsResolved(_ part: Int) throws {
    try check(BidiFixture(name: "BidiCharacterTest.txt", count: 91_707), part, of: 2)
  }

  private func check(_ fixture: BidiFixture, _ part: Int, of partCount: Int) throws {
    let count = try fixture.forEachCase(in: part, of: partCount) { group, text in
      for direction in group.directions {
        // An expectation costs more than the case.
        if let found = Self.difference(text, direction, group) {
          Issue.record("\(text.debugDescription), \(direction): \(found)")
        }
      }
    }
    #expect(count == fixture.count)
  }

  /// Returns what is wrong with a text; `nil` if nothing is.
  private static func difference(
    _ text: String, _ direction: BidiFixture.Direction, _ group: BidiFixture.Group
  ) -> String? {
    let directions = TextDirections(resolving: text, direction: direction.layout)
    let count = text.utf8.count
    let runs = directions.runs(in: 0..<count, lineEnd: count)
    if let level = group.level, directions.paragraphLevel(at: 0) != level {
      return "the level of the paragraph is \(directions.paragraphLevel(at: 0))"
    }
    // The scalar that begins at each byte.
    var numbers: [Int?] = []
    for (number, scalar) in text.unicodeScalars.enumerated() {
      numbers.append(number)
      for _ in 1..<UTF8.width(scalar) { numbers.append(nil) }
    }
    for run in runs {
      for case let number? in numbers[run.range] {
        if let level = group.levels[number], level != run.level { return "levels \(runs)" }
      }
    }
    var order: [Int] = []
    for run in TextDirections.visualOrder(runs) {
      let seen = numbers[run.range].compactMap { $0 }
      for number in run.isRightToLeft ? seen.reversed() : seen where group.levels[number] != nil {
        order.append(number)
      }
    }
    if order != group.order { return "order \(order)" }
    // Where the fast path says that nothing is to be done, the order is that of the text.
    let isPlain = TextDirections(text, direction: direction.layout) == nil
    return isPlain && order != order.sorted() ? "the fast path leaves it out" : nil
  }
}

/// The cases of a file of the Unicode Character Database, in the form that `Tools/unicode` writes.
struct BidiFixture {
  let name: String
  let count: Int

  enum Direction: Int, CaseIterable {
    case automatic = 1
    case leftToRight = 2
    case rightToLeft = 4

    var layout: WritingDirection? {
      switch self {
      case .automatic: nil
      case .leftToRight: .leftToRight
      case .rightToLeft: .rightToLeft
      }
    }
  }

  /// What is the same for several cases.
  struct Group {
    let directions: [Direction]
    let level: UInt8?
    /// `nil` for characters that have no level.
    let levels: [UInt8?]
    let order: [Int]

    init(_ line: Substring) throws {
      let fields = line.dropFirst(2).split(separator: ";", omittingEmptySubsequences: false)
      try #require(fields.count == 4)
      let bits = try #require(Int(fields[0]))
      directions = Direction.allCases.filter { $0.rawValue & bits != 0 }
      level = UInt8(fields[1])
      levels = fields[2].split(separator: " ").map { UInt8($0) }
      order = try fields[3].split(separator: " ").map { try #require(Int($0)) }
    }
  }

  /// Characters for the types of UAX #9.
  private static let samples: [Substring: UInt32] = [
    "L": 0x61, "R": 0x5D0, "AL": 0x627, "EN": 0x31, "ES": 0x2B, "ET": 0x25, "AN": 0x661,
    "CS": 0x2C, "NSM": 0x300, "BN": 0x200B, "B": 0x2029, "S": 0x09, "WS": 0x20, "ON": 0x21,
    "LRE": 0x202A, "RLE": 0x202B, "PDF": 0x202C, "LRO": 0x202D, "RLO": 0x202E, "LRI": 0x2066,
    "RLI": 0x2067, "FSI": 0x2068, "PDI": 0x2069,
  ]

  /// What a symbol stands for: a scalar, or the next one of several.
  private struct Symbol {
    let scalar: UInt32
    let isSequence: Bool
  }

  /// Calls a function with the cases of a part of the file: their groups and texts.
  ///
  /// - Returns: The number of cases in the whole file.
  func forEachCase(
    in part: Int, of partCount: Int, _ body: (Group, String) throws -> Void
  ) throws -> Int {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/\(name)")
    var symbols: [UInt8: Symbol] = [:]
    var group: Group?
    var (lineCount, caseCount) = (0, 0)
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      switch line.first {
      case "#": continue
      case "=":
        let fields = line.split(separator: " ")
        let isSequence = fields[2].last == "+"
        let scalar = Self.samples[fields[2]] ?? UInt32(fields[2].filter { $0 != "+" }, radix: 16)
        let key = try #require(fields[1].utf8.first)
        symbols[key] = Symbol(scalar: try #require(scalar), isSequence: isSequence)
      case ":": group = try Group(line)
      default:
        let group = try #require(group)
        lineCount += 1
        caseCount += Self.caseCount(line)
        guard lineCount % partCount == part else { continue }
        for sequence in Self.sequences(line) { try body(group, Self.text(sequence, symbols)) }
      }
    }
    return caseCount
  }

  /// The number of cases of a line: 6 for `a[bc][def]`.
  private static func caseCount(_ line: Substring) -> Int {
    line.split(separator: "[").dropFirst(line.first == "[" ? 0 : 1).reduce(1) { count, part in
      count * part.utf8.prefix { $0 != UInt8(ascii: "]") }.count
    }
  }

  /// The sequences of symbols that a line stands for: `a[bc]` for `ab` and `ac`.
  private static func sequences(_ line: Substring) -> [[UInt8]] {
    var found: [[UInt8]] = [[]]
    var choices: [UInt8]?
    for byte in line.utf8 {
      switch (byte, choices) {
      case (UInt8(ascii: "["), nil): choices = []
      case (UInt8(ascii: "]"), let symbols?):
        found = found.flatMap { sequence in symbols.map { sequence + [$0] } }
        choices = nil
      case (_, nil): for index in found.indices { found[index].append(byte) }
      case (_, .some): choices?.append(byte)
      }
    }
    return found
  }

  private static func text(_ sequence: [UInt8], _ symbols: [UInt8: Symbol]) -> String {
    var text = String.UnicodeScalarView()
    var counts: [UInt8: UInt32] = [:]
    for key in sequence {
      guard let symbol = symbols[key] else { continue }
      var value = symbol.scalar
      if symbol.isSequence {
        value += counts[key, default: 0]
        counts[key, default: 0] += 1
      }
      Unicode.Scalar(value).map { text.append($0) }
    }
    return String(text)
  }
}
