import RosterComponents
import RosterCore
import RosterJSON
import RosterMounting
import RosterRecordingHost
import RosterTestKit
import Testing

/// Controllers have views that are shown, each its own.
@Suite("ViewMount with controllers")
struct ControllerMountTests {
  /// A box with boxes in it.
  private struct Box: Component, Equatable {
    static let typeName = "Box"

    let name: Int
    var className = "box"
    var inside: [Box] = []

    var identifier: ScopeIdentifier? { .number(name) }

    func body(_ scope: Scope<Self>) -> Node<Never> {
      ViewNode(className) { for box in inside { box } }.attribute("name", .number(Double(name)))
    }
  }

  private struct Boxes: Component, Equatable {
    let boxes: [Box]

    func body(_ scope: Scope<Self>) -> Node<Never> { for box in boxes { box } }
  }

  private struct NoEdits: TreeEditSink {
    func enqueue(_ edit: TreeEdit, to tree: TreeID) {}
  }

  /// Who has which view.
  private final class Holders {
    var names: [RecordingHost.View: Int] = [:]
    var events: [String] = []
    var faults: [String] = []
  }

  private final class BoxController: ComponentController {
    typealias Controlled = Box
    typealias View = RecordingHost.View

    private let name: Int
    private let holders: Holders

    init(_ built: BuiltComponent<Box>, holders: Holders) {
      name = built.component.name
      self.holders = holders
    }

    func didAcquire(_ view: View) {
      if let other = holders.names[view] {
        holders.faults.append("\(other) and \(name) have a view")
      }
      holders.names[view] = name
      holders.events.append("\(name) acquires \(view.number)")
    }

    func willRelinquish(_ view: View) {
      if holders.names[view] != name { holders.faults.append("\(name) does not have its view") }
      holders.names[view] = nil
      holders.events.append("\(name) relinquishes \(view.number)")
    }

    func didMount() { holders.events.append("\(name) didMount") }
    func didUnmount() { holders.events.append("\(name) didUnmount") }
  }

  private final class Screen {
    let test: MountUnderTest
    let holders = Holders()
    private let controllers: ControllerHost<RecordingHost.View>
    private let item = TreeID.item(ItemID(rawValue: 1))
    private var tree: ComponentTree<Never>?

    init(poolCountMax: Int = 16) {
      test = MountUnderTest(poolCountMax: poolCountMax)
      controllers = ControllerHost(sink: NoEdits())
      controllers.register { [holders] built, _ in BoxController(built, holders: holders) }
      test.host.mayRetire = { [holders] in holders.names[$0] == nil }
    }

    /// Shows boxes, and returns what is wrong afterwards.
    func offence(showing boxes: [Box]) -> String? {
      let root = Node<Never> { Boxes(boxes: boxes) }
      let tree = TreeBuilder().build(root, after: tree).tree
      self.tree = tree
      controllers.apply(removing: [], updating: [(item, tree)])
      test.mount.render(tree, of: item, telling: controllers)
      if let fault = (test.host.faults + test.host.inconsistencies + holders.faults).first {
        return fault
      }
      if test.host.picture() != SeenView.pictures(tree.views, isLaidOut: false) {
        return "something else is shown"
      }
      let owned = test.host.existingViews.filter { !test.host.isPooled($0) }
      if Set(owned) != Set(holders.names.keys) { return "a box is without its view" }
      for view in owned where test.host.value("name", of: view) != holders.names[view].map(number) {
        return "a box has the view of another one"
      }
      return nil
    }

    private func number(_ name: Int) -> JSONValue { .number(Double(name)) }
  }

  @Test func aControllerIsUnmountedBeforeItsViewIsRecycled() {
    let screen = Screen()
    #expect(screen.offence(showing: [Box(name: 1)]) == nil)
    #expect(screen.offence(showing: [Box(name: 2)]) == nil)
    #expect(
      screen.holders.events == [
        "1 acquires 1", "1 didMount", "1 relinquishes 1", "1 didUnmount", "2 acquires 1",
        "2 didMount",
      ])
  }

  @Test func twoComponentsMayExchangeTheirViews() {
    let screen = Screen()
    #expect(screen.offence(showing: [Box(name: 1), Box(name: 2, className: "other")]) == nil)
    screen.holders.events = []
    #expect(screen.offence(showing: [Box(name: 1, className: "other"), Box(name: 2)]) == nil)
    #expect(
      screen.holders.events == [
        "1 relinquishes 1", "1 didUnmount", "2 relinquishes 2", "2 didUnmount", "1 acquires 2",
        "1 didMount", "2 acquires 1", "2 didMount",
      ])
  }

  @Test func controllersAreMountedFromTheOutsideIn() {
    let screen = Screen()
    #expect(screen.offence(showing: [Box(name: 1, inside: [Box(name: 2)]), Box(name: 3)]) == nil)
    #expect(
      screen.holders.events == [
        "1 acquires 1", "2 acquires 3", "2 didMount", "1 didMount", "3 acquires 2", "3 didMount",
      ])
  }

  @Test func aComponentThatHasFoundAnotherViewKeepsItWhenItsFormerOneIsRecycled() {
    let screen = Screen()
    let inner = Box(name: 2)
    #expect(screen.offence(showing: [Box(name: 1, inside: [inner])]) == nil)
    let other = Box(name: 1, className: "other", inside: [inner])
    #expect(screen.offence(showing: [other, Box(name: 3)]) == nil)
    #expect(screen.holders.names.values.sorted() == [1, 2, 3])
  }

  @Test(arguments: 0..<30)
  func everyBoxHasItsOwnShownView(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let screen = Screen(poolCountMax: random.index(below: 4))
    for step in 0..<40 {
      var names = Array(0..<8).shuffled(using: &random)
      let boxes = (0..<random.index(below: 5)).map { _ in
        box(with: &names, depth: 2, random: &random)
      }
      if let offence = screen.offence(showing: boxes.compactMap(\.self)) {
        Issue.record("seed \(seed), step \(step): \(offence)")
        return
      }
    }
  }

  private func box(with names: inout [Int], depth: Int, random: inout SplitMix64) -> Box? {
    guard let name = names.popLast() else { return nil }
    var box = Box(name: name, className: ["box", "other"][random.index(below: 2)])
    let count = depth == 0 ? 0 : random.index(below: 3)
    for _ in 0..<count {
      if let inner = self.box(with: &names, depth: depth - 1, random: &random) {
        box.inside.append(inner)
      }
    }
    return box
  }
}
