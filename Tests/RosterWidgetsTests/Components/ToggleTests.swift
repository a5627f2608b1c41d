import Foundation
import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import Testing

@testable import RosterWidgets

@Suite("Toggles")
struct ToggleTests {
  private struct Settings: Component, Equatable {
    static let typeName = "Settings"
    var isOn: Bool
    func body(_ scope: Scope<Self>) -> Node<Bool> {
      Toggle("Notify", isOn: isOn, onChange: scope.send("notify") { (isOn: Bool) in isOn })
    }
  }

  private func settings(_ isOn: Bool = false) -> WidgetTree<Bool> {
    WidgetTree(Settings(isOn: isOn))
  }

  private func isOn(_ tree: WidgetTree<Bool>) -> JSONValue? { tree.view.spec.attributes["on"] }

  private func state(_ tree: WidgetTree<Bool>) throws -> OptimisticValue<Bool> {
    let path = try #require(tree.tree.paths(of: Toggle.self).first)
    return try #require(tree.tree.state(of: Toggle.self, at: path)).value
  }

  @Test func aToggleShowsTheModel() throws {
    let tree = settings()
    #expect(tree.view.spec.className == "toggle")
    #expect(tree.view.spec.attributes == ["on": false, "title": "Notify"])
    #expect(
      tree.view.spec.accessibility
        == Accessibility(
          label: "Notify", value: "0", traits: [.button, .toggle], isElement: true))
    tree.build(Node(Settings(isOn: true)))
    #expect(isOn(tree) == true)
    #expect(tree.view.spec.accessibility?.value == "1")
  }

  @Test func aSwitchStandsBeforeItsTitle() throws {
    let tree = WidgetTree(
      Node<Never> {
        Flex(.row) {
          Toggle("Notify", isOn: true, onChange: Action())
          Toggle("", isOn: true, onChange: Action()).accessibility(label: "Notify")
        }
      })
    #expect(try tree.frames(width: 40) == [ViewFrame(0, 0, 10, 1), ViewFrame(10, 0, 3, 1)])
    #expect(tree.tree.views[1].spec.attributes == ["on": true])
    #expect(tree.tree.views[1].spec.accessibility?.label == "Notify")
  }

  @Test func aChoiceIsShownAtOnceAndSent() throws {
    let tree = settings()
    #expect(try tree.perform(.change, on: "toggle", true) == [true])
    #expect(isOn(tree) == true)
    #expect(try state(tree).isPending)
  }

  @Test func theModelConfirmsAChoice() throws {
    let tree = settings()
    try tree.perform(.change, on: "toggle", true)
    tree.build(Node(Settings(isOn: true)))
    #expect(isOn(tree) == true)
    // From now on the model counts again.
    tree.build(Node(Settings(isOn: false)))
    #expect(isOn(tree) == false)
  }

  @Test func theNextChoiceBeginsWithTheModel() throws {
    let tree = settings()
    try tree.perform(.change, on: "toggle", true)
    tree.build(Node(Settings(isOn: true)))
    try tree.perform(.change, on: "toggle", false)
    #expect(isOn(tree) == false)
    tree.build(Node(Settings(isOn: false)))
    #expect(isOn(tree) == false)
    tree.build(Node(Settings(isOn: true)))
    #expect(isOn(tree) == true)
  }

  @Test func aRefusedChoiceIsRolledBack() throws {
    let tree = settings()
    try tree.perform(.change, on: "toggle", true)
    let path = try #require(tree.tree.paths(of: Toggle.self).first)
    try tree.apply(Toggle.refuse(in: path)("offline").references.map { .perform($0) })
    #expect(isOn(tree) == false)
    #expect(try state(tree).rollback == .refused("offline"))
    #expect(try tree.perform(.change, on: "toggle", true) == [true])
    #expect(isOn(tree) == true)
  }

  @Test func aRefusalShowsTheModelAfterSeveralChoices() throws {
    let tree = settings()
    for isOn in [true, false, true, false] { try tree.perform(.change, on: "toggle", .bool(isOn)) }
    try tree.perform(.change, on: "toggle", true)
    let path = try #require(tree.tree.paths(of: Toggle.self).first)
    try tree.apply(Toggle.refuse(in: path)("offline").references.map { .perform($0) })
    #expect(isOn(tree) == false)
    #expect(try !state(tree).isPending)
  }

  @Test func aChoiceThatWasNotConfirmedIsNotStored() throws {
    let tree = settings()
    try tree.perform(.change, on: "toggle", true)
    let path = try #require(tree.tree.paths(of: Toggle.self).first)
    let state = try #require(tree.tree.state(of: Toggle.self, at: path))
    let data = try JSONEncoder().encode([state])
    #expect(String(decoding: data, as: UTF8.self) == "[false]")
    let restored = try JSONDecoder().decode([Toggle.State].self, from: data)[0]
    #expect(restored.value == OptimisticValue(false))
  }

  @Test func aDisabledToggleHasNoEvents() {
    let view = WidgetTree(Toggle("a", isOn: true, onChange: Action()).enabled(false)).view
    #expect(view.spec.attributes == ["on": true, "title": "a", "disabled": true])
    #expect(view.spec.accessibility?.traits == [.button, .toggle, .disabled])
    #expect(view.events.isEmpty)
  }

  @Test func aValueThatIsNoneIsRefused() throws {
    let tree = settings()
    #expect(throws: EditError.self) { try tree.perform(.change, on: "toggle", "yes") }
    #expect(isOn(tree) == false)
  }
}

@Suite("Segmented controls")
struct SegmentedControlTests {
  private struct Filter: Component, Equatable {
    static let typeName = "Filter"
    var titles = ["All", "New", "Old"]
    var selection: Int?
    func body(_ scope: Scope<Self>) -> Node<Int> {
      SegmentedControl(
        titles, selection: selection, onChange: scope.send("filter") { (index: Int) in index }
      )
      .accessibility(label: "Filter")
    }
  }

  private func selected(_ tree: WidgetTree<Int>) -> JSONValue? {
    tree.view.spec.attributes["selected"]
  }

  @Test func aControlShowsItsTitles() throws {
    let tree = WidgetTree(Filter(selection: 1))
    #expect(
      tree.view.spec.attributes == ["titles": ["All", "New", "Old"], "selected": 1])
    #expect(
      tree.view.spec.accessibility
        == Accessibility(label: "Filter", value: "New", traits: [.adjustable], isElement: true))
    let row = WidgetTree(Node<Int> { Flex(.row) { Filter(selection: 1) } })
    #expect(try row.frames(width: 40) == [ViewFrame(0, 0, 17, 1)])
  }

  @Test func aChoiceIsShownAtOnceAndRolledBack() throws {
    let tree = WidgetTree(Filter(selection: nil))
    #expect(selected(tree) == nil)
    #expect(try tree.perform(.change, on: "segments", 2) == [2])
    #expect(selected(tree) == 2)
    let path = try #require(tree.tree.paths(of: SegmentedControl.self).first)
    try tree.apply(SegmentedControl.refuse(in: path)("no").references.map { .perform($0) })
    #expect(selected(tree) == nil)
    try tree.perform(.change, on: "segments", 0)
    tree.build(Node(Filter(selection: 1)))
    #expect(selected(tree) == 1)
  }

  @Test(arguments: [-1, 3, 1 << 40])
  func anIndexWithoutATitleIsNoSelection(_ index: Int) throws {
    let tree = WidgetTree(Filter(selection: index))
    #expect(selected(tree) == nil)
    #expect(tree.view.spec.accessibility?.value == nil)
    try tree.perform(.change, on: "segments", .number(Double(index)))
    #expect(selected(tree) == nil)
  }

  @Test func aChoiceWhoseTitleIsGoneIsNotShown() throws {
    let tree = WidgetTree(Filter(selection: 0))
    try tree.perform(.change, on: "segments", 2)
    tree.build(Node(Filter(titles: ["All"], selection: 0)))
    #expect(selected(tree) == nil)
  }

  @Test func noTitlesTakeNoRoom() throws {
    let tree = WidgetTree(Filter(titles: [], selection: 0))
    #expect(tree.view.spec.attributes == ["titles": []])
    #expect(try tree.frames(width: 9) == [ViewFrame(0, 0, 9, 0)])
  }

  @Test func emptyTitlesHaveTheirRoom() throws {
    let row = WidgetTree(Node<Int> { Flex(.row) { Filter(titles: ["", "a"], selection: 0) } })
    #expect(try row.frames(width: 40) == [ViewFrame(0, 0, 6, 1)])
  }

  @Test func aDisabledControlHasNoEvents() {
    let control = SegmentedControl(["a"], selection: 0, onChange: Action()).enabled(false)
    let view = WidgetTree(control).view
    #expect(view.spec.attributes["disabled"] == true)
    #expect(view.events.isEmpty)
  }
}
