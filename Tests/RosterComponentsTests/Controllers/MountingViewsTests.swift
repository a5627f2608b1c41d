import RosterComponents
import RosterCore
import Testing

/// A renderer that hands over all views of an item need not know scopes.
@Suite("ControllerHost.mount views")
struct MountingViewsTests {
  private let log = ControllerLog()
  private let host: ControllerHost<String>
  private let item = TreeID.item(ItemID(rawValue: 1))

  init() {
    host = ControllerHost(sink: EditRecorder())
    host.register { [log] in BoxController($0, $1, log: log) }
  }

  /// Shows boxes, and says which views were made.
  @discardableResult
  private func show(
    _ tree: ComponentTree<Never>, makeView: (ViewTree, ViewAddress) -> String? = { "\($1.indices)" }
  ) -> [ViewAddress] {
    host.apply(removing: [], updating: [(item, tree)])
    _ = log.take()
    var made: [ViewAddress] = []
    host.mount(tree.views, of: item) { view, address in
      made.append(address)
      return makeView(view, address)
    }
    return made
  }

  private func boxes(_ boxes: AnimatedBox..., after previous: ComponentTree<Never>? = nil)
    -> ComponentTree<Never>
  {
    ComponentTree<Never>.boxes(boxes, after: previous)
  }

  @Test func scopesAreMountedWithTheirViewsFromTheOutsideIn() {
    let tree = boxes(
      AnimatedBox(name: "a", inside: [AnimatedBox(name: "b"), AnimatedBox(name: "c")]),
      AnimatedBox(name: "d"))
    #expect(show(tree) == [[0], [0, 0], [0, 1], [1]])
    #expect(
      log.take().filter { !$0.hasSuffix("didPrepareLayout") } == [
        "a willMount", "a didAcquire [0]", "b willMount", "b didAcquire [0, 0]", "b didMount",
        "c willMount", "c didAcquire [0, 1]", "c didMount", "a didMount", "d willMount",
        "d didAcquire [1]", "d didMount",
      ])
  }

  @Test func whatHasNoViewsAnyMoreIsUnmountedAtTheEnd() {
    let tree = boxes(AnimatedBox(name: "a"), AnimatedBox(name: "b"))
    show(tree)
    host.mount([tree.views[1]], of: item) { _, _ in "b" }
    #expect(
      log.take().suffix(7) == [
        "b willRemount", "b willRelinquish [1]", "b didAcquire b", "b didRemount", "a willUnmount",
        "a willRelinquish [0]", "a didUnmount",
      ])
  }

  @Test func theSameViewsAgainAreARemountWithoutUpdate() {
    let tree = boxes(AnimatedBox(name: "a", inside: [AnimatedBox(name: "b")]))
    show(tree)
    show(tree)
    #expect(log.take() == ["a willRemount", "b willRemount", "b didRemount", "a didRemount"])
  }

  @Test func aScopeHasTheFirstOfItsViewsAndOneAroundAComponentHasNone() {
    struct Pair: Component {
      func body(_ scope: Scope<Self>) -> Node<Never> {
        ViewNode("first") { AnimatedBox(name: "in first") }
        ViewNode("second") { AnimatedBox(name: "in second") }
      }
    }
    struct Wrapper: Component {
      func body(_ scope: Scope<Self>) -> Node<Never> {
        Pair()
        ViewNode("own")
      }
    }
    final class PairController: ComponentController {
      typealias Controlled = Pair
      typealias View = String
      let log: ControllerLog
      init(log: ControllerLog) { self.log = log }
      func willMount() { log.note("pair willMount") }
      func didAcquire(_ view: String) { log.note("pair didAcquire \(view)") }
      func didMount() { log.note("pair didMount") }
    }
    final class WrapperController: ComponentController {
      typealias Controlled = Wrapper
      typealias View = String
      let log: ControllerLog
      init(log: ControllerLog) { self.log = log }
      func willMount() { log.note("wrapper willMount") }
      func didAcquire(_ view: String) { log.note("wrapper didAcquire \(view)") }
      func didMount() { log.note("wrapper didMount") }
    }
    host.register { [log] _, _ in PairController(log: log) }
    host.register { [log] _, _ in WrapperController(log: log) }
    let tree = TreeBuilder().build(Node(Wrapper())).tree
    #expect(show(tree) { view, _ in view.spec.className } == [[0], [0, 0], [1], [1, 0], [2]])
    #expect(
      log.take().filter { !$0.hasPrefix("in ") } == [
        "wrapper willMount", "pair willMount", "pair didAcquire first", "pair didMount",
        "wrapper didMount",
      ])
  }

  @Test func aComponentWithoutViewsHasItsControllerAllTheSame() {
    struct Shy: Component {
      var isShown: Bool
      func body(_ scope: Scope<Self>) -> Node<Never> { if isShown { ViewNode("shy") } }
    }
    final class ShyController: ComponentController {
      typealias Controlled = Shy
      typealias View = String
      let log: ControllerLog
      init(log: ControllerLog) { self.log = log }
      func didInit() { log.note("didInit") }
      func didMount() { log.note("didMount") }
      func didUpdate(from old: BuiltComponent<Shy>) { log.note("didUpdate") }
      func didUnmount() { log.note("didUnmount") }
    }
    host.register { [log] _, _ in ShyController(log: log) }
    var tree: ComponentTree<Never>?
    let told = [false, true, false].map { isShown in
      let next = TreeBuilder().build(Node(Shy(isShown: isShown)), after: tree).tree
      host.apply(removing: [], updating: [(item, next)])
      host.mount(next.views, of: item) { view, _ in view.spec.className }
      tree = next
      return log.take()
    }
    #expect(told == [["didInit"], ["didMount", "didUpdate"], ["didUnmount"]])
  }

  @Test func theViewsOfAnItemThatIsNotThereAreMadeAllTheSame() {
    let tree = boxes(AnimatedBox(name: "a"))
    var count = 0
    host.mount(tree.views, of: item) { _, _ in
      count += 1
      return nil
    }
    #expect(count == 1 && log.take() == [])
  }
}
