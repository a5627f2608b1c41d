import RosterComponents
import RosterJSON
import RosterLayout
import Testing

@testable import RosterWidgets

@Suite("Spinners, bars, lines and badges")
struct DisplayTests {
  @Test func aSpinnerTakesACell() throws {
    let tree = WidgetTree(
      Node<Never> {
        Flex(.row) {
          Spinner()
          Spinner(isActive: false, label: "Loading")
        }
      })
    #expect(tree.tree.views.map { $0.spec.attributes["active"] } == [true, false])
    #expect(try tree.frames(width: 9) == [ViewFrame(0, 0, 1, 1), ViewFrame(1, 0, 1, 1)])
    #expect(tree.tree.views.accessibilityElements().map(\.label) == ["Loading"])
  }

  @Test(arguments: [
    (0.256, 0.256, "25%"), (-1, 0, "0%"), (7, 1, "100%"), (.infinity, 1, "100%"),
    (-.infinity, 0, "0%"), (1, 1, "100%"),
  ])
  func aBarShowsAValue(_ value: Double, _ shown: Double, _ text: String) {
    let spec = WidgetTree(ProgressBar(value, label: "Loaded")).view.spec
    #expect(spec.attributes == ["value": .number(shown)])
    #expect(spec.accessibility?.value == text)
    #expect(spec.accessibility?.label == "Loaded")
  }

  @Test(arguments: [nil, Double.nan])
  func aBarWithoutAValueShowsNone(_ value: Double?) {
    let spec = WidgetTree(ProgressBar(value)).view.spec
    #expect(spec.attributes.isEmpty)
    #expect(spec.accessibility?.value == nil)
    // Otherwise it would be built again and again.
    #expect(ProgressBar(value) == ProgressBar(value))
  }

  @Test func aBarIsAsWideAsItsColumn() throws {
    #expect(try WidgetTree(ProgressBar(0.5)).frames(width: 40) == [ViewFrame(0, 0, 40, 1)])
    let row = WidgetTree(Node<Never> { Flex(.row) { ProgressBar(0.5) } })
    #expect(try row.frames(width: 40) == [ViewFrame(0, 0, 20, 1)])
    #expect(try row.frames(width: 12) == [ViewFrame(0, 0, 12, 1)])
  }

  @Test func aLineGoesFromEdgeToEdge() throws {
    let column = WidgetTree(Node<Never> { Flex { Divider() }.alignItems(.center) })
    #expect(column.view.spec.attributes == ["axis": "horizontal", "color": "separator"])
    #expect(try column.frames(width: 20) == [ViewFrame(0, 0, 20, 1)])
    let row = WidgetTree(
      Node<Never> {
        Flex(.row) {
          Text("a\nb\nc")
          Divider(.vertical)
        }
        .alignItems(.center)
      })
    #expect(try row.frames(width: 20) == [ViewFrame(0, 0, 1, 3), ViewFrame(1, 0, 1, 3)])
  }

  @Test func roomPushesItsNeighboursApart() throws {
    let tree = WidgetTree(
      Node<Never> {
        Flex(.row) {
          Text("a")
          Spacer()
          Text("b")
          Spacer(.nan)
          Spacer(2)
          Text("c")
        }
      })
    #expect(tree.tree.views.count == 3)
    #expect(try tree.frames(width: 23).map { $0?.origin.x } == [0, 7, 22])
  }

  @Test func aBadgeIsAsLargeAsItsText() throws {
    let tree = WidgetTree(Node<Never> { Flex(.row) { Badge(count: 7, label: "7 unread") } })
    #expect(
      tree.view.spec.attributes == ["text": "7", "bold": true, "background": "selection"])
    #expect(tree.view.spec.accessibility?.label == "7 unread")
    #expect(try tree.frames(width: 20) == [ViewFrame(0, 0, 3, 1)])
  }

  @Test func aBadgeOfNothingIsNotThere() {
    #expect(WidgetTree(Badge("")).tree.views.isEmpty)
    #expect(WidgetTree(Badge(count: 0)).tree.views.isEmpty)
    #expect(WidgetTree(Badge(count: -3)).tree.views.isEmpty)
    #expect(WidgetTree(Badge(count: 100)).view.spec.attributes["text"] == "99+")
  }
}
