import RosterJSON
import RosterTerminal
import RosterTestKit
import Testing

/// Lists: rows at an offset, and headers that stick.
struct ListDrawingTests {
  /// Two sections of three rows each, with a header of one line: `A 1 2 3 B 4 5 6`.
  private func list(
    rows: Int = 4, stickyEnds: [Double] = [4, 8]
  ) -> (test: HostUnderTest, list: TerminalView) {
    let test = HostUnderTest(4, rows)
    let list = test.add("list", nil, ["length": 8, "axis": "vertical"])
    for (index, name) in ["A", "1", "2", "3", "B", "4", "5", "6"].enumerated() {
      var attributes: [String: JSONValue] = ["kind": name < "9" ? "item" : "header"]
      if name > "9" { attributes["stickyEnd"] = .number(stickyEnds[index / 4]) }
      let row = test.add("row", [0, Double(index), 4, 1], attributes, in: list)
      test.add("text", [0, 0, 4, 1], ["text": .string(name)], in: row)
    }
    return (test, list)
  }

  @Test(arguments: [
    (0, "A123"), (1, "A23B"), (2, "A3B4"), (3, "AB45"), (4, "B456"), (5, "B456"), (99, "B456"),
    (-3, "A123"),
  ])
  func headerSticksUntilTheNextOnePushesIt(_ offset: Double, _ shown: String) {
    let (test, list) = list()
    test.set("offset", .number(offset), of: list)
    #expect(test.rows.joined() == shown)
  }

  @Test func headerOfSeveralLinesIsPushedOutLineByLine() {
    let shown = ["ab12", "ab23", "ab3c", "abcd", "bcd4", "cd45", "cd56"]
    for offset in 0..<7 {
      let test = HostUnderTest(4, 4)
      let list = test.add("list", nil, ["length": 10, "offset": .number(Double(offset))])
      for (start, length, text, end) in [
        (0, 2, "a\nb", 5), (2, 1, "1", nil), (3, 1, "2", nil), (4, 1, "3", nil),
        (5, 2, "c\nd", 10), (7, 1, "4", nil), (8, 1, "5", nil), (9, 1, "6", nil),
      ] as [(Double, Double, JSONValue, Double?)] {
        let attributes: [String: JSONValue] = end.map { ["stickyEnd": .number($0)] } ?? [:]
        let row = test.add("row", [0, start, 4, length], attributes, in: list)
        test.add("text", [0, 0, 4, length], ["text": text], in: row)
      }
      #expect(test.rows.joined() == shown[offset], "offset \(offset)")
    }
  }

  @Test func rowsAreNotSeenThroughAHeader() {
    let (test, list) = list()
    let wide = test.add("row", [0, 1, 4, 1], [:], in: list)
    test.add("text", [0, 0, 4, 1], ["text": "wide"], in: wide)
    test.set("offset", 1, of: list)
    #expect(test.rows[0] == "A")
  }

  @Test func offsetOfTheProgramAddsToThatOfTheUser() {
    let (test, list) = list(rows: 2)
    test.set("offset", 2, of: list)
    #expect(test.host.scroll(list, to: 3) == 3)
    // The mount has not heard of it yet, and inserts a row above.
    test.host.set("offset", of: list, from: 2, to: 3)
    #expect(test.rows.joined() == "B4")
    #expect(test.host.scroll(list, to: 4) == nil)
    #expect(test.host.scroll(list, to: 100) == 6)
    #expect(test.host.scroll(list, to: .nan) == nil)
  }

  @Test func fractionsOfAnOffsetMoveEverythingByWholeCells() {
    let test = HostUnderTest(2, 4)
    let list = test.add("list", nil, ["length": 12])
    for index in 0..<8 {
      let row = test.add("row", [0, Double(index) * 1.5, 2, 1.5], in: list)
      test.add("text", [0, 0, 2, 1], ["text": .string("\(index)")], in: row)
    }
    let whole = ["0", "", "1", "2", "", "3", "4", "", "5", "6", "", "7"]
    for offset in stride(from: 0, through: 8, by: 0.25) {
      test.set("offset", .number(offset), of: list)
      let start = Int((offset + 0.5).rounded(.down))
      #expect(test.rows == Array(whole[start..<start + 4]), "offset \(offset)")
    }
  }

  @Test func carouselScrollsSideways() {
    let test = HostUnderTest(6, 1)
    let scroll = test.add("scroll", [1, 0, 4, 1], ["length": 8, "axis": "horizontal"])
    test.add("text", [0, 0, 8, 1], ["text": "abcdefgh"], in: scroll)
    #expect(test.rows == [" abcd"])
    test.set("offset", 3, of: scroll)
    #expect(test.rows == [" defg"])
    #expect(test.host.scroll(scroll, to: 9) == 4)
    #expect(test.rows == [" efgh"])
  }

  @Test func onlyRowsThatMayHaveChangedAreDrawn() {
    let (test, list) = list(rows: 8)
    _ = test.rows
    #expect(test.host.draw().rows == [])
    let text = test.add(
      "text", [0, 0, 4, 1], ["text": "x"], in: test.add("row", [0, 2, 4, 1], in: list))
    #expect(test.host.draw().rows == [2])
    test.set("text", "y", of: text)
    #expect(test.host.draw().rows == [2])
    _ = test.host.scroll(list, to: 1)
    #expect(test.host.draw().rows == [])
    test.setFrame([0, 20, 4, 1], of: list)
    #expect(test.host.draw().rows == Array(0..<8))
  }

  @Test func frameOfALongListCostsNoMoreThanItsScreen() {
    let test = HostUnderTest(4, 3)
    let list = test.add("list", nil, ["length": 1e9, "offset": 999_999_000])
    let row = test.add("row", [0, 999_999_001, 4, 1], in: list)
    test.add("text", [0, 0, 4, 1], ["text": "far"], in: row)
    #expect(test.rows == ["", "far", ""])
  }
}
