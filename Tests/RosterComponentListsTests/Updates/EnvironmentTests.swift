import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// A new environment for an open list.
@Suite("Updates: environment") struct EnvironmentTests {
  private func environment(_ colour: String) -> ComponentEnvironment {
    var environment = ComponentEnvironment()
    environment[Colour.self] = colour
    return environment
  }

  private func colour(_ tree: RowTree?) -> String? {
    tree?.views.first?.children.first?.spec.attributes["colour"]?.stringValue
  }

  private func colours(_ outputs: [GeneratedOutput<RowTree>]?) -> [String?]? {
    outputs?.map { colour($0.output) }
  }

  @Test(arguments: TreeKind.allCases)
  func theConfiguredEnvironmentIsHandedDown(kind: TreeKind) async throws {
    var configuration = DataSourceConfiguration()
    configuration.components.environment = environment("red")
    try await ListFile.withTrees(configuration) { list, _ in
      let batch = try await list.apply(kind.rows("a"))
      #expect(colours(batch.outputs(kind)) == ["red"])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func treesInMemoryAreBuiltAgainAndOthersWhenTheyAreAskedFor(kind: TreeKind) async throws {
    try await ListFile.withTrees(.keeping(2), only: kind) { list, _ in
      _ = try await list.apply(kind.rows("abc"))
      _ = try await list.add(5, to: "c", in: kind.id(3)).value
      let batches = try list.batches()
      let outcome = try await list.apply(.configuration(.environment(environment("blue"))))
      let batch = try #require(outcome.batch)
      #expect(batch.causes == .configuration)
      #expect(batch.changes.sourceRevision == 2)
      #expect(batch.changes.targetRevision == 2)
      #expect(batch.outputs.map(\.targetPlace) == [kind.place(0), kind.place(2)])
      #expect(colours(batch.outputs) == ["blue", "blue"])
      #expect(!batch.namesAllOutputs)
      #expect(try (1...3).map { colour(try list.tree($0, kind)) } == ["blue", "blue", "blue"])
      #expect(try list.tree(3, kind)?.count("c") == 5)
      #expect(list.snapshot.revision == 2)
      let update = try await list.add(1, to: "c", in: kind.id(3)).value
      #expect(colours(update.batch?.outputs) == ["blue"])
      await list.close()
      #expect(try await batches.collect().map { $0.changes.targetRevision } == [2, 3])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func anEqualEnvironmentBuildsNothing(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      _ = try await list.apply(kind.rows("ab"))
      #expect(try await list.apply(.configuration(.environment(environment("black")))).batch == nil)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aNewEnvironmentHasItsPlaceAmongUpdates(kind: TreeKind) async throws {
    try await ListFile.withGatedTrees { list, storage, _ in
      let gate = storage.stop(.commit)
      _ = try list.enqueue(kind.rows("ab"))
      await gate.arrival()
      let before = try list.add(1, to: "a", in: kind.id(1))
      let replacement = try list.enqueue(.configuration(.environment(environment("blue"))))
      let after = try list.add(2, to: "a", in: kind.id(1))
      gate.open()
      #expect(colours(try await before.value.batch?.outputs) == ["black"])
      #expect(try await replacement.value.batch?.changes.targetRevision == 2)
      #expect(colours(try await after.value.batch?.outputs) == ["blue"])
      #expect(try list.tree(1, kind)?.history("a") == [1, 2])
    }
  }

  /// Shows a counter in a blue light only.
  private struct Chameleon: Component {
    static let typeName = "Chameleon"

    func body(_ scope: Scope<Chameleon>) -> Node<RowMessage> {
      if scope.environment(Colour.self) == "blue" { Counter(name: "blue") }
    }
  }

  @Test(arguments: TreeKind.allCases)
  func statesThatComeAndGoWithTheEnvironmentAreARevision(kind: TreeKind) async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openTrees(DataSourceConfiguration(), storage) { _ in Chameleon() }
      _ = try await list.apply(kind.rows("ab"))
      let path = ScopePath([
        ScopeKey(typeName: "Chameleon"), ScopeKey(typeName: "Counter", identifier: "blue"),
      ])
      storage.faults.fail(.commit)
      await #expect(throws: DataSourceError.self) {
        _ = try await list.apply(.configuration(.environment(environment("blue"))))
      }
      #expect(try list.tree(1, kind)?.views.isEmpty == true)
      #expect(try list.states(1, kind) == [:])

      try list.resume()
      let outcome = try await list.apply(.configuration(.environment(environment("blue"))))
      let batch = try #require(outcome.batch)
      #expect(batch.changes.targetRevision == 2)
      #expect(batch.causes == [.change, .configuration])
      #expect(batch.states(kind).map { $0.scope } == [path, path])
      #expect(batch.outputs(kind).count == 2)
      #expect(try list.states(1, kind) == [path: .counter([])])
      _ = try await list.apply(.update(path, of: Counter.self, in: kind.id(1)) { $0.add(3) })
      _ = try await list.apply(.configuration(.environment(environment("red"))))
      #expect(try list.states(1, kind) == [:])
      #expect(try file.openTrees().states(2, kind) == [:])
      await list.close()
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aBuildCannotReplaceTheEnvironment(kind: TreeKind) async throws {
    try await ListFile.with { file in
      let holder = Recorder<RowList>()
      let errors = Recorder<String>()
      let list = try file.openTrees(only: kind) { text in
        do {
          _ = try holder.values.last?.enqueue(.configuration(.environment(ComponentEnvironment())))
        } catch {
          errors.record("\(error)")
        }
        return Node(Row(text: text))
      }
      holder.record(list)
      _ = try await list.apply(kind.rows("a"))
      #expect(errors.values == ["\(DataSourceError.updateWhileBuilding)"])
      holder.removeAll()
      await list.close()
    }
  }
}
