import RosterTerminal
import RosterTestKit
import Testing

/// After its bytes, a terminal shows the grid, whatever it showed before.
struct FrameWriterTests {
  private static let texts = [
    "a", "b", " ", "─", "é", "e\u{301}", "世", "界", "😀", "👨‍👩‍👧‍👦", "🇩🇪", "\u{1F1E9}", "\u{1F1EA}", "👍",
    "\u{1F3FD}", "❤️", "क्षि", "\u{0600}", "1", "\u{1B}", "\u{202E}", "\u{9B}", "ᄒ",
  ]

  private static func randomStyle(_ random: inout SplitMix64) -> CellStyle {
    if random.happens(percent: 40) { return .plain }
    func color() -> CellColor {
      switch random.index(below: 4) {
      case 0: .standard
      case 1: .palette(UInt8(random.index(below: 16)))
      case 2: .palette(UInt8(random.index(below: 256)))
      default:
        .rgb(
          red: UInt8(random.index(below: 256)), green: UInt8(random.index(below: 256)),
          blue: UInt8(random.index(below: 256)))
      }
    }
    let (foreground, background) = (color(), color())
    return CellStyle(
      foreground: foreground, background: background,
      .init(rawValue: UInt8(random.index(below: 64))))
  }

  /// Changes some of a grid.
  private static func change(_ grid: inout CellGrid, _ random: inout SplitMix64) {
    let size = grid.size
    for _ in 0..<random.index(below: 6) {
      let style = randomStyle(&random)
      let row = random.index(below: size.rows)
      let column = random.index(below: size.columns + 2) - 1
      let end = column + random.index(below: size.columns + 1)
      switch random.index(below: 4) {
      case 0:
        let rectangle = CellRectangle(rows: 0..<row + 1, columns: column..<end)
        grid.fill(rectangle, with: random.happens(percent: 30) ? "世" : " ", style: style)
      case 1:
        grid.restyle(CellRectangle(rows: row..<size.rows, columns: column..<end)) { $0 = style }
      default:
        let text = (0..<random.index(below: 8)).map { _ in texts[random.index(below: texts.count)] }
        grid.write(text.joined(), at: CellPosition(row: row, column: column), style: style)
      }
    }
  }

  @Test func cursorIsShownWhereItIsToBe() {
    let size = CellSize(rows: 3, columns: 8)
    var random = SplitMix64(seed: 1)
    var writer = FrameWriter(depth: .trueColor)
    var terminal = EmulatedTerminal(size, wraps: false)
    var grid = CellGrid(size)
    var before: CellPosition?
    for step in 0..<300 {
      let mayHaveMoved = random.happens(percent: 50)
      if mayHaveMoved { Self.change(&grid, &random) }
      if random.happens(percent: 5) {
        writer.startAnew()
        terminal.showCursor()
      }
      let row = random.index(below: 3)
      let cursor =
        random.happens(percent: 40)
        ? before
        : random.happens(percent: 50)
          ? nil : CellPosition(row: row, column: random.index(below: 8))
      terminal.write(writer.frame(grid, cursor: cursor))
      guard terminal.shownCursor == cursor, terminal.isSettled else {
        Issue.record("step \(step): \(String(describing: terminal.shownCursor))")
        return
      }
      #expect(writer.frame(grid, cursor: cursor) == [])
      before = cursor
    }
    _ = writer.frame(grid, cursor: nil)
    #expect(writer.frame(grid, cursor: CellPosition(row: 3, column: 0)) == [])
    #expect(writer.frame(grid, cursor: CellPosition(row: 0, column: 8)) == [])
  }

  @Test(arguments: ColorDepth.allCases)
  func randomGridsAreShown(_ depth: ColorDepth) {
    for seed in 0..<60 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let size = CellSize(rows: 1 + random.index(below: 5), columns: 1 + random.index(below: 12))
      var writer = FrameWriter(depth: depth, isSynchronized: random.happens(percent: 50))
      var terminal = EmulatedTerminal(size, wraps: random.happens(percent: 50))
      var grid = CellGrid(size, style: Self.randomStyle(&random))
      for step in 0..<12 {
        if random.happens(percent: 10) { writer.startAnew() }
        Self.change(&grid, &random)
        if let fault = grid.brokenInvariant() {
          Issue.record("seed \(seed), step \(step): \(fault)")
          return
        }
        terminal.disturbCursor()
        terminal.write(writer.frame(grid))
        guard terminal.rows == EmulatedTerminal.rows(grid, depth), terminal.isSettled else {
          Issue.record("seed \(seed), step \(step): \(terminal.faults)")
          return
        }
        #expect(writer.frame(grid).isEmpty)
      }
    }
  }

  @Test func allPairsOfSmallGridsAreShown() {
    // Rows of three columns that a program can make of these.
    let styles: [CellStyle] = [.plain, CellStyle(foreground: .palette(1), .bold)]
    var rows: [CellGrid] = []
    for texts in ["a", "世", "🇩🇪", "䷀", " "].flatMap({ first in ["b", "界", " "].map { (first, $0) } })
    {
      for style in styles {
        for start in 0..<3 {
          var grid = CellGrid(CellSize(rows: 2, columns: 3))
          grid.write(texts.0, at: CellPosition(row: 0, column: start), style: style)
          grid.write(texts.1, at: CellPosition(row: 0, column: 2 - start))
          grid.write(texts.1, at: CellPosition(row: 1, column: start))
          grid.write(texts.0, at: CellPosition(row: 1, column: 2 - start), style: style)
          if !rows.contains(grid) { rows.append(grid) }
        }
      }
    }
    #expect(rows.count > 40)
    let shown = rows.map { EmulatedTerminal.rows($0, .palette16) }
    for source in rows {
      var firstWriter = FrameWriter(depth: .palette16)
      let first = firstWriter.frame(source)
      for (target, wanted) in zip(rows, shown) {
        var writer = firstWriter
        var terminal = EmulatedTerminal(target.size, wraps: false)
        terminal.write(first)
        terminal.write(writer.frame(target))
        guard terminal.rows == wanted, terminal.isSettled else {
          Issue.record("\(source) to \(target): \(terminal.faults)")
          return
        }
      }
    }
  }

  /// Some terminals know the width of such a sign from another version of Unicode.
  @Test(arguments: [
    "\u{1FAE9}", "\u{1FACD}", "\u{1FAFF}", "䷀", "☰", "☀", "⌚", "\u{1D300}", "\u{E000}",
  ])
  func letterBehindASignStandsInItsColumn(_ sign: String) {
    var writer = FrameWriter(depth: .trueColor, isSynchronized: false)
    var terminal = EmulatedTerminal(CellSize(rows: 1, columns: 8), wraps: false)
    for text in ["\(sign)abc", "\(sign)xbc", "x\(sign)bc", "\(sign)\(sign)c"] {
      terminal.write(writer.frame(grid(text)))
      #expect(terminal.rows == EmulatedTerminal.rows(grid(text), .trueColor))
      #expect(terminal.isSettled, "\(terminal.faults)")
    }
  }

  // MARK: How little is written

  @Test func unchangedFrameHasNoBytes() {
    var writer = FrameWriter(depth: .trueColor)
    var grid = CellGrid(CellSize(rows: 3, columns: 9))
    #expect(!writer.frame(grid).isEmpty)
    #expect(writer.frame(grid).isEmpty)
    grid.write("世界", at: CellPosition(row: 1, column: 2))
    #expect(!writer.frame(grid).isEmpty)
    #expect(writer.frame(grid).isEmpty)
  }

  @Test func coloursThatLookTheSameAreNotWritten() {
    var grid = CellGrid(CellSize(rows: 1, columns: 4))
    grid.write("a", at: CellPosition(row: 0, column: 0))
    var other = grid
    other.restyle { $0.foreground = .rgb(red: 9, green: 9, blue: 9) }
    var writer = FrameWriter(depth: .none)
    _ = writer.frame(grid)
    #expect(writer.frame(other).isEmpty)
  }

  @Test(arguments: ColorDepth.allCases)
  func oneChangedCellTakesFewBytes(_ depth: ColorDepth) {
    let all = CellStyle.Attributes(rawValue: 63)
    let style = CellStyle(
      foreground: .rgb(red: 255, green: 255, blue: 254),
      background: .rgb(red: 255, green: 254, blue: 255), all)
    for row in [0, 1, 149] {
      for column in [0, 1, 399] {
        var writer = FrameWriter(depth: depth)
        var grid = CellGrid(CellSize(rows: 150, columns: 400))
        _ = writer.frame(grid)
        grid.write(
          "a" + String(repeating: "\u{301}", count: 90),
          at: CellPosition(row: row, column: column), style: style)
        #expect(writer.frame(grid).count <= 150)
      }
    }
  }

  @Test func onlyCellsThatChangedAreWritten() {
    var grid = CellGrid(CellSize(rows: 4, columns: 20))
    for row in 0..<4 { grid.write("The quick brown fox.", at: CellPosition(row: row, column: 0)) }
    var writer = FrameWriter(depth: .trueColor)
    var terminal = EmulatedTerminal(grid.size, wraps: false)
    terminal.write(writer.frame(grid))
    let before = terminal.writtenCount
    grid.write("slow ", at: CellPosition(row: 2, column: 4))
    terminal.write(writer.frame(grid))
    #expect(terminal.writtenCount - before == 5)
    #expect(terminal.frameCount == 2)
  }

  @Test(arguments: [
    ("abcd", "abXd", "\u{1B}[;3HX"), ("abcd", "XbcX", "\u{1B}[HX\u{1B}[2CX"),
    ("abcd", "aX", "\u{1B}[;2HX  "), ("abcdefgh", "abX", "\u{1B}[;3HX\u{1B}[K"),
    ("abcd", "ab世", "\u{1B}[;3H世"), ("世d", "abd", "\u{1B}[Hab"),
  ])
  func frameIsAsShortAsItCanBe(_ before: String, _ after: String, _ bytes: String) {
    var writer = FrameWriter(depth: .trueColor, isSynchronized: false)
    _ = writer.frame(grid(before))
    #expect(String(decoding: writer.frame(grid(after)), as: UTF8.self) == bytes)
  }

  @Test func styleIsSetOnlyWhenItChanges() {
    var grid = grid("abcdefgh")
    var writer = FrameWriter(depth: .palette256, isSynchronized: false)
    _ = writer.frame(grid)
    grid.restyle(CellRectangle(rows: 0..<1, columns: 0..<4)) {
      $0 = CellStyle(foreground: .palette(3), .bold)
    }
    grid.restyle(CellRectangle(rows: 0..<1, columns: 2..<4)) { $0.attributes = [.bold, .reverse] }
    #expect(
      String(decoding: writer.frame(grid), as: UTF8.self)
        == "\u{1B}[H\u{1B}[1;33mab\u{1B}[7mcd\u{1B}[m")
  }

  @Test func anotherSizeStartsAnew() {
    var writer = FrameWriter(depth: .trueColor)
    _ = writer.frame(grid("abcdefgh"))
    let frame = String(decoding: writer.frame(grid("abc", columns: 3)), as: UTF8.self)
    #expect(frame == "\u{1B}[?2026h\u{1B}[m\u{1B}[H\u{1B}[2Jabc\u{1B}[?2026l")
  }

  @Test func gridWithoutCellsIsShown() {
    var writer = FrameWriter(depth: .trueColor)
    #expect(!writer.frame(CellGrid(CellSize(rows: 0, columns: 5))).isEmpty)
    #expect(!writer.frame(CellGrid(CellSize(rows: 5, columns: 0))).isEmpty)
  }

  private func grid(_ text: String, columns: Int = 8) -> CellGrid {
    var grid = CellGrid(CellSize(rows: 1, columns: columns))
    grid.write(text, at: CellPosition(row: 0, column: 0))
    return grid
  }
}
