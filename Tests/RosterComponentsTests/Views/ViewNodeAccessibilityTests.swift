import RosterComponents
import Testing

@Suite("ViewNode.accessibility")
struct ViewNodeAccessibilityTests {
  private let menu: Action<> = Action(named: "menu")

  @Test func anActionForAssistiveTechnologyIsAnEventWithALabel() {
    let node = ViewNode<Never>("row")
      .accessibility(Accessibility(label: "Post"))
      .on(.longPress, menu)
      .accessibilityAction("Menu", on: .longPress)
      .accessibilityAction("Delete", on: "delete", Action(named: "delete"))
    #expect(
      node.spec.accessibility?.actions == [
        Accessibility.Action("Menu", event: .longPress),
        Accessibility.Action("Delete", event: "delete"),
      ])
    #expect(node.spec.accessibility?.label == "Post")
  }
}
