#if os(Linux)
  import RosterAppleRows
  import RosterJSON
  import RosterLayout
  import RosterWidgets
  import Testing

  /// What a view shows, read from its attributes.
  @Suite("Contents of views of toolkits")
  struct ViewContentTests {
    private func text(_ attributes: JSONObject) -> StyledText {
      StyledText(attributes, .leftToRight)
    }

    @Test func aTextIsCutWhereASpanBeginsOrEnds() {
      let text = text([
        "text": "Sold out since",
        "spans": [["from": 0, "to": 8, "bold": true], ["from": 5, "to": 14, "italic": true]],
      ])
      #expect(text.parts.map(\.text) == ["Sold ", "out", " since"])
      #expect(text.parts.map(\.look.isBold) == [true, true, false])
      #expect(text.parts.map(\.look.isItalic) == [false, true, true])
      #expect(text.string == "Sold out since")
    }

    @Test func aSpanChangesOnlyWhatItSays() {
      let text = text([
        "text": "äb", "color": "error", "underline": true, "bold": true,
        "spans": [["from": 2, "to": 3, "bold": false, "color": "#0000ff"]],
      ])
      #expect(text.parts.map(\.text) == ["ä", "b"])
      #expect(text.parts.map(\.look.color) == [.error, StyleColor(0x0000ff)])
      #expect(text.parts.map(\.look.isBold) == [true, false])
      #expect(text.parts.map(\.look.isUnderlined) == [true, true])
    }

    @Test func spansBeyondTheTextDoNotCount() {
      let text = text([
        "text": "abc",
        "spans": [
          ["from": -4, "to": 1, "bold": true], ["from": 2, "to": 99, "bold": true],
          ["from": 50, "to": 60, "bold": true], ["from": 2, "to": 1, "bold": true], "no span",
        ],
      ])
      #expect(text.parts.map(\.text) == ["a", "b", "c"])
      #expect(text.parts.map(\.look.isBold) == [true, false, true])
    }

    @Test func anEmptyTextHasNoParts() {
      #expect(text([:]).parts.isEmpty)
      #expect(text(["text": "", "spans": [["from": 0, "to": 1]]]).parts.isEmpty)
    }

    @Test func whatIsLessBrightHasTheColourOfTextOfLessImportance() {
      #expect(text(["text": "a", "dim": true]).parts.first?.look.color == .secondaryText)
      #expect(text(["text": "a", "dim": true, "color": "error"]).parts.first?.look.color == .error)
    }

    @Test func theEndIsTheOtherSideWhereRowsGoFromTheRight() {
      let attributes: JSONObject = ["text": "a", "align": "end"]
      #expect(StyledText(attributes, .leftToRight).alignment == .right)
      #expect(StyledText(attributes, .rightToLeft).alignment == .left)
      #expect(StyledText(["text": "a"], .rightToLeft).alignment == .natural)
    }

    @Test func aShortTextStandsInTheMiddleOfItsArea() {
      let badge = ViewContent(ViewKind(className: "badge"), ["text": "3"])
      guard case .text(let text) = badge.body else {
        Issue.record("a badge is no text: \(badge)")
        return
      }
      #expect(text.string == "3" && text.alignment == .center)
    }

    @Test func valuesOfAnotherTypeAreAsInANewView() {
      for kind in ViewKind.allCases {
        let attributes: JSONObject = [
          "text": 1, "title": [], "titles": "a", "value": [], "active": "no", "length": "a",
          "color": 3, "background": "no colour", "border": "#12", "disabled": "true", "spans": 4,
        ]
        #expect(ViewContent(kind, attributes) == ViewContent(kind, [:]), "\(kind)")
      }
    }

    @Test func numbersStayInTheirBounds() {
      #expect(ViewContent(.progress, ["value": 7]).body == .progress(1))
      #expect(ViewContent(.progress, ["value": -1]).body == .progress(0))
      #expect(ViewContent(.progress, [:]).body == .progress(nil))
      #expect(ViewContent(.scroll, ["length": -5]).body == .scroll(length: 0))
    }

    @Test func aColourIsThatOfTheToolkitOrOfItsParts() throws {
      #expect(StyleColor.accent.parts == nil)
      let parts = try #require(StyleColor(0xff0080).parts)
      #expect(parts == (1, 0, 128.0 / 255))
      let terminal = try #require(StyleColor.terminal(.brightRed).parts)
      #expect(terminal == (1, 0, 0))
    }

    @Test func eachKindOfViewHasTheValueThatTheUserChanges() {
      #expect(ViewValue(true, of: .toggle) == .isOn(true))
      #expect(ViewValue(2, of: .segments) == .index(2))
      #expect(ViewValue(nil, of: .segments) == .index(nil))
      #expect(ViewValue("a", of: .field) == .text("a"))
      #expect(ViewValue(nil, of: .field) == .text(""))
      #expect(ViewValue(8.5, of: .scroll) == .offset(8.5))
      #expect(ViewValue("a", of: .text) == nil)
      for kind in ViewKind.allCases {
        #expect((ViewValue(nil, of: kind) == nil) == (kind.valueName == nil), "\(kind)")
      }
    }
  }
#endif
