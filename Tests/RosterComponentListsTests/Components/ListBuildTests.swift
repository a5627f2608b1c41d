import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import Testing

/// What a list builds, and why.
@Suite("Components: builds") struct ListBuildTests {
  private final class Listener: BuildListener {
    private let recorder = Recorder<String>()

    func buildEnded(_ trigger: BuildTrigger, _ counts: BuildCounts) {
      recorder.record("\(trigger): \(counts)")
    }

    func take() -> [String] {
      defer { recorder.removeAll() }
      return recorder.values
    }
  }

  @Test(arguments: TreeKind.allCases)
  func eachWayOfChangingAListBuildsWhatItMust(kind: TreeKind) async throws {
    let listener = Listener()
    var configuration = DataSourceConfiguration()
    configuration.components.buildListener = listener
    try await ListFile.withTrees(configuration, only: kind) { list, _ in
      _ = try await list.apply(kind.rows("ab"))
      #expect(
        listener.take() == Array(repeating: "firstBuild: 2 bodies run, 2 states begun", count: 2))
      _ = try await list.apply(kind.update(0, "ac"))
      #expect(
        listener.take() == ["components: 2 bodies run, 1 scope reused, 1 state begun"])
      _ = try await list.add(1, to: "c", in: kind.id(1)).value
      #expect(
        listener.take()
          == ["edits: 1 body run, 1 scope copied, 1 scope reused, 1 state changed"])
      _ = try await list.apply(kind.move(0, to: 1))
      _ = try await list.apply(kind.remove(0))
      _ = try list.tree(1, kind)
      #expect(listener.take().isEmpty)
      var environment = ComponentEnvironment()
      environment[Colour.self] = "blue"
      _ = try await list.apply(.configuration(.environment(environment)))
      #expect(listener.take() == ["environment: 2 bodies run, 1 scope copied"])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aTreeThatIsNotInMemoryIsBuiltFromItsStates(kind: TreeKind) async throws {
    let listener = Listener()
    var configuration = DataSourceConfiguration()
    configuration.components.buildListener = listener
    try await ListFile.with { file in
      let writer = try file.openTrees()
      _ = try await writer.apply(kind.rows("ab"))
      await writer.close()
      let list = try file.openTrees(configuration)
      _ = try list.tree(2, kind)
      #expect(listener.take() == ["firstBuild: 2 bodies run, 2 states restored"])
      _ = try list.tree(2, kind)
      #expect(listener.take().isEmpty)
      await list.close()
    }
  }

  @Test func anItemOfWhichNothingIsMadeIsThereWithoutViews() async throws {
    try await ListFile.with { file in
      let list = try RowList(
        storage: file.openStorage(), codec: TextCodec(), sectionCodec: TextCodec()
      ) { text, _ in
        if text != "-" { Row(text: text) }
      }
      let batch = try await list.apply(.section("a-"))
      #expect(batch.items.map { $0.output.views.count } == [1, 0])
      #expect(batch.items.map { $0.output.scopes.count } == [2, 0])
      #expect(try list.states(2) == [:])
      // The former state is removed, and the item begins anew when it comes back.
      _ = try await list.add(3, to: "a", in: .id(1)).value
      let empty = try await list.apply(.update(0, "-"))
      #expect(empty.items.map { $0.output.views.count } == [0])
      #expect(empty.states.map { $0.state } == [nil, nil])
      _ = try await list.apply(.update(0, "a"))
      #expect(try list.tree(1)?.count("a") == 0)
      await list.close()
    }
  }
}
