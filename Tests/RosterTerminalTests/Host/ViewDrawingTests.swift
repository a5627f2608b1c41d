import RosterComponents
import RosterJSON
import RosterLayout
import RosterTerminal
import RosterText
import Testing

/// What the views of each class look like.
struct ViewDrawingTests {
  private func rows(
    _ columns: Int, _ rows: Int, _ className: String, _ attributes: [String: JSONValue],
    ascii: Bool = false
  ) -> [String] {
    let test = HostUnderTest(
      columns, rows, TerminalOptions(characters: ascii ? .ascii : .unicode))
    test.add(className, [0, 0, Double(columns), Double(rows)], attributes)
    return test.rows
  }

  private func row(
    _ columns: Int, _ className: String, _ attributes: [String: JSONValue], ascii: Bool = false
  ) -> String {
    rows(columns, 1, className, attributes, ascii: ascii)[0]
  }

  // MARK: Text

  @Test func textIsBrokenAsItIsMeasured() {
    #expect(rows(8, 3, "text", ["text": "one two three"]) == ["one two", "three", ""])
    #expect(rows(4, 2, "text", ["text": "abcdefgh"]) == ["abcd", "efgh"])
  }

  @Test func textIsTruncatedWhereItsViewSays() {
    let text: JSONValue = "abcdefghij"
    #expect(row(6, "text", ["text": text]) == "abcde…")
    #expect(row(6, "text", ["text": text, "truncation": "start"]) == "…fghij")
    #expect(row(6, "text", ["text": text, "truncation": "middle"]) == "abc…ij")
    #expect(row(6, "text", ["text": text, "truncation": "none"]) == "abcdef")
    #expect(row(6, "text", ["text": text], ascii: true) == "abc...")
    #expect(rows(3, 2, "text", ["text": text, "truncation": "start"]) == ["abc", "…ij"])
  }

  @Test func lettersAndLinesHaveRoom() {
    #expect(row(9, "text", ["text": "abc", "letterSpacing": 1]) == "a b c")
    #expect(row(9, "text", ["text": "世a", "letterSpacing": 2]) == "世  a")
    #expect(row(9, "text", ["text": "abגד", "letterSpacing": 1]) == "a b  ד ג")
    #expect(row(6, "text", ["text": "abcdef", "letterSpacing": 1]) == "a b …")
    #expect(rows(3, 4, "text", ["text": "a\nb", "lineSpacing": 1]) == ["a", "", "b", ""])
    #expect(
      rows(3, 6, "text", ["text": "a\nb", "lineSpacing": 2]) == ["", "a", "", "", "b", ""])
    #expect(rows(3, 2, "text", ["text": "a\nb", "lineSpacing": 1]) == ["a…", ""])
  }

  @Test func tabsReachToTheirStops() {
    #expect(row(9, "text", ["text": "a\tb", "tabWidth": 3]) == "a  b")
    let price: JSONValue = [["at": 9, "align": "decimal"]]
    let prices: [String: JSONValue] = ["text": "Tea\t9.5\nCake\t12", "tabStops": price]
    #expect(rows(12, 2, "text", prices) == ["Tea     9.5", "Cake   12"])
    let hebrew: [String: JSONValue] = [
      "text": "אב\tגד", "tabStops": [["at": 8, "align": "end"]],
    ]
    #expect(row(9, "text", hebrew) == " דג    בא")
    #expect(
      row(
        9, "text", ["text": "a\tb", "tabStops": [["at": 4, "align": "center"], 3, ["at": "x"]]])
        == "a  b")
  }

  @Test(arguments: [-1, 1e300, -1e300, 0.4] as [JSONValue])
  func lengthsThatATerminalLacksAreBounded(_ length: JSONValue) {
    let attributes: [String: JSONValue] = [
      "text": "ab\tc\nd", "letterSpacing": length, "lineSpacing": length, "tabWidth": length,
      "tabStops": [["at": length, "align": "end"]],
    ]
    #expect(rows(9, 3, "text", attributes).count == 3)
  }

  @Test func spansCoverTheRoomOfTheirCharacters() {
    let test = HostUnderTest(9, 1)
    test.add(
      "text", [0, 0, 9, 1],
      [
        "text": "ab\tc", "letterSpacing": 1, "tabWidth": 6,
        "spans": [["from": 1, "to": 3, "underline": true]],
      ])
    #expect(test.rows == ["a b   c"])
    let underlined = (0..<9).map { test.style(0, $0).attributes.contains(.underline) }
    #expect(underlined == [false, false, true, true, true, true, false, false, false])
  }

  @Test func changedSpacingIsDrawn() {
    let test = HostUnderTest(9, 1)
    let view = test.add("text", [0, 0, 9, 1], ["text": "ab"])
    #expect(test.rows == ["ab"])
    test.set("letterSpacing", 1, of: view)
    #expect(test.rows == ["a b"])
    test.set("letterSpacing", 0, of: view)
    #expect(test.rows == ["ab"])
  }

  @Test func textIsAligned() {
    #expect(row(7, "text", ["text": "abc", "align": "center"]) == "  abc")
    #expect(row(7, "text", ["text": "abc", "align": "end"]) == "    abc")
    #expect(row(7, "text", ["text": "世界", "align": "end"]) == "   世界")
  }

  @Test func textIsDrawnAsItIsSeen() {
    #expect(row(9, "text", ["text": "abc אבג"]) == "abc גבא")
    #expect(row(9, "text", ["text": "abc (אב)"]) == "abc (בא)")
    #expect(row(6, "text", ["text": "אב(ג)"]) == " (ג)בא")
    #expect(row(9, "text", ["text": "אב\tג"]) == "ג      בא")
    #expect(row(8, "button", ["title": "אב"]) == "  [בא]")
    #expect(row(6, "badge", ["text": "אב"]) == " בא")
  }

  @Test func paragraphsFromRightToLeftBeginAtTheRight() {
    #expect(rows(7, 2, "text", ["text": "אב\nab"]) == ["     בא", "ab"])
    #expect(rows(4, 2, "text", ["text": "אבג דה"]) == [" גבא", "  הד"])
    #expect(rows(2, 2, "text", ["text": "אב", "letterSpacing": 2]) == [" א", " ב"])
    #expect(row(7, "text", ["text": "אב", "align": "end"]) == "בא")
    #expect(row(7, "text", ["text": "אב", "align": "center"]) == "  בא")
    #expect(row(3, "text", ["text": "אבגדה"]) == "…בא")
    #expect(row(4, "text", ["text": "אבגדה", "truncation": "start"]) == "הדג…")
    #expect(row(4, "text", ["text": "אבגדה", "truncation": "middle"]) == "ה…בא")
  }

  @Test func controlsOfDirectionAreSeenAndControlNothing() {
    #expect(row(6, "text", ["text": "a\u{202E}bc"]) == "a\u{FFFD}bc")
    #expect(row(6, "text", ["text": "a\u{202E}bא"]) == "a\u{FFFD}bא")
    #expect(row(6, "text", ["text": "\u{200F}ab"]) == "\u{FFFD}ab")
    #expect(row(6, "field", ["value": "a\u{2067}bא"]) == "a\u{FFFD}bא")
  }

  @Test func textIsNotReorderedForTerminalsThatDoIt() {
    let test = HostUnderTest(9, 2, TerminalOptions(reordersText: false))
    test.add("text", [0, 0, 9, 1], ["text": "אב (ג)"])
    test.add("field", [0, 1, 9, 1], ["value": "אב"])
    #expect(test.rows == ["אב (ג)", "אב"])
  }

  @Test func spansAreWhereTheirCharactersAreSeen() {
    let test = HostUnderTest(6, 1)
    test.add(
      "text", [0, 0, 6, 1],
      ["text": "a אבג", "spans": [["from": 2, "to": 4, "bold": true]]])
    #expect(test.rows == ["a גבא"])
    let bold = (0..<6).map { test.style(0, $0).attributes.contains(.bold) }
    #expect(bold == [false, false, false, false, true, false])
  }

  @Test func fieldFromRightToLeftHasItsCursorAtTheLeft() {
    let test = HostUnderTest(5, 1)
    let field = test.add("field", [0, 0, 5, 1], ["value": "אבג"])
    #expect(test.rows == ["  גבא"])
    test.host.focus(field)
    #expect(test.rows == ["  גבא"])
    #expect(test.host.cursor == CellPosition(row: 0, column: 1))
    test.set("cursor", 0, of: field)
    #expect(test.rows == ["  גבא"])
    #expect(test.host.cursor == CellPosition(row: 0, column: 4))
    test.set("value", "אבגדהוז", of: field)
    test.set("cursor", 14, of: field)
    #expect(test.rows == [" זוהד"])
    #expect(test.host.cursor == CellPosition(row: 0, column: 0))
  }

  @Test func textOfAModelDoesNothingToTheTerminal() {
    #expect(row(20, "text", ["text": "a\u{1B}[2J\u{202E}b\u{9B}"]) == "a␛[2J\u{FFFD}b\u{FFFD}")
    #expect(row(4, "text", ["text": "\u{1B}\u{1B}\u{1B}\u{1B}\u{1B}"]) == "␛␛␛…")
    #expect(rows(4, 2, "text", ["text": "\u{1B}\u{1B}\u{1B}\u{1B}\u{1B}"]) == ["␛␛␛␛", "␛"])
    #expect(row(9, "button", ["title": "\n\u{7}"]) == "  [␊␇]")
    #expect(row(6, "field", ["value": "a\nb"]) == "a␊b")
  }

  @Test func wideCharactersTakeTwoCells() {
    #expect(rows(5, 2, "text", ["text": "世界人"]) == ["世界", "人"])
    #expect(row(8, "text", ["text": "👨‍👩‍👧‍👦x🇩🇪"]) == "👨‍👩‍👧‍👦x🇩🇪")
  }

  @Test func spansChangeTheStyleOfTheirCharacters() {
    let test = HostUnderTest(8, 2)
    test.add(
      "text", [0, 0, 4, 2],
      [
        "text": "aé世b cd",
        "spans": [
          ["from": 1, "to": 6, "bold": true], ["from": 7, "to": 20, "color": "red"],
        ],
      ])
    #expect(test.rows == ["aé世", "b cd"])
    let bold = (0..<4).map { test.style(0, $0).attributes.contains(.bold) }
    #expect(bold == [false, true, true, true])
    let red = (0..<4).map { test.style(1, $0).foreground == .palette(1) }
    #expect(red == [false, true, true, true])
  }

  @Test func spansStayWithTheirCharactersInTruncatedText() {
    let test = HostUnderTest(6, 1)
    test.add(
      "text", [0, 0, 6, 1],
      [
        "text": "abcdefghij", "truncation": "middle",
        "spans": [["from": 8, "to": 9, "underline": true], ["from": 2, "to": 7, "bold": true]],
      ])
    #expect(test.rows == ["abc…ij"])
    let bold = (0..<6).map { test.style(0, $0).attributes.contains(.bold) }
    #expect(bold == [false, false, true, false, false, false])
    #expect(
      (0..<6).map { test.style(0, $0).attributes.contains(.underline) }.firstIndex(of: true) == 4)
  }

  @Test(arguments: [
    [["from": 3, "to": 1, "bold": true]] as JSONValue, [["from": -1, "to": 2]], "bold", [7],
    [["from": 0.5, "to": 2]], [["from": 0, "to": 1e15, "color": "#zzzzzz"]],
  ])
  func spansThatMeanNothingAreLeftOut(_ spans: JSONValue) {
    #expect(row(4, "text", ["text": "abc", "spans": spans]) == "abc")
  }

  // MARK: Controls

  @Test func buttonHasBrackets() {
    #expect(row(4, "button", ["title": "OK"]) == "[OK]")
    #expect(row(8, "button", ["title": "OK"]) == "  [OK]")
    #expect(row(6, "button", ["title": "Cancel"]) == "[Can…]")
    #expect(row(10, "button", ["title": "Go", "icon": "→"]) == "  [→ Go]")
  }

  @Test func toggleHasAMark() {
    #expect(row(9, "toggle", ["title": "Wifi", "on": true]) == "[x] Wifi")
    #expect(row(9, "toggle", ["title": "Wifi"]) == "[ ] Wifi")
    #expect(row(9, "toggle", ["title": "A", "on": true, "style": "radio"]) == "(•) A")
    #expect(
      row(9, "toggle", ["title": "A", "on": true, "style": "radio"], ascii: true) == "(*) A")
  }

  @Test func segmentsShowWhichOneIsChosen() {
    #expect(row(20, "segments", ["titles": ["A", "世", "C"], "selected": 1]) == " A │[世]│ C")
    #expect(row(20, "segments", ["titles": ["A", "B"]], ascii: true) == " A | B")
  }

  @Test(arguments: [
    (0.0, ""), (0.5, "██"), (1, "████"), (0.25, "█"), (0.28, "█▏"), (0.9, "███▋"), (7, "████"),
    (-1, ""),
  ])
  func progressIsABar(_ value: Double, _ bar: String) {
    #expect(row(4, "progress", ["value": .number(value)]) == bar)
  }

  @Test func progressWithoutUnicodeIsABarToo() {
    #expect(row(6, "progress", ["value": 0.5], ascii: true) == "[##..]")
    #expect(row(2, "progress", ["value": 0.9], ascii: true) == "##")
  }

  @Test func whatMovesByItselfFollowsTheTime() {
    let test = HostUnderTest(6, 2)
    test.add("spinner", [0, 0, 1, 1])
    test.add("progress", [2, 0, 4, 1])
    let idle = test.add("spinner", [0, 1, 1, 1], ["active": false])
    #expect(test.rows == ["⠋ █", ""])
    #expect(test.host.isMoving)
    test.host.time = 0.25
    #expect(test.rows == ["⠹   █", ""])
    test.set("active", true, of: idle)
    #expect(test.rows[1] == "⠹")
  }

  @Test func fieldShowsItsValueOrWhatIsToBeTyped() {
    #expect(row(8, "field", ["value": "abc"]) == "abc")
    #expect(row(8, "field", ["value": "", "placeholder": "Name"]) == "Name")
    #expect(row(8, "field", ["value": "ab世", "secure": true]) == "•••")
    #expect(rows(8, 2, "field", ["value": "x", "error": "too short to be"]) == ["x", "too sho…"])
  }

  @Test func fieldWithTheFocusShowsItsCursor() {
    let test = HostUnderTest(4, 1)
    let field = test.add("field", [0, 0, 4, 1], ["value": "abcdef"])
    test.host.focus(field)
    #expect(test.rows == ["def"])
    #expect(test.host.cursor == CellPosition(row: 0, column: 3))
    test.set("cursor", 1, of: field)
    #expect(test.rows == ["abcd"])
    #expect(test.host.cursor == CellPosition(row: 0, column: 1))
  }

  // MARK: The rest

  @Test func dividerIsALine() {
    #expect(row(3, "divider", [:]) == "───")
    #expect(rows(3, 2, "divider", ["axis": "vertical"]) == ["│", "│"])
    #expect(row(3, "divider", [:], ascii: true) == "---")
  }

  @Test func badgeAndSlot() {
    #expect(row(5, "badge", ["text": "12"]) == " 12")
    #expect(row(2, "badge", ["text": "12"]) == "12")
    #expect(row(9, "slot", ["name": "map"]) == "<map>")
  }

  @Test func pixelsAreHalfBlocks() {
    // Red and green above blue and white.
    let pixels: JSONValue = ["width": 2, "height": 2, "rgb": "/wAAAP8AAAD/////"]
    let test = HostUnderTest(2, 1)
    test.add("image", [0, 0, 2, 1], ["pixels": pixels])
    #expect(test.rows == ["▀▀"])
    #expect(test.style(0, 0).foreground == .rgb(red: 255, green: 0, blue: 0))
    #expect(test.style(0, 0).background == .rgb(red: 0, green: 0, blue: 255))
    #expect(test.style(0, 1).foreground == .rgb(red: 0, green: 255, blue: 0))
    #expect(row(2, "image", ["pixels": pixels], ascii: true) == ":+")
  }

  @Test func pictureKeepsItsProportionsUnlessItFills() {
    let pixels: JSONValue = ["width": 1, "height": 1, "rgb": "////"]
    #expect(row(4, "image", ["pixels": pixels]) == " ▀▀")
    #expect(row(4, "image", ["pixels": pixels, "fit": "fill"]) == "▀▀▀▀")
    #expect(row(4, "image", ["pixels": pixels, "fit": "cover"]) == "▀▀▀▀")
  }

  @Test(arguments: [
    ["width": 2, "height": 1, "rgb": "////"] as JSONValue, ["width": -1, "height": -1, "rgb": ""],
    ["width": 1e9, "height": 1e9, "rgb": "////"], ["width": 1, "height": 1, "rgb": "//!/"], 7,
  ])
  func alternativeTextStandsForWhatIsNoPicture(_ pixels: JSONValue) {
    #expect(row(8, "image", ["pixels": pixels, "alternative": "A cat"]) == "A cat")
  }

  @Test func unknownClassIsAnEmptyContainer() {
    let test = HostUnderTest(4, 1)
    let view = test.add("hologram", [1, 0, 3, 1], ["text": "no"])
    test.add("text", [0, 0, 3, 1], ["text": "ab"], in: view)
    #expect(test.rows == [" ab"])
  }

  @Test func borderIsAroundTheView() {
    let test = HostUnderTest(5, 4)
    let box = test.add("box", [0, 0, 5, 3], ["border": "separator"])
    test.add("text", [1, 1, 3, 1], ["text": "abc"], in: box)
    test.add("box", [0, 3, 5, 1], ["border": "separator"])
    #expect(test.rows == ["┌───┐", "│abc│", "└───┘", ""])
  }

  @Test func textHasTheBackgroundThatIsBehindIt() {
    let test = HostUnderTest(3, 1)
    test.add("box", [0, 0, 3, 1], ["background": "#102030"])
    test.add("text", [1, 0, 2, 1], ["text": "a", "color": "#ff0000", "opacity": 0.5])
    #expect(test.style(0, 1).background == .rgb(red: 16, green: 32, blue: 48))
    #expect(test.style(0, 1).foreground == .rgb(red: 136, green: 16, blue: 24))
    #expect(test.style(0, 2).background == .rgb(red: 16, green: 32, blue: 48))
  }

  @Test func whatIsInvisibleIsNotDrawn() {
    let test = HostUnderTest(3, 1)
    let box = test.add("box", [0, 0, 3, 1], ["opacity": 0])
    test.add("text", [0, 0, 3, 1], ["text": "abc"], in: box)
    #expect(test.rows == [""])
    test.set("opacity", 0.5, of: box)
    #expect(test.rows == ["abc"])
    #expect(test.style(0, 0).attributes == .dim)
    test.host.hide(box)
    #expect(test.rows == [""])
  }

  @Test func disabledViewsAreDim() {
    let test = HostUnderTest(4, 1)
    let box = test.add("box", [0, 0, 4, 1], ["disabled": true])
    test.add("button", [0, 0, 4, 1], ["title": "OK"], in: box)
    #expect(test.style(0, 1).attributes == .dim)
  }

  @Test func focusedButtonIsReversed() {
    let test = HostUnderTest(4, 1)
    let button = test.add("button", [0, 0, 4, 1], ["title": "OK"])
    #expect(!test.style(0, 1).attributes.contains(.reverse))
    test.host.focus(button)
    #expect(test.style(0, 1).attributes.contains(.reverse))
    test.host.focus(nil)
    #expect(!test.style(0, 1).attributes.contains(.reverse))
  }

  @Test func namesOfColorsDependOnTheTheme() {
    var colors: Set<CellColor> = []
    for theme in TerminalOptions.Theme.allCases {
      let test = HostUnderTest(1, 1, TerminalOptions(theme: theme))
      test.add("text", [0, 0, 1, 1], ["text": "a", "color": "error"])
      colors.insert(test.style(0, 0).foreground)
    }
    #expect(colors.count == 3)
    let test = HostUnderTest(1, 1, depth: .palette16)
    test.add("text", [0, 0, 1, 1], ["text": "a", "color": "brightRed"])
    #expect(test.style(0, 0).foreground == .palette(9))
  }

  // MARK: Places

  @Test func viewsAreDrawnWithinThoseAroundThem() {
    let test = HostUnderTest(8, 3)
    let box = test.add("box", [2, 1, 3, 1])
    test.add("text", [-1, -1, 9, 3], ["text": "123456789\nabcdefghi\nABC"], in: box)
    #expect(test.rows == ["", "  bcd", ""])
  }

  @Test func framesThatTouchHaveCellsThatTouch() {
    let test = HostUnderTest(10, 1)
    for index in 0..<6 {
      let start = Double(index) * 1.5
      test.add("text", [start, 0, 1.5, 1], ["text": .string("\(index)")])
    }
    #expect(test.rows == ["0 12 34 5"])
  }

  @Test func strangeFramesDoNoHarm() {
    let test = HostUnderTest(4, 2)
    for frame in [
      [0, 0, .infinity, .infinity], [-.infinity, 0, 1, 1], [.nan, .nan, .nan, .nan],
      [0, 0, -3, -3], [1e300, -1e300, 1e300, 1e300],
    ] as [[Double]] {
      for className in ["text", "divider", "progress", "box", "field", "image", "segments"] {
        test.add(
          className, frame,
          ["text": "a", "border": "red", "background": "blue", "titles": ["a"], "value": "a"])
      }
    }
    #expect(test.host.draw().grid == test.host.freshGrid())
  }

  @Test func viewWithoutAFrameHasTheRoomOfItsContainer() {
    let test = HostUnderTest(6, 1)
    let box = test.add("box", [1, 0, 4, 1])
    test.add("text", nil, ["text": "abcdefgh"], in: box)
    #expect(test.rows == [" abc…"])
  }

  @Test func plainTextOfViewsIsAsWideAsItMayBe() {
    var text = ViewTree(spec: ViewSpec("text", attributes: ["text": "one two"]))
    text.frame = ViewFrame(origin: Point(x: 1, y: 1), size: Size(width: 3, height: 2))
    var box = ViewTree(spec: ViewSpec("box"), children: [text])
    box.frame = ViewFrame(origin: .zero, size: Size(width: 6, height: 3))
    #expect(TerminalHost.plainText(of: [box], width: 6) == "\n one\n two\n")
    #expect(TerminalHost.plainText(of: [box], width: 2) == "\n o\n t\n")
    #expect(TerminalHost.plainText(of: [], width: 6).isEmpty)
  }

  @Test func plainTextIsNoWiderThanAGridMayBe() {
    var text = ViewTree(spec: ViewSpec("text", attributes: ["text": "one"]))
    text.frame = ViewFrame(origin: .zero, size: Size(width: 3, height: 1))
    #expect(TerminalHost.plainText(of: [text], width: .max) == "one\n")
  }

  @Test func plainTextOfALongTextHasAllOfItsLines() {
    let words = (0..<1_000).map { "word\($0)" }
    let joined = words.joined(separator: " ")
    var text = ViewTree(spec: ViewSpec("text", attributes: ["text": .string(joined)]))
    // Two words are wider. It takes six pages.
    text.frame = ViewFrame(origin: Point(x: 0, y: 1), size: Size(width: 9, height: 1_000))
    let lines = TerminalHost.plainText(of: [text], width: 9).split(separator: "\n")
    #expect(lines.map(String.init) == words)
  }

  @Test func onlyTheVisibleLinesOfATextAreMade() {
    let words = String(repeating: "one two ", count: 1_000)
    let text = ShownText(TextContent(words, measurer: TerminalMeasurer()))
    func rows(_ visible: Range<Int>, of rows: Int = 1_000, columns: Int = 8) -> [Int] {
      text.lines(rows: rows, columns: columns, visible: visible).map(\.row)
    }
    #expect(rows(500..<510) == Array(500..<510))
    #expect(rows(-5..<2) == [0, 1])
    #expect(rows(999..<1_005) == [999])
    // Other room: a word in each line, and fewer lines.
    #expect(rows(1_500..<1_502, of: 2_000, columns: 4) == [1_500, 1_501])
    #expect(rows(0..<9, of: 3) == [0, 1, 2])
    #expect(rows(500..<510) == Array(500..<510))
  }

  @Test func plainTextShowsAllRowsOfAList() {
    let test = HostUnderTest(6, 2)
    let list = test.add("list", nil, ["length": 300, "offset": 7])
    for index in 0..<300 {
      let row = test.add("row", [0, Double(index), 6, 1], in: list)
      test.add("text", [0, 0, 6, 1], ["text": .string("row\u{1B}\(index)")], in: row)
    }
    let text = test.host.plainText(width: 8)
    #expect(text.split(separator: "\n").count == 300)
    #expect(text.hasPrefix("row␛0\nrow␛1\n"))
    #expect(text.hasSuffix("row␛2…\n"))
    #expect(test.rows == ["row␛7", "row␛8"])
  }
}
