import RosterTerminal
import RosterTestKit
import RosterText
import Testing

struct CellGridTests {
  private func grid(_ rows: Int = 1, _ columns: Int = 6) -> CellGrid {
    CellGrid(CellSize(rows: rows, columns: columns))
  }

  private func written(
    _ text: String, at column: Int = 0, over before: String = "", clip: CellRectangle? = nil
  ) -> String {
    var grid = grid()
    grid.write(before, at: CellPosition(row: 0, column: 0))
    grid.write(text, at: CellPosition(row: 0, column: column), clip: clip)
    #expect(grid.brokenInvariant() == nil)
    return grid.text(ofRow: 0)
  }

  @Test func textIsWrittenCellByCell() {
    #expect(written("ab") == "ab    ")
    #expect(written("世x", at: 1) == " 世x  ")
    #expect(written("e\u{301}👨‍👩‍👧‍👦🇩🇪") == "e\u{301}👨‍👩‍👧‍👦🇩🇪 ")
  }

  @Test func textIsCutAtTheEdges() {
    #expect(written("abcdefgh", at: 3) == "   abc")
    #expect(written("abcdefgh", at: -3) == "defgh ")
    #expect(written("ab", at: 6) == "      ")
    #expect(written("ab", at: .max - 1) == "      ")
    #expect(written("ab", at: .min) == "      ")
  }

  @Test func halfOfAWideCharacterAtAnEdgeIsASpace() {
    #expect(written("世界", at: 3, over: "xxxxxx") == "xxx世 ")
    #expect(written("世界", at: -1, over: "xxxxxx") == " 界xxx")
    let clip = CellRectangle(rows: 0..<1, columns: 2..<4)
    #expect(written("世界世", at: 1, over: "xxxxxx", clip: clip) == "xx  xx")
  }

  @Test func overwrittenHalfLeavesASpace() {
    #expect(written("x", at: 1, over: "世界") == " x界  ")
    #expect(written("x", at: 0, over: "世界") == "x 界  ")
    #expect(written("世", at: 1, over: "世界") == " 世   ")
  }

  @Test func rowsOutsideAreLeftOut() {
    var grid = grid(2)
    for row in [-1, 2, .max, .min] { grid.write("ab", at: CellPosition(row: row, column: 0)) }
    #expect(grid == self.grid(2))
  }

  @Test func columnBehindTheTextIsReturned() {
    var grid = grid(1, 20)
    let column = grid.write("a世", at: CellPosition(row: 0, column: 1))
    #expect(column == 4)
    grid.write("b", at: CellPosition(row: 0, column: column))
    #expect(grid.text(ofRow: 0).hasPrefix(" a世b "))
  }

  @Test func rectangleIsFilled() {
    var grid = grid(3, 5)
    grid.fill(CellRectangle(rows: 1..<9, columns: -2..<3), with: "世")
    #expect((0..<3).map { grid.text(ofRow: $0) } == ["     ", "世   ", "世   "])
    grid.fill(with: "\u{1B}")
    #expect(grid.text(ofRow: 0) == "␛␛␛␛␛")
    grid.fill(with: "\u{200B}")
    #expect(grid.text(ofRow: 0) == "     ")
    #expect(grid.brokenInvariant() == nil)
  }

  @Test func wideCharacterIsRestyledAsAWhole() {
    var grid = grid()
    grid.write("世界", at: CellPosition(row: 0, column: 0))
    grid.restyle(CellRectangle(rows: 0..<1, columns: 1..<3)) { $0.attributes = .reverse }
    #expect(grid.brokenInvariant() == nil)
    #expect(
      grid[row: 0].map { $0.style.attributes == .reverse } == [
        true, true, true, true, false, false,
      ])
  }

  // MARK: Text of models

  @Test(arguments: [
    ("a\u{1B}[2Jb", "a␛[2Jb"), ("a\nb\r\nc", "a␊b␍␊c"), ("\u{0}\u{7}\u{7F}", "␀␇␡"),
    ("\u{9B}2J\u{85}", "\u{FFFD}2J\u{FFFD}"), ("a\u{202E}b\u{2066}", "a\u{FFFD}b\u{FFFD}"),
    ("\u{200F}\u{061C}\u{2028}", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("a\tb", "a       b"),
    ("世\tb", "世      b"), ("\u{301}a", "a"), ("a\u{200B}\u{FEFF}\u{AD}b", "ab"),
  ])
  func whatATerminalActsUponIsReplaced(_ text: String, _ shown: String) {
    #expect(VisibleCharacters(text).map(\.text).joined() == shown)
  }

  @Test func everyScalarIsShownSafely() {
    // The other planes have ideographs and private characters only.
    for value in Array(0...0x2FFF) + Array(0xA000...0x1FFFF) + Array(0xE0000...0xE0FFF) {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      for element in VisibleCharacters(String(scalar)) {
        let isSafe = element.text.unicodeScalars.allSatisfy {
          !$0.isActedUponByTerminals && $0.value >= 0x20 && !(0x7F..<0xA0 ~= $0.value)
        }
        guard isSafe, 1...2 ~= element.columns else {
          Issue.record("U+\(String(value, radix: 16))")
          return
        }
      }
    }
  }

  @Test func textTakesTheColumnsThatAreMeasured() {
    let scalars: [Unicode.Scalar] = [
      "a", "\u{301}", "世", "\u{1F469}", "\u{200D}", "\u{1F3FD}", "\u{FE0F}", "❤", "\u{1F1E9}", "क",
      "\u{94D}", "ष", "\u{1112}", "\u{1161}", "\t", "\u{200B}", "ｶ", "\u{FF9E}", "\u{1B}",
      "\u{202E}",
      "\u{9B}", "\u{61C}", "\u{2068}", "\u{7F}",
    ]
    for seed in 0..<4000 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var text = ""
      for _ in 0..<random.index(below: 10) {
        text.unicodeScalars.append(scalars[random.index(below: scalars.count)])
      }
      let columns = VisibleCharacters(text).reduce(0) { $0 + $1.columns }
      #expect(columns == TerminalMeasurer().columns(of: text), "\(text.debugDescription)")
    }
  }

  @Test func characterOfManyMarksIsCut() {
    let text = "a" + String(repeating: "\u{301}", count: 1000)
    let shown = Array(VisibleCharacters(text + "b"))
    #expect(shown.map(\.columns) == [1, 1])
    #expect(shown.allSatisfy { $0.text.utf8.count <= VisibleCharacters.byteCountMax })
  }
}
