import RosterTestKit
import RosterWidgets
import Testing

@Suite struct TextRebasingTests {
  private static let texts: [String] = {
    var texts = [""]
    for _ in 0..<4 { texts += texts.flatMap { text in ["a", "b"].map { text + $0 } } }
    return Array(Set(texts)).sorted()
  }()

  /// What the user has made of a text.
  private func editing(_ base: String, _ text: String) -> TextEditing {
    var editing = TextEditing(base)
    editing.perform(.change(to: text))
    return editing
  }

  @Test func anUneditedTextBecomesThatOfTheModel() {
    for base in Self.texts {
      for model in Self.texts {
        var editing = TextEditing(base)
        editing.rebase(from: base, onto: model)
        #expect(editing.text == model)
      }
    }
  }

  @Test func anEditStaysIfTheModelDoesNotChange() {
    for base in Self.texts {
      for text in Self.texts {
        let before = editing(base, text)
        var after = before
        after.rebase(from: base, onto: base)
        #expect(after == before)
        after.rebase(from: base, onto: text)
        #expect(after.text == text, "what the model takes over is not entered twice")
      }
    }
  }

  /// Changes with something between them are both made; the text is unmistakable.
  @Test func changesApartFromEachOtherAreBothMade() {
    let base = "0123456789"
    for user in 0..<9 {
      for model in 0..<9 where abs(user - model) > 1 {
        for (userText, modelText) in [("x", "yy"), ("", "y"), ("xxx", "")] {
          func replacing(_ text: String, _ digit: Int, by other: String) -> String {
            text.replacing("\(digit)", with: other)
          }
          let mine = replacing(base, user, by: userText)
          var editing = editing(base, mine)
          editing.rebase(from: base, onto: replacing(base, model, by: modelText))
          #expect(editing.text == replacing(mine, model, by: modelText))
        }
      }
    }
  }

  @Test func whatTheUserHasTypedStaysWhereBothHaveChanged() {
    var typing = editing("abc", "abXc")
    typing.rebase(from: "abc", onto: "abYc")
    #expect(typing.text == "abXc")
    var deleting = editing("one two three", "one three")
    deleting.rebase(from: "one two three", onto: "one twenty three")
    #expect(deleting.text == "one three")
  }

  @Test func theCursorStaysWithItsNeighbours() {
    for base in Self.texts {
      for model in Self.texts {
        for offset in 0...base.utf8.count {
          let selection = TextSelection(at: offset).rebased(from: base, onto: model)
          #expect((0...model.utf8.count).contains(selection.head))
          if model.hasPrefix(base) { #expect(selection.head == offset) }
        }
      }
    }
    let middle = TextSelection(anchor: 4, head: 7)
    #expect(
      middle.rebased(from: "see you soon", onto: "I see you soon")
        == TextSelection(anchor: 6, head: 9))
    #expect(middle.rebased(from: "see you soon", onto: "see you") == middle)
    #expect(middle.rebased(from: "see you soon", onto: "see y").head == 5)
    #expect(TextSelection(at: 1).rebased(from: "e", onto: "e\u{301}") == TextSelection(at: 3))
  }

  @Test func equalTextsOfOtherBytesKeepTheCursorBetweenCharacters() {
    var editing = TextEditing("caf\u{E9} au lait")
    editing.rebase(from: "caf\u{E9} au lait", onto: "cafe\u{301} au lait")
    #expect(editing.text.utf8.count == "cafe\u{301} au lait".utf8.count)
    #expect(editing.selection == TextSelection(at: editing.text.utf8.count))
  }

  @Test func randomTextsAreRebasedWithoutABrokenCharacter() throws {
    let pieces = ["a", "e\u{301}", "\u{301}", "🇩", "🇪", "字", " ", "\u{200D}", "👩", "👍🏽"]
    for seed in 0..<2000 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      func text() -> String {
        (0..<random.index(below: 8)).map { _ in pieces[random.index(below: pieces.count)] }.joined()
      }
      let (base, own, model) = (text(), text(), text())
      var editing = editing(base, own)
      editing.perform(.mark("字"))
      editing.rebase(from: base, onto: model)
      let ends = Set(editing.text.indices).union([editing.text.endIndex])
      for offset in [editing.selection.anchor, editing.selection.head] {
        let index = editing.text.utf8.index(editing.text.startIndex, offsetBy: offset)
        try #require(ends.contains(index), "seed \(seed)")
      }
      if let range = editing.markedRange {
        try #require(range.upperBound <= editing.text.utf8.count, "seed \(seed)")
      }
    }
  }
}
