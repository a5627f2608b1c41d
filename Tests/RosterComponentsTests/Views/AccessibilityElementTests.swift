import RosterComponents
import Testing

/// What assistive technology finds in views.
@Suite("Accessibility elements")
struct AccessibilityElementTests {
  private func view(
    _ accessibility: Accessibility? = nil, priority: Double? = nil, _ children: ViewTree...
  ) -> ViewTree {
    var accessibility = accessibility
    if let priority {
      accessibility = accessibility ?? Accessibility()
      accessibility?.sortPriority = priority
    }
    return ViewTree(
      spec: ViewSpec("view", accessibility: accessibility), children: children)
  }

  private func text(_ label: String, priority: Double? = nil) -> ViewTree {
    view(Accessibility(label: label), priority: priority)
  }

  private func element(_ accessibility: Accessibility = Accessibility()) -> Accessibility {
    var accessibility = accessibility
    accessibility.isElement = true
    return accessibility
  }

  @Test func viewsWithALabelAreFoundInTheirOrder() {
    let found = [view(nil, text("a"), view(nil, text("b"))), text("c")].accessibilityElements()
    #expect(found.map(\.label) == ["a", "b", "c"])
    #expect(found.map(\.address) == [[0, 0], [0, 1, 0], [1]])
  }

  @Test func siblingsWithAHigherPriorityAreReadFirst() {
    let found = [
      text("a"), text("b", priority: -1), view(nil, priority: 2, text("c"), text("d", priority: 9)),
      text("e"), text("f", priority: 0), text("g", priority: 2),
    ].accessibilityElements()
    #expect(found.map(\.label) == ["d", "c", "g", "a", "e", "f", "b"])
    #expect(found.map(\.address) == [[2, 1], [2, 0], [5], [0], [3], [4], [1]])
  }

  @Test func aViewThatIsOneThingSaysWhatIsInItAsOne() {
    var button = Accessibility(label: "Like", hint: "Likes it", value: "3", traits: [.button])
    button.actions = [Accessibility.Action("Who?", event: .longPress)]
    var row = element(Accessibility(label: nil, traits: [.selected]))
    row.actions = [Accessibility.Action("Delete", event: "delete")]
    let found = [
      view(
        row, text(""),
        view(nil, text("Ada"), view(Accessibility(label: nil, hint: "Opens it", value: "new"))),
        view(button))
    ].accessibilityElements()
    #expect(found.count == 1)
    #expect(found.first?.label == "Ada, Like")
    #expect(found.first?.hint == "Opens it, Likes it")
    #expect(found.first?.value == "new, 3")
    #expect(found.first?.traits == [.selected, .button])
    #expect(found.first?.actions.map(\.label) == ["Delete", "Who?"])
    #expect(found.first?.actions.map(\.event) == ["delete", .longPress])
    #expect(found.first?.actions.map(\.address) == [[0], [0, 2]])
  }

  @Test func whatAViewSaysItselfStandsForWhatIsInIt() {
    let inner = view(Accessibility(label: "inner", value: "own"), text("hidden"))
    let found = [view(element(Accessibility(label: nil, value: "outer")), inner, text("last"))]
      .accessibilityElements()
    #expect(found.map(\.label) == ["inner, last"])
    #expect(found.map(\.value) == ["outer"])
    #expect(found.map(\.hint) == [nil])
  }

  @Test func whatIsInOneThingIsReadInItsOrder() {
    let found = [view(element(), text("second"), text("first", priority: 1))]
      .accessibilityElements()
    #expect(found.map(\.label) == ["first, second"])
  }

  @Test func aViewThatIsNoElementGivesWayToTheOnesInIt() {
    let found = [
      view(Accessibility(label: "around", isElement: false), text("a"), text("b"))
    ].accessibilityElements()
    #expect(found.map(\.label) == ["a", "b"])
  }

  @Test func theRendererKnowsWhichClassesAreElements() {
    let button = ViewTree(spec: ViewSpec("button"), children: [text("title")])
    let silent = ViewTree(
      spec: ViewSpec("button", accessibility: Accessibility(label: "x", isElement: false)))
    let found = [button, silent, text("label")].accessibilityElements { $0.className == "button" }
    #expect(found.map(\.label) == ["title"])
  }
}
