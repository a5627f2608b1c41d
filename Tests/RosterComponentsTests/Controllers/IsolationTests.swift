import RosterComponents
import RosterCore
import Testing

/// Controllers live where their renderer does.
@Suite("Isolation of controllers")
struct IsolationTests {
  @MainActor private final class MainActorController: @MainActor ComponentController {
    typealias Controlled = AnimatedBox

    private let steps: Steps

    @MainActor final class Steps { var names: [String] = [] }

    init(steps: Steps) { self.steps = steps }

    func didInit() {
      MainActor.assertIsolated()
      steps.names.append("didInit")
    }

    func invalidate() { steps.names.append("invalidate") }
  }

  /// A renderer that is an actor, with controllers that are plain objects in it.
  private actor Renderer {
    private let host: ControllerHost<Int>
    private let log = ControllerLog()

    init() { host = ControllerHost(sink: EditRecorder()) }

    func render(_ tree: ComponentTree<Never>) -> [String] {
      let log = log
      host.register { built, _ in PlainController(built.component.name, log: log) }
      host.apply(removing: [], updating: [(TreeID.item(ItemID(rawValue: 1)), tree)])
      host.mount(tree.views, of: TreeID.item(ItemID(rawValue: 1))) { _, _ in 7 }
      host.removeAll()
      return log.take()
    }
  }

  private final class PlainController: ComponentController {
    typealias Controlled = AnimatedBox
    typealias View = Int

    private let name: String
    private let log: ControllerLog

    init(_ name: String, log: ControllerLog) {
      self.name = name
      self.log = log
    }

    func didAcquire(_ view: Int) { log.note("\(name) has \(view)") }
    func invalidate() { log.note("\(name) is gone") }
  }

  @MainActor @Test func aControllerMayLiveOnTheMainActor() {
    let steps = MainActorController.Steps()
    let host = ControllerHost<String>(sink: EditRecorder())
    host.register { _, _ in MainActorController(steps: steps) }
    let tree = ComponentTree<Never>.boxes([AnimatedBox(name: "a")])
    host.apply(removing: [], updating: [(TreeID.item(ItemID(rawValue: 1)), tree)])
    host.mount(
      .boxes("a"), of: TreeID.item(ItemID(rawValue: 1)), view: "a controller without views has none"
    )
    host.removeAll()
    #expect(steps.names == ["didInit", "invalidate"])
  }

  @Test func aRendererWithoutViewsHasControllersToo() {
    let host = ControllerHost<Never>(sink: EditRecorder())
    let log = ControllerLog()
    host.register { _, _ in ViewlessController(log: log) }
    let tree = ComponentTree<Never>.boxes([AnimatedBox(name: "a")])
    host.apply(removing: [], updating: [(TreeID.item(ItemID(rawValue: 1)), tree)])
    host.mount(.boxes("a"), of: TreeID.item(ItemID(rawValue: 1)))
    #expect(log.take() == ["didMount"])
  }

  private final class ViewlessController: ComponentController {
    typealias Controlled = AnimatedBox

    private let log: ControllerLog

    init(log: ControllerLog) { self.log = log }

    func didMount() { log.note("didMount") }
  }

  @Test func aControllerMayLiveInAnyActor() async {
    let tree = ComponentTree<Never>.boxes([AnimatedBox(name: "a")])
    #expect(await Renderer().render(tree) == ["a has 7", "a is gone"])
  }
}
