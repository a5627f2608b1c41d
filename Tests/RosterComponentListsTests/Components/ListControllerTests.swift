import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// The controllers of a list that changes in every way.
@Suite("Components: controllers") struct ListControllerTests {
  /// A renderer without views that has a controller for each counter.
  private final class Renderer {
    private final class CounterController: ComponentController {
      typealias Controlled = Counter

      private let name: String
      private let note: (String) -> Void

      init(_ name: String, note: @escaping (String) -> Void) {
        self.name = name
        self.note = note
      }

      func didInit() { note("\(name) didInit") }
      func willUpdate(from old: BuiltComponent<Counter>, to new: BuiltComponent<Counter>) {
        note("\(name) willUpdate \(old.state.count)>\(new.state.count)")
      }
      func invalidate() { note("\(name) invalidate") }
    }

    let host: ControllerHost<Never>
    private var lines: [String] = []
    /// The counters that have controllers.
    private(set) var living: Set<StateAddress> = []

    init(_ list: RowList) {
      host = ControllerHost(sink: list.editSink())
      host.register { [unowned self] built, context in
        CounterController(built.component.name) { self.note($0, context) }
      }
    }

    private func note(_ line: String, _ context: ControllerContext<Counter>) {
      guard case .item(let item) = context.tree else {
        Issue.record("\(context.tree) is no item")
        return
      }
      let address = StateAddress(item: item, scope: context.scope)
      if line.hasSuffix("didInit") {
        #expect(living.insert(address).inserted, "\(address) is there already")
      } else if line.hasSuffix("invalidate") {
        #expect(living.remove(address) != nil, "\(address) is not there")
      } else {
        #expect(living.contains(address), "\(address) is not there")
      }
      lines.append(line)
    }

    /// Returns what controllers were told since the last call.
    func take() -> [String] {
      defer { lines = [] }
      return lines
    }

    /// Applies a batch, and compares what controllers are told.
    func take(
      _ batch: RowList.Batch?, telling expected: [String],
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      try host.apply(try #require(batch, sourceLocation: sourceLocation))
      #expect(take() == expected, sourceLocation: sourceLocation)
    }
  }

  private func counters(_ list: RowList) throws -> Set<StateAddress> {
    var counters: Set<StateAddress> = []
    for section in 0..<list.snapshot.state.sectionCount {
      for item in try list.outputs(inSection: section) {
        for scope in item.output.scopes where scope.typeName == Counter.typeName {
          counters.insert(StateAddress(item: item.id, scope: scope.path))
        }
      }
    }
    return counters
  }

  @Test func changesetsLeadToControllers() async throws {
    try await ListFile.withRows { list, _ in
      let renderer = Renderer(list)
      try renderer.take(try await list.apply(.section("ab")), telling: ["a didInit", "b didInit"])
      try renderer.take(try list.applySynchronously(.insert("c")), telling: ["c didInit"])
      try renderer.take(try await list.apply(.move(0, to: 2)), telling: [])
      try renderer.take(
        try await list.apply(.update(0, "xay")), telling: ["x didInit", "y didInit"])
      try renderer.take(
        try await list.apply(.update(0, "z")),
        telling: ["z didInit", "y invalidate", "a invalidate", "x invalidate"])
      try renderer.take(try await list.apply(.remove(1)), telling: ["b invalidate"])
    }
  }

  @Test func updatesOfStatesLeadToControllers() async throws {
    try await ListFile.withRows { list, _ in
      let renderer = Renderer(list)
      try renderer.take(try await list.apply(.section("ab")), telling: ["a didInit", "b didInit"])
      let queued = try await list.add(2, to: "a", in: .id(1)).value
      try renderer.take(queued.batch, telling: ["a willUpdate 0>2"])
      let synchronous = try list.applySynchronously(.actions([.add(3, to: "b")], in: .id(2)))
      try renderer.take(synchronous.batch, telling: ["b willUpdate 0>3"])
      let opened = try await list.apply(.actions([.toggle], in: .id(2)))
      try renderer.take(opened.batch, telling: ["more didInit"])
      let assigned = try await list.apply(
        TextChange(),
        states: [
          StateAssignment(item: .id(1), scope: .counter("a"), state: .counter([9]))
        ])
      try renderer.take(assigned, telling: ["a willUpdate 2>9"])
    }
  }

  @Test func aNewEnvironmentLeadsToControllers() async throws {
    try await ListFile.withRows { list, _ in
      let renderer = Renderer(list)
      try renderer.take(try await list.apply(.section("ab")), telling: ["a didInit", "b didInit"])
      var environment = ComponentEnvironment()
      environment[Colour.self] = "blue"
      let outcome = try await list.apply(.configuration(.environment(environment)))
      try renderer.take(outcome.batch, telling: ["a willUpdate 0>0", "b willUpdate 0>0"])
    }
  }

  @Test func otherComponentsLeadToOtherControllersAndAReloadToTheSameOnes() async throws {
    try await ListFile.withRows { list, _ in
      let renderer = Renderer(list)
      try renderer.take(try await list.apply(.section("a")), telling: ["a didInit"])
      let outcome = try await list.apply(.configuration(.components { _, _ in Row(text: "z") }))
      try renderer.take(outcome.batch, telling: ["z didInit", "a invalidate"])
      let reload = try await list.apply(.reload())
      try renderer.take(reload.batch, telling: ["z willUpdate 0>0"])
    }
  }

  /// The text of a row depends on a value outside of the list.
  @Test func aReloadLeadsToOtherControllersIfSomethingElseIsBuilt() async throws {
    try await ListFile.with { file in
      let texts = Recorder<String>()
      let list = try RowList(
        storage: file.openStorage(), codec: TextCodec(), sectionCodec: TextCodec()
      ) { text, _ in Row(text: texts.values.last ?? text) }
      let renderer = Renderer(list)
      try renderer.take(try await list.apply(.section("a")), telling: ["a didInit"])
      texts.record("y")
      let reload = try await list.apply(.reload())
      try renderer.take(reload.batch, telling: ["y didInit", "a invalidate"])
      await list.close()
    }
  }

  @Test func anUpdateThatWaitedForItsItemComesAfterTheController() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      let renderer = Renderer(list)
      let gate = storage.stop(.commit)
      let insertion = try list.enqueue(.section("a"))
      let update = try list.add(5, to: "a", in: .item(0))
      gate.open()
      try renderer.take(try await insertion.value, telling: ["a didInit"])
      try renderer.take(try await update.value.batch, telling: ["a willUpdate 0>5"])
    }
  }

  @Test func aControllerUpdatesItsStateThroughTheList() async throws {
    try await ListFile.withRows { list, _ in
      let renderer = Renderer(list)
      try renderer.take(try await list.apply(.section("a")), telling: ["a didInit"])
      let batches = try list.batches()
      let performed = renderer.host.perform(
        .add(7, to: "a"), from: .row, in: .item(ItemID(rawValue: 1)))
      #expect(performed == .component(.counter("a")))
      try renderer.take(try await batches.next(), telling: ["a willUpdate 0>7"])
    }
  }

  @Test func anItemThatMovesOutOfARemovedSectionKeepsItsControllers() async throws {
    try await ListFile.withRows { list, _ in
      let renderer = Renderer(list)
      try renderer.host.apply(
        try await list.apply(
          Changeset {
            for section in 0..<2 { $0.insertSection(at: section) }
            for (item, text) in ["a", "b", "c"].enumerated() {
              $0.insertItem(text, at: ItemPath(section: 0, item: item))
            }
          }))
      _ = renderer.take()
      let batch = try await list.apply(
        Changeset {
          $0.moveItem(from: ItemPath(section: 0, item: 1), to: ItemPath(section: 0, item: 0))
          $0.removeSection(at: 0)
        })
      try renderer.take(batch, telling: ["a invalidate", "c invalidate"])
      let update = try await list.add(1, to: "b", in: .item(0)).value
      try renderer.take(update.batch, telling: ["b willUpdate 0>1"])
    }
  }

  @Test func controllersOfAReopenedListBeginWithTheStoredStates() async throws {
    try await ListFile.with { file in
      let writer = try file.openRows()
      _ = try await writer.apply(.section("ab"))
      _ = try await writer.add(4, to: "b", in: .id(2)).value
      await writer.close()
      let list = try file.openRows()
      let renderer = Renderer(list)
      renderer.host.apply(updating: try list.outputs(inSection: 0))
      #expect(renderer.take() == ["a didInit", "b didInit"])
      let update = try await list.add(1, to: "b", in: .id(2)).value
      try renderer.take(update.batch, telling: ["b willUpdate 4>5"])
      await list.close()
    }
  }

  @Test(arguments: [BatchDelivery.every, .merged], 0..<4 as Range<UInt64>)
  func everyCounterHasAControllerAndNobodyElse(
    delivery: BatchDelivery, seed: UInt64
  ) async throws {
    try await ListFile.withRows { list, _ in
      let renderer = Renderer(list)
      let batches = try list.batches(delivery: delivery)
      var history = RandomHistory(seed: seed)
      var revision = 0
      for _ in 0..<40 {
        _ = try await list.apply(history.next())
        guard history.random.happens(percent: 30) else { continue }
        while revision < list.snapshot.revision {
          let batch = try #require(try await batches.next(), "seed \(seed)")
          try renderer.host.apply(batch)
          revision = batch.changes.targetRevision
        }
        #expect(renderer.living == (try counters(list)), "seed \(seed), revision \(revision)")
      }
      renderer.host.removeAll()
      #expect(renderer.living.isEmpty, "seed \(seed)")
    }
  }
}
