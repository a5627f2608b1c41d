import RosterComponents
import RosterCore
import RosterEngine
import RosterStore
import RosterTestSupport
import Testing

/// Stored states that cannot be decoded, and initial ones that cannot be encoded.
@Suite("Components: state faults") struct StateFaultTests {
  private func withFaultyStates(
    _ body: (RowList, Recorder<StateFault>, ListFile) async throws -> Void
  ) async throws {
    try await ListFile.with { file in
      let plain = try file.openList()
      _ = try await plain.apply(
        .section("ab"),
        states: [
          .at(0, .row, "{\"isOpen\":true}"), .at(0, .counter("a"), "no counter"),
          .at(1, .counter("b"), "neither"),
        ])
      await plain.close()
      let faults = Recorder<StateFault>()
      var configuration = DataSourceConfiguration()
      configuration.components.cachedOutputCountMax = 1
      configuration.components.stateFaultReporter = { faults.record($0) }
      let list = try file.openRows(configuration)
      try await body(list, faults, file)
      await list.close()
    }
  }

  @Test func aStateThatDoesNotDecodeIsReportedOnceAndTheScopeBeginsAnew() async throws {
    try await withFaultyStates { list, faults, _ in
      for _ in 0..<3 {
        let (first, second) = (try list.tree(1), try list.tree(2))
        #expect(first?.count("a") == 0)
        #expect(first?.count("more") == 0)
        #expect(second?.count("b") == 0)
      }
      #expect(faults.values.map { $0.tree.item?.rawValue } == [1, 2])
      #expect(faults.values.map { $0.scope } == [.counter("a"), .counter("b")])
      #expect(
        faults.values.map { $0.kind }
          == [.undecodable(StoredState("no counter")), .undecodable(StoredState("neither"))])
      #expect(faults.values.allSatisfy { !$0.reason.isEmpty })
    }
  }

  @Test func whatDoesNotDecodeStaysUntilItIsOverwritten() async throws {
    try await withFaultyStates { list, faults, file in
      _ = try await list.performActions([.toggle], in: .id(1))
      _ = try await list.apply(.update(0, "ax"))
      #expect(try list.states(1)[.counter("a")] == StoredState("no counter"))
      #expect(try list.states(1)[.counter("x")] == .counter([]))
      _ = try await list.add(3, to: "a", in: .id(1)).value
      #expect(try list.states(1)[.counter("a")] == .counter([3]))
      #expect(faults.values.count == 1)
      #expect(try file.openRows().tree(1)?.count("a") == 3)
    }
  }

  @Test func anInitialStateThatDoesNotEncodeIsReportedOnceAndKeptInMemory() async throws {
    struct Endless: Component {
      struct State: ComponentState {
        var number = Double.infinity
      }

      static let typeName = "Endless"

      func initialState() -> State { State() }

      func body(_ scope: Scope<Endless>) -> Node<RowMessage> { ViewNode("endless") }
    }

    try await ListFile.with { file in
      let faults = Recorder<StateFault>()
      var configuration = DataSourceConfiguration()
      configuration.components.stateFaultReporter = { faults.record($0) }
      let list = try RowList(
        storage: file.openStorage(), codec: TextCodec(), sectionCodec: TextCodec(),
        configuration: configuration
      ) { _, _ in Endless() }
      _ = try await list.apply(.section("A"))
      _ = try await list.apply(.update(0, "B"))
      #expect(faults.values.map { $0.kind } == [.unencodable])
      #expect(try list.states(1) == [:])
      let path = ScopePath([ScopeKey(typeName: "Endless")])
      #expect(try list.tree(1)?.state(of: Endless.self, at: path)?.number == .infinity)
      await list.close()
    }
  }
}
