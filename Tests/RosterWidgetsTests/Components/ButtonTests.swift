import RosterComponents
import RosterJSON
import RosterLayout
import Testing

@testable import RosterWidgets

@Suite("Buttons")
struct ButtonTests {
  private func reporting(
    _ change: @escaping @Sendable (Button) -> Button = { $0 }
  ) -> WidgetTree<Reporting<Button>.Report> {
    WidgetTree(Reporting { tap, _ in change(Button("Send", action: tap)) })
  }

  @Test func aTapPerformsTheAction() throws {
    let tree = reporting()
    #expect(tree.view.spec.attributes == ["title": "Send"])
    #expect(
      tree.view.spec.accessibility
        == Accessibility(label: "Send", traits: [.button], isElement: true))
    #expect(try tree.perform(.tap, on: "button") == [.tapped])
  }

  @Test func aTitleStandsBetweenBrackets() throws {
    let tree = WidgetTree(
      Node<Never> {
        Flex(.row) {
          Button("Send", action: Action())
          Button("", action: Action())
          Button("Send", icon: .text("→"), action: Action())
          Button(icon: .text("→"), label: "Send", action: Action())
        }
      })
    #expect(
      try tree.frames(width: 40) == [
        ViewFrame(0, 0, 6, 1), ViewFrame(6, 0, 2, 1), ViewFrame(8, 0, 8, 1), ViewFrame(16, 0, 3, 1),
      ])
  }

  @Test func aSelectedButtonSaysSo() {
    let view = reporting { $0.selected() }.view
    #expect(view.spec.attributes == ["title": "Send", "selected": true])
    #expect(view.spec.accessibility?.traits == [.button, .selected])
  }

  @Test func aDisabledButtonHasNoEvents() {
    let view = reporting { $0.enabled(false) }.view
    #expect(
      view.spec.attributes == ["title": "Send", "disabled": true, "color": "secondaryText"])
    #expect(view.spec.accessibility?.traits == [.button, .disabled])
    #expect(view.events.isEmpty)
  }

  @Test func aBusyButtonHasASpinnerAndNoEvents() throws {
    let tree = reporting { $0.busy() }
    #expect(tree.tree.views.map(\.spec.className) == ["button", "spinner"])
    #expect(tree.view.spec.accessibility?.traits == [.button, .disabled, .busy])
    #expect(tree.view.events.isEmpty)
    #expect(try tree.frames(width: 20) == [ViewFrame(0, 0, 6, 1), ViewFrame(7, 0, 1, 1)])
  }

  @Test func assistiveTechnologyNamesAButtonWithoutTitle() {
    func label(_ button: Button) -> String? { WidgetTree(button).view.spec.accessibility?.label }
    #expect(label(Button(icon: .text("×"), label: "Close", action: Action())) == "Close")
    #expect(label(Button("", icon: .text("×"), action: Action())) == "×")
    #expect(label(Button("", action: Action())) == nil)
  }

  @Test func aTitleIsCutWhereThereIsNoRoom() throws {
    let tree = WidgetTree(Button("A very\nlong title", action: Action()))
    #expect(try tree.frames(width: 8) == [ViewFrame(0, 0, 8, 1)])
  }

  @Test func anotherStyleGivesMoreRoom() throws {
    let tree = WidgetTree(
      Node<Never> { Flex(.row) { Button("Send", action: Action()).style(.points) } })
    #expect(try tree.frames(width: 80) == [ViewFrame(0, 0, 4 + 24, 44)])
  }
}
