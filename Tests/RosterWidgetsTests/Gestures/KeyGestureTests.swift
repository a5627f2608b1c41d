import RosterComponents
import RosterWidgets
import Testing

/// What keys do to the view that has the focus.
@Suite("GestureArena, keys")
struct KeyGestureTests {
  private static let path = [
    Listener("button", [.tap]), Listener("row", [.tap, .longPress, "drop"]),
  ]

  private func gestures(_ key: KeyEvent.Key, _ modifiers: InputModifiers = []) -> [String] {
    var script = GestureScript(Self.path)
    script.key(key, modifiers)
    return script.takeLog()
  }

  @Test func enterAndSpaceTapTheInnermost() {
    #expect(gestures(.enter) == ["button: tap"])
    #expect(gestures(.character(" ")) == ["button: tap"])
    #expect(gestures(.enter, .control) == [])
    #expect(gestures(.character("a")) == [])
  }

  @Test func menuKeyIsALongPress() {
    #expect(gestures(.menu) == ["row: longPress"])
    #expect(gestures(.function(10), .shift) == ["row: longPress"])
    #expect(gestures(.function(10)) == [])
  }

  @Test func altAndArrowsMoveTheRow() {
    #expect(gestures(.up, .alt) == ["row: move earlier"])
    #expect(gestures(.left, .alt) == ["row: move earlier"])
    #expect(gestures(.down, .alt) == ["row: move later"])
    #expect(gestures(.right, .alt) == ["row: move later"])
    #expect(gestures(.down) == [])
    #expect(gestures(.down, [.alt, .shift]) == [])
  }

  @Test func heldKeyTapsOnceButMovesOn() {
    var script = GestureScript(Self.path)
    script.key(.enter, [], .repeated)
    script.key(.enter, [], .up)
    script.key(.menu, [], .repeated)
    #expect(script.takeLog() == [])
    script.key(.down, .alt, .repeated)
    #expect(script.takeLog() == ["row: move later"])
  }

  @Test func escapeCancelsADrag() {
    var script = GestureScript(Self.path)
    script.down()
    script.wait(0.5)
    #expect(script.takeLog().last == "row: drag began")
    script.key(.escape)
    script.move(0, 100)
    script.up(0, 100)
    #expect(script.takeLog() == ["row: drag cancelled"])
  }

  @Test func escapeDoesNothingOtherwise() {
    var script = GestureScript(Self.path)
    script.key(.escape)
    #expect(script.takeLog() == [])
    script.path = [Listener("photo", [.tap, .doubleTap])]
    script.tap()
    script.key(.escape)
    script.wait(1)
    #expect(script.takeLog().last == "photo: tap")
  }

  @Test func keyComesAfterWhatIsDue() {
    var script = GestureScript(Self.path)
    script.path = [Listener("photo", [.tap, .doubleTap])]
    script.tap()
    script.time = 1
    script.key(.enter)
    #expect(script.takeLog().suffix(2) == ["photo: tap", "photo: tap"])
  }
}
