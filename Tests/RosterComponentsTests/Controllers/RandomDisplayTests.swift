import RosterComponents
import RosterCore
import RosterTestKit
import Testing

/// Whatever is announced in whatever order, a controller is in sight exactly as long as its tree is.
@Suite("ControllerHost: display, at random") struct RandomDisplayTests {
  /// Counts what it is told, and says what may not come.
  private final class Witness: ComponentController {
    typealias Controlled = AnimatedBox
    typealias View = Int

    let tree: TreeID
    private(set) var isVisible = false
    private(set) var isInvalidated = false
    private(set) var appearances = 0
    private(set) var problems: [String] = []

    init(_ tree: TreeID) { self.tree = tree }

    func treeWillAppear() {
      if isVisible || isInvalidated { problems.append("appears again, or after the end") }
      isVisible = true
      appearances += 1
    }

    func treeDidDisappear() {
      if !isVisible || isInvalidated { problems.append("disappears again, or after the end") }
      isVisible = false
    }

    func invalidate() {
      if isVisible || isInvalidated { problems.append("is invalidated in sight, or twice") }
      isInvalidated = true
    }
  }

  /// What is to be seen, without any thought of controllers.
  private struct Model {
    /// The cells that have a tree, `nil` for an announcement without one.
    var cells: [TreeID: Set<Int?>] = [:]
    /// The boxes that each tree has.
    var boxes: [TreeID: Int] = [:]

    mutating func remove(_ id: TreeID) {
      cells[id] = nil
      boxes[id] = nil
    }
  }

  private final class Case {
    let host = ControllerHost<Int>(sink: EditRecorder())
    private(set) var witnesses: [Witness] = []
    private(set) var model = Model()
    private var random: SplitMix64
    private var trees: [TreeID: ComponentTree<Never>] = [:]
    private let ids: [TreeID]

    init(seed: UInt64) {
      random = SplitMix64(seed: seed)
      let items = (1...4).map { TreeID.item(ItemID(rawValue: $0)) }
      let section = SectionID(rawValue: 1)
      ids = items + SupplementKind.allCases.map { .supplement(SupplementID($0, of: section)) }
      host.register { [unowned self] _, context -> Witness in
        let witness = Witness(context.tree)
        witnesses.append(witness)
        return witness
      }
    }

    /// Does something, and says what.
    func step() -> String {
      let id = ids[random.index(below: ids.count)]
      let cell: Int? = random.happens(percent: 40) ? nil : random.index(below: 3)
      switch random.index(below: 12) {
      case 0...3:
        host.willDisplay(id, in: cell)
        model.cells[id, default: []].insert(cell)
        return "display \(id) in \(cell ?? -1)"
      case 4...6:
        host.didEndDisplaying(id, in: cell)
        model.cells[id]?.remove(cell)
        return "end \(id) in \(cell ?? -1)"
      case 7: return setDisplayed()
      case 8:
        host.evict([id])
        model.boxes[id] = nil
        trees[id] = nil
        return "evict \(id)"
      case 9: return mount(id)
      default: return apply(id)
      }
    }

    private func setDisplayed() -> String {
      let displayed = ids.filter { _ in random.happens(percent: 40) }
      host.setDisplayed(displayed)
      for id in ids {
        let former = model.cells[id] ?? []
        model.cells[id] = displayed.contains(id) ? (former.isEmpty ? [nil] : former) : nil
      }
      return "displayed are \(displayed)"
    }

    private func mount(_ id: TreeID) -> String {
      host.mount(trees[id]?.views ?? [], of: id) { _, _ in 1 }
      if random.happens(percent: 50) { host.unmount(id) }
      return "mount \(id)"
    }

    /// Gives one tree another shape, and removes others.
    private func apply(_ id: TreeID) -> String {
      let removed = ids.filter { $0 != id && random.happens(percent: 15) }
      for id in removed {
        model.remove(id)
        trees[id] = nil
      }
      let names = ["a", "b", "c"].filter { _ in random.happens(percent: 60) }
      let tree = ComponentTree<Never>.boxes(
        names.map { AnimatedBox(name: $0, color: random.index(below: 2)) }, after: trees[id])
      trees[id] = tree
      model.boxes[id] = names.count
      host.apply(removing: removed, updating: [(id, tree)])
      return "\(id) is \(names), \(removed) are gone"
    }

    /// What is not as the model has it.
    var problems: [String] {
      var problems = witnesses.flatMap(\.problems)
      for id in ids {
        let living = witnesses.filter { $0.tree == id && !$0.isInvalidated }
        let isDisplayed = !(model.cells[id] ?? []).isEmpty
        if living.count != model.boxes[id] ?? 0 { problems.append("\(id): \(living.count) live") }
        if living.contains(where: { $0.isVisible != isDisplayed }) {
          problems.append("\(id) is \(isDisplayed ? "" : "not ")displayed")
        }
        if host.isDisplayed(id) != isDisplayed { problems.append("\(id): the host is wrong") }
      }
      return problems
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func controllersAreInSightExactlyAsLongAsTheirTreesAre(seed: UInt64) {
    let subject = Case(seed: seed)
    var steps: [String] = []
    for _ in 0..<200 {
      steps.append(subject.step())
      let problems = subject.problems
      #expect(problems == [], "seed \(seed): \(steps.suffix(8))")
      if !problems.isEmpty { return }
    }
    #expect(subject.witnesses.map(\.appearances).max() ?? 0 > 1, "seed \(seed)")
    subject.host.removeAll()
    #expect(subject.witnesses.allSatisfy { $0.isInvalidated && $0.problems == [] }, "seed \(seed)")
  }
}
