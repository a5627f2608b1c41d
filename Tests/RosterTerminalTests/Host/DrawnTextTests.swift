import RosterJSON
import RosterLayout
import RosterTerminal
import RosterTestKit
import RosterText
import Testing

/// Texts of seeded random characters and options, drawn beside the cursors that the text has by
/// itself.
@Suite("Drawn texts")
struct DrawnTextTests {
  private static let characters = [
    "a", "b", "c", "(", ")", "1", "2", ".", " ", " ", "\t", "\n", "\u{AD}", "א", "ב", "ג", "-",
  ]

  /// A text with its attributes, and the same as the content of a box.
  private struct Sample {
    let attributes: [String: JSONValue]
    let content: TextContent

    init(_ random: inout SplitMix64) {
      let text = (0..<random.index(below: 24)).map { _ in
        DrawnTextTests.characters[random.index(below: DrawnTextTests.characters.count)]
      }.joined()
      var options = TextOptions(wrapping: .wordsOrCharacters)
      options.truncation.place =
        TextOptions.Truncation.Place.allCases[random.index(below: 3)]
      options.letterSpacing = Double(random.index(below: 3))
      options.lineSpacing = Double(random.index(below: 3))
      options.tabWidth = [nil, 3, 5][random.index(below: 3)]
      let position = Double(random.index(below: 14))
      options.tabStops = [TextOptions.TabStop(at: position, .decimal("."))]
      var attributes: [String: JSONValue] = [
        "text": .string(text), "truncation": .string(options.truncation.place.rawValue),
        "letterSpacing": .number(options.letterSpacing),
        "lineSpacing": .number(options.lineSpacing),
        "tabStops": [["at": .number(position), "align": "decimal"]],
      ]
      attributes["tabWidth"] = options.tabWidth.map { .number($0) }
      options.showsControls = true
      self.attributes = attributes
      content = TextContent(text, measurer: TerminalMeasurer(), options: options)
    }
  }

  @Test func linesForPlainOutputAreThoseThatAreDrawn() {
    var random = SplitMix64(seed: 33)
    for _ in 0..<700 {
      let text = (0..<random.index(below: 24)).map { _ in
        Self.characters[random.index(below: Self.characters.count)]
      }.joined()
      let (columns, rows) = (1 + random.index(below: 16), 1 + random.index(below: 6))
      let test = HostUnderTest(columns, rows)
      test.add("text", [0, 0, Double(columns), Double(rows)], ["text": .string(text)])
      let lines = TerminalHost.plainLines(of: text, width: columns, lineCountMax: rows)
      let rest = Array(repeating: "", count: max(0, rows - lines.count))
      #expect(lines + rest == test.rows, "\(text.debugDescription) in \(columns) columns")
    }
  }

  @Test(arguments: [31, 32] as [UInt64])
  func charactersAreDrawnWhereTheirCursorsAre(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var count = 0
    for number in 0..<700 {
      let sample = Sample(&random)
      let (columns, rows) = (1 + random.index(below: 16), 1 + random.index(below: 6))
      let test = HostUnderTest(columns, rows)
      test.add("text", [0, 0, Double(columns), Double(rows)], sample.attributes)
      let grid = test.host.draw().grid
      let laid = sample.content.laid(in: Size(width: Double(columns), height: Double(rows)))
      for line in laid.lines where Int(line.baseline) <= rows {
        let drawn = Array(grid.text(ofRow: Int(line.baseline) - 1))
        for piece in sample.content.pieces(of: line) where !piece.source.isEmpty {
          let character = Character(piece.text)
          if character.isWhitespace { continue }
          let x = laid.cursor(at: TextPosition(offset: piece.source.lowerBound)).origin.x
          let isReversed = piece.level & 1 == 1
          let column = Int(x) - (isReversed ? 1 : 0)
          guard drawn.indices.contains(column) else { continue }
          let shown = isReversed ? TextDirections.mirrored(character) : character
          let comment: Comment = "\(number) of seed \(seed): \(sample.attributes) in \(columns)"
          #expect(drawn[column] == shown, comment)
          count += 1
        }
      }
    }
    #expect(count > 2000)
  }
}
