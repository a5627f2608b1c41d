import RosterCore
import RosterTestKit
import Testing

@testable import RosterComponents

/// Whatever a renderer does, and whatever controllers do meanwhile, each controller lives legally.
@Suite("ControllerHost, at random")
struct RandomRenderingTests {
  /// Checks its own life.
  private final class TracingController: ComponentController {
    typealias Controlled = AnimatedBox
    typealias View = Int

    let name: String
    private(set) var trace = LegalTrace()
    private(set) var problems: [String] = []
    private var view: Int?
    private let meanwhile: () -> Void

    init(_ name: String, meanwhile: @escaping () -> Void) {
      self.name = name
      self.meanwhile = meanwhile
    }

    private func note(_ event: ControllerEvent) {
      if let problem = trace.append(event) { problems.append(problem) }
      meanwhile()
    }

    func didInit() { note(.didInit) }
    func willUpdate(from old: BuiltComponent<AnimatedBox>, to new: BuiltComponent<AnimatedBox>) {
      note(.willUpdate)
    }
    func didUpdate(from old: BuiltComponent<AnimatedBox>) { note(.didUpdate) }
    func didPrepareLayout() { note(.didPrepareLayout) }
    func willMount() { note(.willMount) }
    func didMount() { note(.didMount) }
    func willRemount() { note(.willRemount) }
    func didRemount() { note(.didRemount) }
    func willUnmount() { note(.willUnmount) }
    func didUnmount() { note(.didUnmount) }
    func didAcquire(_ view: Int) {
      self.view = view
      note(.didAcquireView)
    }
    func willRelinquish(_ view: Int) {
      if view != self.view { problems.append("relinquishes \(view), has \(self.view ?? -1)") }
      note(.willRelinquishView)
    }
    func treeWillAppear() { note(.treeWillAppear) }
    func treeDidDisappear() { note(.treeDidDisappear) }
    func invalidate() { note(.invalidate) }
  }

  /// A renderer that does anything at any time.
  private final class Renderer {
    private let host = ControllerHost<Int>(sink: EditRecorder())
    private var random: SplitMix64
    private var trees: [TreeID: ComponentTree<Never>] = [:]
    private(set) var controllers: [TracingController] = []
    private var depth = 0
    private var isEnding = false

    init(seed: UInt64) {
      random = SplitMix64(seed: seed)
      host.register { [unowned self] built, _ -> TracingController in
        let controller = TracingController(built.component.name) { [unowned self] in meanwhile() }
        controllers.append(controller)
        return controller
      }
    }

    /// What a controller does in the middle of a step.
    private func meanwhile() {
      guard !isEnding, depth < 3, random.happens(percent: 5) else { return }
      step()
    }

    func step() {
      depth += 1
      defer { depth -= 1 }
      let item = TreeID.item(ItemID(rawValue: 1 + random.index(below: 3)))
      switch random.index(below: 10) {
      case 0: host.remove([item])
      case 1...3: show(item)
      case 4: host.prepareLayout(of: item)
      case 5: host.willDisplay(item)
      case 6: host.didEndDisplaying(item)
      case 7: host.unmount(anyScope(), of: item)
      case 8:
        host.mount(anyScope(), of: item, view: anyView()) {
          if depth < 4 { step() }
        }
      default:
        host.mount(trees[item]?.views ?? [], of: item) { _, _ in anyView() }
      }
    }

    private func show(_ item: TreeID) {
      let boxes = anyBoxes(depth: 2)
      let tree = ComponentTree<Never>.boxes(boxes, after: trees[item])
      trees[item] = tree
      host.apply(removing: [], updating: [(item, tree)])
    }

    private func anyBoxes(depth: Int) -> [AnimatedBox] {
      ["a", "b"].filter { _ in random.happens(percent: 75) }.map { name in
        AnimatedBox(
          name: name, color: random.index(below: 2),
          inside: depth == 0 ? [] : anyBoxes(depth: depth - 1))
      }
    }

    private func anyScope() -> ScopePath {
      let scopes: [ScopePath] = [
        .root, .boxes("a"), .boxes("b"), .boxes("a", "a"), .boxes("a", "b"), .boxes("a", "b", "a"),
      ]
      return scopes[random.index(below: scopes.count)]
    }

    private func anyView() -> Int? {
      random.happens(percent: 30) ? nil : random.index(below: 3)
    }

    func end() {
      isEnding = true
      host.removeAll()
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func everyControllerLivesLegally(seed: UInt64) {
    let renderer = Renderer(seed: seed)
    for _ in 0..<150 { renderer.step() }
    renderer.end()
    #expect(renderer.controllers.count > 10, "seed \(seed)")
    for controller in renderer.controllers {
      #expect(controller.problems == [], "seed \(seed), \(controller.name)")
      #expect(controller.trace.isInvalidated, "seed \(seed), \(controller.name)")
    }
  }
}
