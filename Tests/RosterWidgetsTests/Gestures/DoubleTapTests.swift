import RosterComponents
import RosterLayout
import RosterWidgets
import Testing

/// Taps that may be one of two.
@Suite("GestureArena, double taps")
struct DoubleTapTests {
  private static let photo = Listener("photo", [.tap, .doubleTap])

  private static func script(_ path: [Listener] = [photo]) -> GestureScript {
    var script = GestureScript(path)
    script.tap()
    return script
  }

  @Test func tapWaitsForASecondOne() {
    var script = Self.script()
    #expect(script.takeLog() == ["photo: press", "photo: release"])
    #expect(script.arena.nextDeadline == 0.3)
    script.wait(0.3)
    #expect(script.takeLog() == ["photo: tap"])
  }

  @Test func secondTapInTimeMakesADoubleTap() {
    var script = Self.script()
    script.wait(0.29)
    script.tap(24, 0)
    script.wait(1)
    #expect(script.takeLog().suffix(2) == ["photo: release", "photo: doubleTap"])
    #expect(script.arena.nextDeadline == nil)
  }

  @Test func secondTapAtTheDeadlineIsASecondTap() {
    var script = Self.script()
    script.time = 0.3
    script.tap()
    script.wait(1)
    #expect(
      script.takeLog() == [
        "photo: press", "photo: release", "photo: tap", "photo: press", "photo: release",
        "photo: tap",
      ])
  }

  @Test func secondTapElsewhereIsASecondTap() {
    var script = Self.script()
    script.tap(24.5, 0)
    script.wait(1)
    #expect(script.takeLog().filter { $0 == "photo: tap" }.count == 2)
  }

  @Test func secondTapOnAnotherViewIsASecondTap() {
    var script = Self.script()
    script.path = [Listener("other", [.tap, .doubleTap])]
    script.tap()
    script.wait(1)
    #expect(script.takeLog().filter { $0.hasSuffix("tap") } == ["photo: tap", "other: tap"])
  }

  @Test func thirdTapIsTheFirstAgain() {
    var script = Self.script()
    script.tap()
    script.tap()
    #expect(script.takeLog().last == "photo: release")
    script.wait(0.3)
    #expect(script.takeLog() == ["photo: tap"])
  }

  @Test func tapDoesNotWaitIfNothingListensToDoubleTaps() {
    let script = Self.script([Listener("button", [.tap])])
    #expect(script.arena.nextDeadline == nil)
    var log = script
    #expect(log.takeLog().last == "button: tap")
  }

  @Test func tapInAViewThatListensToDoubleTapsWaits() {
    var script = Self.script([Listener("button", [.tap]), Listener("row", [.doubleTap])])
    #expect(script.takeLog().last == "button: release")
    script.wait(0.3)
    #expect(script.takeLog() == ["button: tap"])
    script.tap()
    script.tap()
    #expect(script.takeLog().last == "row: doubleTap")
  }

  @Test func secondPressThatMovesLeavesTheTap() {
    var script = Self.script([Self.photo, Listener("list", scrolls: .vertical)])
    script.down()
    script.wait(0.4)
    script.move(0, 20)
    #expect(
      script.takeLog().suffix(4) == [
        "photo: press", "photo: tap", "photo: release", "list: scroll began 0,20",
      ])
  }

  @Test func secondPressThatIsHeldLeavesTheTap() {
    var script = Self.script()
    script.wait(0.1)
    script.down()
    #expect(script.arena.nextDeadline == 0.6)
    script.wait(0.5)
    #expect(script.takeLog().suffix(2) == ["photo: press", "photo: tap"])
    script.up()
    #expect(script.takeLog() == ["photo: release", "photo: tap"])
  }

  @Test func pressThatWasHeldDoesNotWait() {
    var script = GestureScript([Self.photo])
    script.down()
    script.wait(0.5)
    script.up()
    #expect(script.takeLog().last == "photo: tap")
  }

  @Test func cancelledSecondPressLeavesTheTap() {
    var script = Self.script()
    script.down()
    script.cancelPointer()
    #expect(script.takeLog().suffix(2) == ["photo: tap", "photo: release"])
    script.wait(1)
    #expect(script.takeLog() == [])
  }

  @Test func cancellingEverythingForgetsTheTap() {
    var script = Self.script()
    script.add(script.arena.cancel())
    script.wait(1)
    #expect(script.takeLog() == ["photo: press", "photo: release"])
  }

  @Test func secondaryButtonComesAfterTheTap() {
    var script = Self.script([Listener("photo", [.tap, .doubleTap, .longPress])])
    script.down(button: .secondary)
    #expect(script.takeLog().suffix(2) == ["photo: tap", "photo: longPress"])
  }

  @Test func viewThatIsGoneIsNotTappedTwice() {
    let path = [Listener("button", [.tap]), Listener("row", [.doubleTap])]
    var script = Self.script(path)
    script.add(script.arena.forget { $0 == "row" })
    #expect(script.takeLog().last == "button: tap")
    script = Self.script(path)
    script.add(script.arena.forget { $0 == "button" })
    script.wait(1)
    #expect(script.takeLog().last == "button: release")
  }
}
