import RosterComponents
import RosterCore
import RosterLayout
import RosterMounting
import RosterRecordingHost
import Testing

/// Trees that are rendered again, with the boxes that are shown already or with others.
@Suite("ViewMount, of trees with a layout")
struct LaidOutTreeTests {
  private let test = MountUnderTest()

  @Test func aTreeWithTheSameBoxesIsShownAlready() throws {
    let tree = try Self.tree(width: 80)
    #expect(test.mount.render(tree).made == 2)
    #expect(test.mount.render(tree) == MountCounts())
    let again = try tree.laidOut(in: Self.constraints(width: 80))
    #expect(test.mount.render(again) == MountCounts())
    expectShown(tree)
  }

  @Test func theSameBoxesHaveOtherFramesInAnotherWidth() throws {
    let tree = try Self.tree(width: 80)
    test.mount.render(tree)
    let narrow = try tree.laidOut(in: Self.constraints(width: 40))
    #expect(test.mount.render(narrow).framed > 0)
    expectShown(narrow)
  }

  @Test func aTreeReturnsAfterOtherViews() throws {
    let tree = try Self.tree(width: 80)
    test.mount.render(tree)
    test.mount.render([.row(1)], isLaidOut: false)
    test.mount.render(tree)
    expectShown(tree)
  }

  @Test func aTreeReturnsAfterItsViewsWereLetGo() throws {
    let tree = try Self.tree(width: 80)
    test.mount.render(tree)
    test.mount.removeAll()
    #expect(test.mount.render(tree).made == 2)
    expectShown(tree)
  }

  @Test func aTreeReturnsAfterOneThatControllersWereToldOf() throws {
    let tree = try Self.tree(width: 80)
    test.mount.render(tree)
    let controllers = ControllerHost<RecordingHost.View>(sink: NoEdits())
    test.mount.render(
      [.row(1)], isLaidOut: false, of: .item(ItemID(rawValue: 1)), telling: controllers)
    test.mount.render(tree)
    expectShown(tree)
  }

  // MARK: Trees

  private struct NoEdits: TreeEditSink {
    func enqueue(_ edit: TreeEdit, to tree: TreeID) {}
  }

  private struct Plank: Component, Equatable {
    static let typeName = "Plank"

    func body(_ scope: Scope<Plank>) -> Node<Never> {
      ViewNode("box") { ViewNode("text").height(.points(2)) }
    }
  }

  private static func constraints(width: Double) -> LayoutConstraints {
    LayoutConstraints(
      SizeRange(
        min: Size(width: width, height: 0), max: Size(width: width, height: .infinity)))
  }

  private static func tree(width: Double) throws -> ComponentTree<Never> {
    try TreeBuilder().build(Node(Plank())).tree.laidOut(in: constraints(width: width))
  }

  private func expectShown(_ tree: ComponentTree<Never>) {
    #expect(test.host.faults == [])
    #expect(test.host.picture() == SeenView.pictures(tree.views, isLaidOut: true))
  }
}
