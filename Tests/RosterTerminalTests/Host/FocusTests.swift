import RosterComponents
import RosterJSON
import RosterTerminal
import Testing

/// Which view has the focus.
struct FocusTests {
  private func buttons(_ test: HostUnderTest, _ places: [(Double, Double)]) -> [TerminalView] {
    places.map { test.add("button", [$0.0, $0.1, 3, 1], ["title": "x"]) }
  }

  @Test func tabGoesThroughAllViewsThatCanHaveTheFocus() {
    let test = HostUnderTest(20, 4)
    test.add("text", [0, 0, 4, 1], ["text": "no"])
    let button = test.add("button", [0, 1, 4, 1])
    let box = test.add("touchable", [0, 2, 9, 1], events: [.tap])
    let field = test.add("field", [0, 0, 4, 1], in: box)
    test.add("touchable", [0, 3, 9, 1], events: [.longPress])
    let toggle = test.add("toggle", [9, 3, 4, 1])
    test.add("segments", [9, 3, 4, 1], ["disabled": true])
    let hidden = test.add("button", [9, 3, 4, 1])
    test.host.hide(hidden)
    let order = [button, box, field, toggle]
    #expect(test.host.focusableViews == order)
    for view in order + [button] {
      #expect(test.host.moveFocus(.next))
      #expect(test.host.focusedView == view)
    }
    #expect(test.host.moveFocus(.previous))
    #expect(test.host.focusedView == toggle)
  }

  @Test func arrowsGoToTheNearestViewInTheirDirection() {
    let test = HostUnderTest(20, 6)
    let views = buttons(test, [(0, 0), (8, 0), (16, 0), (8, 2), (0, 5)])
    test.host.focus(views[1])
    for (move, index) in [
      (FocusMove.left, 0), (.right, 1), (.down, 3), (.up, 1), (.right, 2), (.down, 3), (.down, 4),
    ] {
      #expect(test.host.moveFocus(move))
      #expect(test.host.focusedView == views[index])
    }
    #expect(!test.host.moveFocus(.down))
    #expect(!test.host.moveFocus(.left))
    #expect(test.host.focusedView == views[4])
  }

  @Test func nearestViewTakesTheFocusOfOneThatGoes() {
    let test = HostUnderTest(20, 6)
    let views = buttons(test, [(0, 0), (0, 1), (0, 2), (0, 3)])
    test.host.focus(views[1])
    test.host.hide(views[1])
    #expect(test.host.focusedView == nil)
    _ = test.rows
    #expect(test.host.focusedView == views[2])
    test.host.letGo(views[3], with: [])
    test.host.letGo(views[2], with: [])
    _ = test.rows
    #expect(test.host.focusedView == views[0])
    test.host.hide(views[0])
    _ = test.rows
    #expect(test.host.focusedView == nil)
  }

  @Test func heirThatGoesTooIsPassedOver() {
    let test = HostUnderTest(20, 6)
    let views = buttons(test, [(0, 0), (0, 1), (0, 2)])
    test.host.focus(views[1])
    test.host.hide(views[1])
    test.host.hide(views[2])
    _ = test.rows
    #expect(test.host.focusedView == views[0])
  }

  @Test func viewBehindThoseThatGoTogetherTakesTheFocus() {
    let test = HostUnderTest(20, 6)
    let before = buttons(test, [(0, 0)])
    let row = test.add("box", [0, 1, 20, 1])
    let gone = (0..<3).map { column in
      test.add("button", [Double(column * 4), 0, 4, 1], ["title": "b"], in: row)
    }
    let behind = test.add("button", [0, 2, 4, 1], ["title": "b"])
    test.host.focus(gone[0])
    test.host.hide(row)
    _ = test.rows
    #expect(test.host.focusedView == behind)
    test.host.letGo(behind, with: [])
    _ = test.rows
    #expect(test.host.focusedView == before[0])
  }

  @Test func disabledViewLosesTheFocusToTheNearest() {
    let test = HostUnderTest(20, 6)
    let views = buttons(test, [(0, 0), (0, 1), (0, 2)])
    test.host.focus(views[2])
    test.set("disabled", true, of: views[2])
    _ = test.rows
    #expect(test.host.focusedView == views[1])
    #expect(!test.host.focus(views[2]))
  }

  @Test(arguments: [false, true])
  func fieldTakesTheFocusOnlyOfAField(isDisabled: Bool) {
    let test = HostUnderTest(20, 6)
    let button = test.add("button", [0, 0, 4, 1], ["title": "a"])
    let field = test.add("field", [0, 1, 4, 1])
    let going = test.add("button", [0, 2, 4, 1], ["title": "b"])
    let goingField = test.add("field", [0, 4, 4, 1])
    for (view, heir) in [(going, button), (goingField, field)] {
      test.host.focus(view)
      if isDisabled { test.set("disabled", true, of: view) } else { test.host.hide(view) }
      _ = test.rows
      #expect(test.host.focusedView == heir)
    }
  }

  @Test func keysBelongToTheProgramWhenOnlyAFieldIsLeft() {
    let test = HostUnderTest(20, 6)
    test.add("field", [0, 0, 4, 1])
    let button = test.add("button", [0, 1, 4, 1], ["title": "a"])
    test.host.focus(button)
    test.host.letGo(button, with: [])
    _ = test.rows
    #expect(test.host.focusedView == nil)
  }

  @Test func focusSurvivesWhatChangesAroundIt() {
    let test = HostUnderTest(20, 6)
    let views = buttons(test, [(0, 0), (0, 1), (0, 2)])
    test.host.focus(views[1])
    test.set("title", "other", of: views[1])
    test.setFrame([4, 4, 4, 1], of: views[1])
    test.host.place(views[0], in: test.host.root, inFrontOf: views[2])
    test.host.hide(views[2])
    _ = test.rows
    #expect(test.host.focusedView == views[1])
  }

  @Test func rowsHaveTheFocusIfTheyCanBeSelected() {
    for selects in [false, true] {
      let test = HostUnderTest(4, 3, TerminalOptions(selectsRows: selects))
      let list = test.add("list", nil, ["length": 3])
      test.add("row", [0, 0, 4, 1], ["kind": "header"], in: list)
      let row = test.add("row", [0, 1, 4, 1], ["kind": "item"], in: list)
      #expect(test.host.focusableViews == (selects ? [row] : []))
      guard selects else { continue }
      test.host.focus(row)
      #expect(test.style(1, 0).background != .standard)
      #expect(test.style(0, 0).background == .standard)
    }
  }

  @Test(
    arguments: [
      (0, 0, nil), (0, 3, nil), (0, 4, 1), (0, 9, 6), (6, 9, nil), (6, 2, 1), (6, 0, 0),
    ] as [(Double, Int, Double?)])
  func focusedRowIsScrolledToBeVisible(_ start: Double, _ index: Int, _ offset: Double?) {
    let test = HostUnderTest(4, 4)
    let list = test.add("list", nil, ["length": 10, "offset": .number(start)])
    // The first row covers the place of the row at the beginning.
    let rows = (0..<10).map {
      test.add("row", [0, Double($0), 4, 1], $0 == 0 ? ["stickyEnd": 10] : [:], in: list)
    }
    let button = test.add("button", [0, 0, 4, 1], in: rows[index])
    test.host.focus(button)
    let scrolled = test.host.reveal(button)
    // A header that sticks is visible already.
    #expect(scrolled.map(\.offset) == (index == 0 ? [] : offset.map { [$0] } ?? []))
  }
}
