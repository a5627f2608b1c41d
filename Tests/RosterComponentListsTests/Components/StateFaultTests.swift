import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// Stored states that cannot be decoded, and initial ones that cannot be encoded.
@Suite("Components: state faults") struct StateFaultTests {
  private func withFaultyStates(
    _ kind: TreeKind, _ body: (RowList, Recorder<StateFault>, ListFile) async throws -> Void
  ) async throws {
    try await ListFile.with { file in
      let plain = try file.openList()
      _ = try await plain.apply(
        kind.rows("ab"),
        states: [
          .of(kind.at(0), .row, "{\"isOpen\":true}"),
          .of(kind.at(0), .counter("a"), "no counter"), .of(kind.at(1), .counter("b"), "neither"),
        ])
      await plain.close()
      let faults = Recorder<StateFault>()
      var configuration = DataSourceConfiguration.keeping(1)
      configuration.components.stateFaultReporter = { faults.record($0) }
      let list = try file.openTrees(configuration, only: kind)
      try await body(list, faults, file)
      await list.close()
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aStateThatDoesNotDecodeIsReportedOnceAndTheScopeBeginsAnew(kind: TreeKind) async throws {
    try await withFaultyStates(kind) { list, faults, _ in
      for _ in 0..<3 {
        let (first, second) = (try list.tree(1, kind), try list.tree(2, kind))
        #expect(first?.count("a") == 0)
        #expect(first?.count("more") == 0)
        #expect(second?.count("b") == 0)
      }
      #expect(faults.values.map(\.tree) == [kind.tree(1), kind.tree(2)])
      #expect(faults.values.map { $0.scope } == [.counter("a"), .counter("b")])
      #expect(
        faults.values.map { $0.kind }
          == [.undecodable(StoredState("no counter")), .undecodable(StoredState("neither"))])
      #expect(faults.values.allSatisfy { !$0.reason.isEmpty })
    }
  }

  @Test(arguments: TreeKind.allCases)
  func whatDoesNotDecodeStaysUntilItIsOverwritten(kind: TreeKind) async throws {
    try await withFaultyStates(kind) { list, faults, file in
      _ = try await list.apply(.actions([.toggle], in: kind.id(1)))
      _ = try await list.apply(kind.update(0, "ax"))
      #expect(try list.states(1, kind)[.counter("a")] == StoredState("no counter"))
      #expect(try list.states(1, kind)[.counter("x")] == .counter([]))
      _ = try await list.add(3, to: "a", in: kind.id(1)).value
      #expect(try list.states(1, kind)[.counter("a")] == .counter([3]))
      #expect(faults.values.count == 1)
      #expect(try file.openTrees().tree(1, kind)?.count("a") == 3)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func anInitialStateThatDoesNotEncodeIsReportedOnceAndKeptInMemory(kind: TreeKind) async throws {
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
      let list = try file.openTrees(configuration, only: kind) { _ in Endless() }
      _ = try await list.apply(kind.rows("A"))
      _ = try await list.apply(kind.update(0, "B"))
      #expect(faults.values.map { $0.kind } == [.unencodable])
      #expect(try list.states(1, kind) == [:])
      let path = ScopePath([ScopeKey(typeName: "Endless")])
      #expect(try list.tree(1, kind)?.state(of: Endless.self, at: path)?.number == .infinity)
      await list.close()
    }
  }
}
