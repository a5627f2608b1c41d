import RosterComponents
import RosterJSON
import RosterLayout
import RosterText
import Testing

@testable import RosterWidgets

/// A text, a button and a spinner in a column.
private struct Card: Component, Equatable {
  static let typeName = "Card"

  func body(_ scope: Scope<Self>) -> Node<Never> {
    Text("Title", .headline)
    Button("Go", action: Action(named: "go"))
    Spinner()
  }
}

/// Makes the text of a part of the tree red, and adds padding to what is around it.
private struct Warned: Component, Equatable {
  static let typeName = "Warned"

  func body(_ scope: Scope<Self>) -> Node<Never> {
    Text("outside")
    Node {
      Text("inside")
      Text("within").style { $0.text.isItalic = true }
    }
    .style { $0.text.color = .error }
  }
}

private let card = "Card/RosterWidgets."

@Suite("Style sheets")
struct StyleSheetTests {
  @Test func aStyleOfTheEnvironmentReachesEveryComponent() {
    let tree = WidgetTree(Card()) { $0.style.headline.color = .terminal(.brightRed) }
    #expect(tree.view.spec.attributes["color"] == "brightRed")
    #expect(tree.view.spec.attributes["bold"] == true)
  }

  @Test func anOverrideChangesAPartAndInheritsTheRest() {
    let tree = WidgetTree(Warned()) { $0.style.text.isUnderlined = true }
    let attributes = tree.tree.views.map(\.spec.attributes)
    #expect(attributes.map { $0["underline"] } == [true, true, true])
    #expect(attributes.map { $0["color"] } == [nil, "error", "error"])
    #expect(attributes.map { $0["italic"] } == [nil, nil, true])
  }

  @Test func onlyReadersOfWhatHasChangedAreBuiltAgain() {
    let tree = WidgetTree(Card())
    _ = tree.takeBodies()
    tree.replaceEnvironment { $0.style.button.disabledColor = .error }
    #expect(tree.takeBodies() == [card + "Button"])
    tree.replaceEnvironment { $0.style.headline.color = .accent }
    #expect(tree.takeBodies() == [card + "Text"])
    tree.replaceEnvironment { $0.style.badge.background = .accent }
    #expect(tree.takeBodies().isEmpty)
    // Only the headline has a colour of the palette.
    tree.replaceEnvironment { $0.style.palettes = Palettes() }
    #expect(tree.takeBodies() == [card + "Text"])
    #expect(tree.view.spec.attributes["color"] == Palette.light.accent.json)
    tree.replaceEnvironment { $0.colorScheme = .dark }
    #expect(tree.takeBodies() == [card + "Text"])
    #expect(tree.view.spec.attributes["color"] == Palette.dark.accent.json)
  }

  @Test func anOverrideIsBuiltAgainWithWhatItInherits() {
    let tree = WidgetTree(Warned())
    _ = tree.takeBodies()
    tree.replaceEnvironment { $0.style.text.isBold = true }
    #expect(tree.tree.views.map { $0.spec.attributes["bold"] } == [true, true, true])
    #expect(tree.takeBodies().count == 3)
    tree.replaceEnvironment { $0.style.text.color = .warning }
    // The colour within is set in any case.
    #expect(tree.takeBodies() == ["Warned/RosterWidgets.Text"])
  }

  @Test func everyAppearanceHasItsPalette() {
    let palettes = Palettes()
    #expect(palettes[Appearance()] == .light)
    #expect(palettes[Appearance(colorScheme: .dark)] == .dark)
    #expect(palettes[Appearance(contrast: .increased)] == .lightHighContrast)
    #expect(palettes[Appearance(colorScheme: .dark, contrast: .increased)] == .darkHighContrast)
    var environment = ComponentEnvironment()
    #expect(environment.colorScheme == .light)
    environment.contrast = .increased
    #expect(environment[Appearance.self] == Appearance(contrast: .increased))
  }

  @Test func aSheetForPointsHasColorsOfItsOwn() throws {
    let tree = WidgetTree(Card()) { $0.style = .points }
    #expect(tree.tree.views[1].spec.attributes["color"] == Palette.light.accent.json)
    let frames = try tree.views(width: 320).map(\.frame)
    #expect(frames[1]?.size.height == 44)
  }
}

/// Measures every character as some points wide.
private struct WideMeasurer: TextMeasurer, Equatable {
  var width: Double
  var lineMetrics: LineMetrics { LineMetrics(height: 10, baseline: 8) }
  var tabWidth: Double { 8 * width }
  func measure(_ runs: inout [TextRun], of text: String) {
    for index in runs.indices { runs[index].width = Double(runs[index].columns) * width }
  }
}

/// Cannot be compared.
private struct OpaqueMeasurer: TextMeasurer {
  let base = WideMeasurer(width: 3)
  var lineMetrics: LineMetrics { base.lineMetrics }
  var tabWidth: Double { base.tabWidth }
  func measure(_ runs: inout [TextRun], of text: String) { base.measure(&runs, of: text) }
}

@Suite("Text measurers of the environment")
struct TextMeasurerTests {
  @Test func aPointIsACellByDefault() {
    #expect(ComponentEnvironment().textMeasurer as? TerminalMeasurer == TerminalMeasurer())
    #expect(ComponentEnvironment().boldTextMeasurer == nil)
  }

  @Test func anotherMeasurerMeasuresTexts() throws {
    let tree = WidgetTree(Text("four")) { $0.textMeasurer = WideMeasurer(width: 7) }
    #expect(try tree.frames(width: 100) == [ViewFrame(0, 0, 100, 10)])
    #expect(
      try tree.tree.laidOut(in: LayoutConstraints(.flexibleWidthAndHeight, in: .zero)).views[0]
        .frame
        == ViewFrame(0, 0, 28, 10))
  }

  @Test func boldTextsHaveTheirMeasurer() throws {
    let tree = WidgetTree(
      Node<Never> {
        Flex(.row) {
          Text("four")
          Text("four").bold()
        }
      }
    ) {
      $0.textMeasurer = WideMeasurer(width: 2)
      $0.boldTextMeasurer = WideMeasurer(width: 3)
    }
    #expect(try tree.frames(width: 100).map { $0?.size.width } == [8, 12])
  }

  @Test func anEqualMeasurerBuildsNothing() {
    let tree = WidgetTree(Text("a")) { $0.textMeasurer = WideMeasurer(width: 2) }
    _ = tree.takeBodies()
    tree.replaceEnvironment { $0.textMeasurer = WideMeasurer(width: 2) }
    #expect(tree.takeBodies().isEmpty)
    tree.replaceEnvironment { $0.boldTextMeasurer = WideMeasurer(width: 2) }
    #expect(tree.takeBodies().count == 1)
    tree.replaceEnvironment { $0.textMeasurer = WideMeasurer(width: 3) }
    #expect(tree.takeBodies().count == 1)
    // One that cannot be compared may be another.
    tree.replaceEnvironment { $0.textMeasurer = OpaqueMeasurer() }
    tree.replaceEnvironment { $0.textMeasurer = OpaqueMeasurer() }
    #expect(tree.takeBodies().count == 2)
  }
}
