import RosterComponents
import RosterCore
import Testing

@Suite("ControllerHost")
struct ControllerHostTests {
  typealias Tree = ComponentTree<Never>

  private let log = ControllerLog()
  private let edits = EditRecorder()
  private let host: ControllerHost<String>
  private let item = TreeID.item(ItemID(rawValue: 1))
  private let other = TreeID.item(ItemID(rawValue: 2))

  init() {
    host = ControllerHost(sink: edits)
    host.register { [log] in BoxController($0, $1, log: log) }
  }

  /// Applies some boxes as the newest tree of the item, after an earlier one.
  @discardableResult
  private func show(_ boxes: [AnimatedBox], after previous: Tree? = nil) -> Tree {
    let tree = Tree.boxes(boxes, after: previous)
    host.apply(removing: [], updating: [(item, tree)])
    return tree
  }

  // MARK: Coming and going

  @Test func controllersComeFromTheOutsideIn() {
    show([
      AnimatedBox(name: "a", color: 3, inside: [AnimatedBox(name: "b")]), AnimatedBox(name: "c"),
    ])
    #expect(
      log.take() == ["a init 3", "a didInit", "b init 0", "b didInit", "c init 0", "c didInit"])
  }

  @Test func eachScopeOfEachItemHasItsOwn() {
    let tree = Tree.boxes([AnimatedBox(name: "a")])
    host.apply(removing: [], updating: [(item, tree), (other, tree)])
    #expect(log.take().filter { $0 == "a didInit" }.count == 2)
  }

  @Test func equalSiblingsHaveControllersOfTheirOwn() {
    let tree = show([AnimatedBox(name: "a", color: 1), AnimatedBox(name: "a", color: 2)])
    #expect(log.take() == ["a init 1", "a didInit", "a init 2", "a didInit"])
    // The one that stays is the first of its name now, and has the first one's controller.
    show([AnimatedBox(name: "a", color: 2)], after: tree)
    #expect(log.take() == ["a invalidate", "a willUpdate 1>2"])
  }

  @Test func aComponentWithoutControllersHasNone() {
    struct Still: Component {
      func body(_ scope: Scope<Self>) -> Node<Never> { AnimatedBox(name: "a") }
    }
    host.apply(removing: [], updating: [(item, TreeBuilder().build(Node(Still())).tree)])
    #expect(log.take() == ["a init 0", "a didInit"])
  }

  @Test func aControllerStaysForAllGenerationsOfItsScope() {
    var tree = show([AnimatedBox(name: "a"), AnimatedBox(name: "b")])
    tree = show([AnimatedBox(name: "b"), AnimatedBox(name: "a")], after: tree)
    tree = show([AnimatedBox(name: "a", color: 1), AnimatedBox(name: "b")], after: tree)
    #expect(log.take().filter { $0.hasSuffix("didInit") } == ["a didInit", "b didInit"])
  }

  @Test func anItemThatMovesKeepsItsControllers() {
    let tree = show([AnimatedBox(name: "a")])
    host.mount(.boxes("a"), of: item, view: "view")
    _ = log.take()
    // A move, also out of a section that is removed, is no removal of the item. A renderer that
    // builds it again gives the same tree.
    host.apply(removing: [other], updating: [(item, tree)])
    #expect(log.take() == [])
    #expect(host.isMounted(.boxes("a"), of: item))
  }

  @Test func aScopeThatComesBackHasANewController() {
    var tree = show([AnimatedBox(name: "a")])
    tree = show([], after: tree)
    show([AnimatedBox(name: "a", color: 4)], after: tree)
    #expect(
      log.take() == ["a init 0", "a didInit", "a invalidate", "a init 4", "a didInit"])
  }

  @Test func anotherTypeUnderTheSameNameHasItsOwnController() {
    struct Impostor: Component {
      static let typeName = AnimatedBox.typeName
      var identifier: ScopeIdentifier? { "a" }
      func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("impostor") }
    }
    let tree = show([AnimatedBox(name: "a")])
    _ = log.take()
    let next = TreeBuilder().build(Node(Impostor()), after: tree).tree
    host.apply(removing: [], updating: [(item, next)])
    #expect(log.take() == ["a invalidate"])
    show([AnimatedBox(name: "a", color: 2)], after: next)
    #expect(log.take() == ["a init 2", "a didInit"])
  }

  @Test func scopesThatGoAreInvalidatedFromTheInsideOut() {
    let tree = show([AnimatedBox(name: "a", inside: [AnimatedBox(name: "b")])])
    _ = log.take()
    show([], after: tree)
    #expect(log.take() == ["b invalidate", "a invalidate"])
  }

  @Test func anItemThatGoesTakesItsControllersWithIt() {
    show([AnimatedBox(name: "a")])
    _ = log.take()
    host.remove([item, item, other])
    #expect(log.take() == ["a invalidate"])
    host.mount(.boxes("a"), of: item)
    host.willDisplay(item)
    #expect(log.take() == [])
  }

  @Test func removingEverythingInvalidatesEverything() {
    let tree = Tree.boxes([AnimatedBox(name: "a")])
    host.apply(removing: [], updating: [(other, tree), (item, tree)])
    _ = log.take()
    host.removeAll()
    #expect(log.take() == ["a invalidate", "a invalidate"])
  }

  @Test func newControllersComeBeforeOldOnesGoAndOthersLearn() {
    let source = Tree.boxes([AnimatedBox(name: "a"), AnimatedBox(name: "b")])
    let gone = Tree.boxes([AnimatedBox(name: "gone")])
    host.apply(removing: [], updating: [(item, source), (other, gone)])
    _ = log.take()
    let target = Tree.boxes(
      [AnimatedBox(name: "b", color: 1), AnimatedBox(name: "c")], after: source)
    host.apply(removing: [other], updating: [(item, target)])
    #expect(
      log.take() == [
        "c init 0", "c didInit", "gone invalidate", "a invalidate", "b willUpdate 0>1",
      ])
  }

  @Test func anItemThatIsRemovedIsNotUpdated() {
    let tree = show([AnimatedBox(name: "a")])
    _ = log.take()
    host.apply(
      removing: [item],
      updating: [(item, Tree.boxes([AnimatedBox(name: "a", color: 1)], after: tree))])
    #expect(log.take() == ["a invalidate"])
  }

  @Test func whatIsMountedIsUnmountedBeforeItIsInvalidated() {
    show([AnimatedBox(name: "a", inside: [AnimatedBox(name: "b")])])
    host.mount(.boxes("a"), of: item, view: "outer") {
      host.mount(.boxes("a", "b"), of: item, view: "inner")
    }
    host.willDisplay(item)
    _ = log.take()
    host.remove([item])
    #expect(
      log.take() == [
        "b willUnmount", "b willRelinquish inner", "b didUnmount", "b treeDidDisappear",
        "b invalidate", "a willUnmount", "a willRelinquish outer", "a didUnmount",
        "a treeDidDisappear", "a invalidate",
      ])
  }

  // MARK: Showing

  @Test func theFirstShowFollowsTheLayout() {
    show([AnimatedBox(name: "a", inside: [AnimatedBox(name: "b")])])
    host.prepareLayout(of: item)
    host.mount(.boxes("a"), of: item, view: "outer") {
      host.mount(.boxes("a", "b"), of: item)
    }
    host.willDisplay(item)
    #expect(
      log.take() == [
        "a init 0", "a didInit", "b init 0", "b didInit", "a didPrepareLayout",
        "b didPrepareLayout", "a willMount", "a didAcquire outer", "b willMount", "b didMount",
        "a didMount", "a treeWillAppear", "b treeWillAppear",
      ])
  }

  @Test func aMountThatNoLayoutWasToldForTellsOfItFirst() {
    show([AnimatedBox(name: "a")])
    _ = log.take()
    host.mount(.boxes("a"), of: item)
    #expect(log.take() == ["a didPrepareLayout", "a willMount", "a didMount"])
  }

  @Test func anUpdateWhileMountedSurroundsTheRemount() {
    let tree = show([AnimatedBox(name: "a", color: 1)])
    host.mount(.boxes("a"), of: item, view: "view")
    _ = log.take()
    show([AnimatedBox(name: "a", color: 2)], after: tree)
    host.prepareLayout(of: item)
    host.mount(.boxes("a"), of: item, view: "view")
    #expect(
      log.take() == [
        "a willUpdate 1>2", "a didPrepareLayout", "a willRemount", "a didRemount", "a didUpdate 1",
      ])
  }

  @Test func anotherViewIsAcquiredBetween() {
    let tree = show([AnimatedBox(name: "a", color: 1)])
    host.mount(.boxes("a"), of: item, view: "view")
    _ = log.take()
    show([AnimatedBox(name: "a", color: 2)], after: tree)
    host.mount(.boxes("a"), of: item, view: "other")
    #expect(
      log.take() == [
        "a willUpdate 1>2", "a didPrepareLayout", "a willRemount", "a willRelinquish view",
        "a didAcquire other", "a didRemount", "a didUpdate 1",
      ])
  }

  @Test func aRemountOfTheSameComponentIsNoUpdate() {
    show([AnimatedBox(name: "a")])
    host.mount(.boxes("a"), of: item)
    _ = log.take()
    host.mount(.boxes("a"), of: item)
    #expect(log.take() == ["a willRemount", "a didRemount"])
  }

  @Test func updatesWhileUnmountedAreDoneAtTheNextMount() {
    var tree = show([AnimatedBox(name: "a", color: 1)])
    host.mount(.boxes("a"), of: item)
    host.unmount(item)
    _ = log.take()
    tree = show([AnimatedBox(name: "a", color: 2)], after: tree)
    tree = show([AnimatedBox(name: "a", color: 3)], after: tree)
    #expect(log.take() == ["a willUpdate 1>2", "a willUpdate 2>3"])
    host.mount(.boxes("a"), of: item)
    #expect(log.take() == ["a didPrepareLayout", "a willMount", "a didMount", "a didUpdate 1"])
  }

  @Test func aNewStateIsAnUpdateToo() {
    let tree = show([AnimatedBox(name: "a"), AnimatedBox(name: "b")])
    _ = log.take()
    let edit = TreeEdit.update(.boxes("b"), of: AnimatedBox.self) { $0.size = 1 }
    let update = TreeBuilder().applying([edit], to: tree)
    host.apply(removing: [], updating: [(item, update.build.tree)])
    #expect(log.take() == ["b willUpdate 0>0"])
  }

  @Test func aComponentThatIsReusedIsNoUpdate() {
    let tree = show([AnimatedBox(name: "a"), AnimatedBox(name: "b")])
    _ = log.take()
    show([AnimatedBox(name: "a"), AnimatedBox(name: "b", color: 1)], after: tree)
    #expect(log.take() == ["b willUpdate 0>1"])
  }

  @Test func leavingRelinquishesTheViewBetweenUnmounts() {
    show([AnimatedBox(name: "a")])
    host.mount(.boxes("a"), of: item, view: "view")
    host.willDisplay(item)
    _ = log.take()
    host.unmount(.boxes("a"), of: item)
    host.didEndDisplaying(item)
    #expect(
      log.take() == [
        "a willUnmount", "a willRelinquish view", "a didUnmount", "a treeDidDisappear",
      ])
  }

  @Test func unmountingTakesWhatIsWithinFirst() {
    show([AnimatedBox(name: "a", inside: [AnimatedBox(name: "b")]), AnimatedBox(name: "c")])
    for scope in [ScopePath.boxes("a"), .boxes("a", "b"), .boxes("c")] {
      host.mount(scope, of: item)
    }
    _ = log.take()
    host.unmount(.boxes("a"), of: item)
    #expect(log.take() == ["b willUnmount", "b didUnmount", "a willUnmount", "a didUnmount"])
    #expect(host.isMounted(.boxes("c"), of: item))
  }

  @Test func whatIsNotThereOrNotMountedIsLeftAlone() {
    show([AnimatedBox(name: "a")])
    _ = log.take()
    host.unmount(.boxes("a"), of: item)
    host.unmount(.boxes("unknown"), of: item)
    host.unmount(other)
    host.prepareLayout(of: other)
    host.didEndDisplaying(item)
    #expect(host.mount(.boxes("unknown"), of: item) { 7 } == 7)
    #expect(host.mount(.boxes("a"), of: other) { 8 } == 8)
    #expect(log.take() == [])
  }

  @Test func aMountThatFailsInsideIsStillEnded() {
    struct Failure: Error {}
    show([AnimatedBox(name: "a")])
    _ = log.take()
    #expect(throws: Failure.self) {
      try host.mount(.boxes("a"), of: item) { () throws(Failure) in throw Failure() }
    }
    #expect(log.take() == ["a didPrepareLayout", "a willMount", "a didMount"])
  }

  // MARK: Controllers that call the host

  @Test func whatAControllerCausesWaitsForItsTurn() {
    show([AnimatedBox(name: "a"), AnimatedBox(name: "b")])
    _ = log.take()
    log.reactions["a treeWillAppear"] = { [host, item] in host.unmount(item) }
    host.mount(.boxes("a"), of: item)
    _ = log.take()
    host.willDisplay(item)
    #expect(
      log.take() == ["a treeWillAppear", "b treeWillAppear", "a willUnmount", "a didUnmount"])
  }

  @Test func anItemRemovedInTheMiddleOfAMountGoesAtItsEnd() {
    show([AnimatedBox(name: "a")])
    _ = log.take()
    log.reactions["a willMount"] = { [host, item] in host.remove([item]) }
    host.mount(.boxes("a"), of: item, view: "view")
    #expect(
      log.take() == [
        "a didPrepareLayout", "a willMount", "a didAcquire view", "a didMount", "a willUnmount",
        "a willRelinquish view", "a didUnmount", "a invalidate",
      ])
  }

  @Test func anItemUpdatedInTheMiddleOfAMountIsDoneAtTheNext() {
    let tree = show([AnimatedBox(name: "a", color: 1)])
    let next = Tree.boxes([AnimatedBox(name: "a", color: 2)], after: tree)
    _ = log.take()
    log.reactions["a willMount"] = { [host, item] in
      host.apply(removing: [], updating: [(item, next)])
    }
    host.mount(.boxes("a"), of: item)
    host.mount(.boxes("a"), of: item)
    #expect(
      log.take() == [
        "a didPrepareLayout", "a willMount", "a willUpdate 1>2", "a didMount", "a didPrepareLayout",
        "a willRemount", "a didRemount", "a didUpdate 1",
      ])
  }
}
