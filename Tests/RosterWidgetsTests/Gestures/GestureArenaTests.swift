import RosterComponents
import RosterJSON
import RosterLayout
import RosterWidgets
import Testing

/// Single presses: what becomes a tap, a long press, a movement.
@Suite("GestureArena")
struct GestureArenaTests {
  private static let button = Listener("button", [.tap])
  private static let row = Listener("row", [.tap, .longPress])
  private static let list = Listener("list", scrolls: .vertical)

  @Test func pressAndReleaseIsATapOfTheInnermost() {
    var script = GestureScript([Self.button, Self.row, Self.list])
    script.tap()
    #expect(script.takeLog() == ["button: press", "button: release", "button: tap"])
  }

  @Test func whatDoesNotListenIsPassedBy() {
    var script = GestureScript([Listener("label"), Self.row])
    script.tap()
    #expect(script.takeLog().last == "row: tap")
    script.path = [Listener("label")]
    script.tap()
    #expect(script.takeLog() == [])
  }

  @Test func movementWithinTheSlopIsStillATap() {
    var script = GestureScript([Self.button])
    script.down()
    script.move(8, 0)
    script.up(0, 8)
    #expect(script.takeLog().last == "button: tap")
  }

  @Test func movementBeyondTheSlopIsNoTapEvenIfItReturns() {
    var script = GestureScript([Self.row])
    script.down()
    script.move(8.5, 0)
    script.move(0, 0)
    script.wait(1)
    script.up()
    #expect(script.takeLog() == ["row: press", "row: release"])
  }

  @Test func positionOfTheReleaseCountsAsMovement() {
    var script = GestureScript([Self.row])
    script.down()
    script.up(0, 20)
    #expect(script.takeLog() == ["row: press", "row: release"])
  }

  @Test func nextCellIsAMovementInATerminal() {
    var script = GestureScript([Listener("slot", [.tap, .pan])], .cells)
    script.down(3, 3)
    script.move(4, 3)
    script.up(4, 3)
    #expect(
      script.takeLog() == [
        "slot: press", "slot: release", "slot: pan began 1,0", "slot: pan ended 1,0",
      ])
  }

  // MARK: Long presses

  @Test func longPressBeginsAtItsDeadline() {
    var script = GestureScript([Self.button, Self.row])
    script.down()
    #expect(script.arena.nextDeadline == 0.5)
    script.wait(0.49)
    #expect(script.takeLog() == ["button: press"])
    script.wait(0.01)
    #expect(script.takeLog() == ["button: release", "row: longPress"])
    #expect(script.arena.nextDeadline == nil)
    script.up()
    #expect(script.takeLog() == [])
  }

  @Test func releaseAtTheDeadlineIsALongPress() {
    var script = GestureScript([Self.row])
    script.down()
    script.time = 0.5
    script.up()
    #expect(script.takeLog() == ["row: press", "row: release", "row: longPress"])
  }

  @Test func withoutListenersForLongPressesALongOneTaps() {
    var script = GestureScript([Self.button])
    script.down()
    #expect(script.arena.nextDeadline == nil)
    script.wait(10)
    script.up()
    #expect(script.takeLog().last == "button: tap")
  }

  @Test func secondaryButtonIsALongPressAtOnce() {
    var script = GestureScript([Self.button, Self.row])
    script.down(button: .secondary)
    #expect(script.takeLog() == ["row: longPress"])
    script.move(50, 0)
    script.up(50, 0, button: .secondary)
    #expect(script.takeLog() == [])
    script.down(button: .other(4))
    script.up(button: .other(4))
    #expect(script.takeLog() == [])
  }

  // MARK: Movements

  @Test func listScrollsAlongItsAxisAndTheRowPansAcross() {
    let row = Listener("row", [.tap, .pan])
    var script = GestureScript([row, Self.list])
    script.down()
    script.move(3, 12)
    script.move(90, 30)
    script.up(90, 30)
    #expect(
      script.takeLog() == [
        "row: press", "row: release", "list: scroll began 0,12", "list: scroll changed 0,30",
        "list: scroll ended 0,30 at 0,30000",
      ])
    script.down()
    script.move(12, 3)
    script.move(20, 90)
    script.up(20, 90)
    #expect(
      script.takeLog() == [
        "row: press", "row: release", "row: pan began 12,3", "row: pan changed 20,90",
        "row: pan ended 20,90",
      ])
  }

  @Test func asFarDownAsAsideIsDown() {
    var script = GestureScript([Listener("row", [.pan]), Self.list])
    script.down()
    script.move(10, -10)
    #expect(script.takeLog() == ["list: scroll began 0,-10"])
  }

  @Test func carouselInAListScrollsAcross() {
    let carousel = Listener("carousel", scrolls: .horizontal)
    var script = GestureScript([carousel, Self.list])
    script.down()
    script.move(20, 1)
    script.cancelPointer()
    script.down()
    script.move(1, 20)
    #expect(
      script.takeLog() == [
        "carousel: scroll began 20,0", "carousel: scroll cancelled 20,0",
        "list: scroll began 0,20",
      ])
  }

  @Test func viewThatScrollsBothWaysScrollsBothWays() {
    var script = GestureScript([Listener("map", scrolls: .both), Self.list])
    script.down()
    script.move(20, 30)
    #expect(script.takeLog() == ["map: scroll began 20,30"])
  }

  @Test func movementThatNobodyWantsHasNoEffect() {
    var script = GestureScript([Self.button])
    script.down()
    script.move(100, 0)
    script.up(100, 0)
    #expect(script.takeLog() == ["button: press", "button: release"])
  }

  @Test func velocityIsThatOfTheEnd() {
    var script = GestureScript([Self.list])
    script.down()
    for step in 1...10 {
      script.time = Double(step) * 0.03
      script.move(0, Double(step) * 10)
    }
    script.time = 0.32
    script.up(0, 120)
    // The way since 0.24, when the pointer was at 80.
    #expect(script.takeLog().last == "list: scroll ended 0,120 at 0,500")
  }

  @Test func whoRestsHasNoVelocity() {
    var script = GestureScript([Self.list])
    script.down()
    script.time = 0.05
    script.move(0, 100)
    script.time = 0.4
    script.up(0, 100)
    #expect(script.takeLog().last == "list: scroll ended 0,100")
  }

  // MARK: Swipes

  @Test(arguments: [
    (60.0, 5.0, GestureKind.Direction.right), (-60, 5, .left), (5, 60, .down), (5, -60, .up),
  ])
  func quickMovementIsASwipe(x: Double, y: Double, direction: GestureKind.Direction) {
    var script = GestureScript([Listener("card", ["swipe", .tap])])
    script.down()
    script.time = 0.05
    script.move(x / 2, y / 2)
    script.time = 0.1
    script.up(x, y)
    #expect(script.takeLog() == ["card: press", "card: release", "card: swipe \(direction)"])
  }

  @Test func shortOrSlowMovementIsNoSwipe() {
    var script = GestureScript([Listener("card", ["swipe"])])
    script.down()
    script.time = 0.01
    script.up(47, 0)
    #expect(script.takeLog() == [])
    script.down()
    script.time = 1
    script.up(200, 0)
    #expect(script.takeLog() == [])
    script.down()
    script.time = 1.16
    script.up(48, 0)
    #expect(script.takeLog() == ["card: swipe right"])
  }

  @Test func movementThatTurnsBackIsNoSwipe() {
    var script = GestureScript([Listener("card", ["swipe"])])
    script.down()
    script.time = 0.2
    script.move(200, 0)
    script.time = 0.25
    script.up(100, 0)
    #expect(script.takeLog() == [])
  }

  @Test func swipeAlongTheListScrollsIt() {
    var script = GestureScript([Listener("row", ["swipe"]), Self.list])
    script.down()
    script.time = 0.05
    script.up(0, 100)
    #expect(
      script.takeLog() == ["list: scroll began 0,100", "list: scroll ended 0,100 at 0,2000"])
    script.down()
    script.time = 0.1
    script.up(100, 0)
    #expect(script.takeLog() == ["row: swipe right"])
  }

  @Test func panComesBeforeASwipeOfTheSameView() {
    var script = GestureScript([Listener("card", ["swipe", .pan])])
    script.down()
    script.up(100, 0)
    #expect(script.takeLog() == ["card: pan began 100,0", "card: pan ended 100,0"])
  }

  // MARK: Drags

  private static let draggableRow = Listener("row", [.tap, "drop"])

  @Test func longPressOfARowThatCanBeDroppedDragsIt() {
    var script = GestureScript([Self.draggableRow, Self.list])
    script.down()
    script.wait(0.5)
    script.move(0, 60)
    script.up(0, 60)
    #expect(
      script.takeLog() == [
        "row: press", "row: release", "row: drag began", "row: drag changed", "row: drag ended",
      ])
  }

  @Test func innerLongPressComesBeforeTheDragOfTheRow() {
    var script = GestureScript([Listener("link", [.longPress]), Self.draggableRow])
    script.down()
    script.wait(0.5)
    #expect(script.takeLog() == ["link: press", "link: release", "link: longPress"])
    script.path = [Listener("row", [.longPress, "drop"])]
    script.up()
    script.down()
    script.wait(0.5)
    #expect(script.takeLog() == ["row: press", "row: release", "row: drag began"])
  }

  @Test func handleDragsItsRowWithoutALongPress() {
    var script = GestureScript([Listener("handle", ["dragHandle"]), Self.draggableRow, Self.list])
    script.down()
    script.move(0, 9)
    script.up(0, 20)
    #expect(
      script.takeLog() == [
        "row: press", "row: release", "row: drag began", "row: drag changed", "row: drag ended",
      ])
  }

  @Test func handleWithoutARowLeavesTheMovementToTheList() {
    var script = GestureScript([Listener("handle", ["dragHandle"]), Self.list])
    script.down()
    script.move(0, 9)
    #expect(script.takeLog() == ["list: scroll began 0,9"])
  }

  // MARK: Cancelling

  @Test func cancelledPressHasNoEffect() {
    var script = GestureScript([Self.row])
    script.down()
    script.cancelPointer()
    script.wait(1)
    script.up()
    #expect(script.takeLog() == ["row: press", "row: release"])
  }

  @Test func secondPointerCancelsUntilAllAreUp() {
    var script = GestureScript([Listener("row", [.tap, .longPress, .pan])])
    script.down()
    script.move(20, 0)
    script.down(5, 5, pointer: 1)
    script.move(40, 0)
    script.up(40, 0)
    script.down(pointer: 2)
    script.up(pointer: 1)
    script.up(pointer: 2)
    #expect(
      script.takeLog() == [
        "row: press", "row: release", "row: pan began 20,0", "row: pan cancelled 20,0",
      ])
    script.tap()
    #expect(script.takeLog().last == "row: tap")
  }

  @Test func secondButtonCancels() {
    var script = GestureScript([Self.row])
    script.down()
    script.down(button: .secondary)
    script.up(button: .secondary)
    script.up()
    #expect(script.takeLog() == ["row: press", "row: release"])
  }

  @Test func pressWhoseReleaseWasLostGivesWayToTheNext() {
    var script = GestureScript([Self.row])
    script.down()
    script.down()
    script.up()
    #expect(
      script.takeLog() == ["row: press", "row: release", "row: press", "row: release", "row: tap"])
  }

  @Test func viewsThatAreGoneAreNotTapped() {
    var script = GestureScript([Self.button, Self.row])
    script.down()
    script.add(script.arena.forget { $0 == "button" })
    #expect(script.takeLog() == ["button: press", "button: release"])
    script.up()
    #expect(script.takeLog() == ["row: tap"])
  }

  @Test func movementOfAViewThatIsGoneIsCancelled() {
    var script = GestureScript([Listener("row", [.pan]), Self.list])
    script.down()
    script.move(20, 0)
    script.add(script.arena.forget { $0 == "list" })
    #expect(script.takeLog() == ["row: pan began 20,0"])
    script.add(script.arena.forget { $0 == "row" })
    script.move(40, 0)
    #expect(script.takeLog() == ["row: pan cancelled 20,0"])
  }

  @Test func wheelScrollsTheInnermostAlongItsAxis() {
    let carousel = Listener("carousel", scrolls: .horizontal)
    var script = GestureScript([carousel, Self.list])
    script.wheel(0, 3)
    script.wheel(3, 0)
    script.wheel(0, 3, .shift)
    script.wheel(0, 0)
    #expect(
      script.takeLog() == ["list: wheel 0,3", "carousel: wheel 3,0", "carousel: wheel 3,0"])
  }

  @Test func wheelUnderAPressCancelsItButNotADrag() {
    var script = GestureScript([Self.draggableRow, Self.list])
    script.down()
    script.wheel(0, 3)
    script.up()
    #expect(script.takeLog() == ["row: press", "row: release", "list: wheel 0,3"])
    script.down()
    script.wait(0.5)
    script.wheel(0, 3)
    script.up()
    #expect(
      script.takeLog().suffix(3) == ["row: drag began", "list: wheel 0,3", "row: drag ended"])
  }

  // MARK: What hosts may send

  @Test func eventsThatMeanNothingAreIgnored() {
    var script = GestureScript([Self.row])
    script.down(.nan, 0)
    script.up()
    script.move(100, 100)
    #expect(script.takeLog() == [])
    script.down()
    script.move(.infinity, 0)
    script.up(.nan, 0)
    #expect(script.takeLog().last == "row: tap")
  }

  @Test func timeDoesNotGoBack() {
    var script = GestureScript([Self.row])
    script.time = 5
    script.down()
    #expect(script.arena.nextDeadline == 5.5)
    script.time = 1
    script.move(1, 0)
    script.time = .nan
    script.up()
    #expect(script.takeLog().last == "row: tap")
  }

  @Test func configurationWithoutMeaningIsZero() {
    let configuration = GestureConfiguration(
      slop: -1, longPressDelay: .nan, doubleTapDistance: .infinity, swipeDistance: 0, swipeSpeed: 0)
    let arena = GestureArena<Int>(configuration)
    #expect(arena.configuration.slop == 0)
    #expect(arena.configuration.longPressDelay == 0)
    #expect(arena.configuration.doubleTapDistance == 0)
  }

  @Test func programsHearNamesAndValues() throws {
    let pan = try #require(GestureKind.pan(.changed, Point(x: 1, y: 2)).event)
    #expect(pan.name == .pan && pan.values == [.number(1), .number(2)])
    let swipe = try #require(GestureKind.swipe(.left).event)
    #expect(swipe.name == "swipe" && swipe.values == [.string("left")])
    #expect(GestureKind.tap.event?.name == .tap)
    #expect(GestureKind.pan(.cancelled, .zero).event == nil)
    #expect(GestureKind.drag(.ended).event == nil)
  }
}
