import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterStore
import RosterTestSupport
import Testing

/// A new environment for an open list.
@Suite("Updates: environment") struct EnvironmentTests {
  private func environment(_ colour: String) -> EnvironmentValues {
    var environment = EnvironmentValues()
    environment[Colour.self] = colour
    return environment
  }

  private func colour(_ tree: RowTree?) -> String? {
    tree?.views.first?.children.first?.spec.attributes["colour"]?.stringValue
  }

  @Test func theConfiguredEnvironmentIsHandedDown() async throws {
    var configuration = DataSourceConfiguration()
    configuration.components.environment = environment("red")
    try await ListFile.withRows(configuration) { list, _ in
      let batch = try await list.apply(.section("a"))
      #expect(colour(batch.items[0].output) == "red")
    }
  }

  @Test func treesInMemoryAreBuiltAgainAndOthersWhenTheyAreAskedFor() async throws {
    var configuration = DataSourceConfiguration()
    configuration.components.cachedOutputCountMax = 2
    try await ListFile.withRows(configuration) { list, _ in
      _ = try await list.apply(.section("abc"))
      _ = try await list.add(5, to: "c", in: .id(3)).value
      let batches = try list.batches()
      let outcome = try await list.reconfigure(.environment(environment("blue")))
      let batch = try #require(outcome.batch)
      #expect(batch.causes == .configuration)
      #expect(batch.changes.sourceRevision == 2)
      #expect(batch.changes.targetRevision == 2)
      #expect(batch.items.map { $0.targetPath.item } == [0, 2])
      #expect(batch.items.map { colour($0.output) } == ["blue", "blue"])
      #expect(!batch.namesAllOutputs)
      #expect(try (1...3).map { colour(try list.tree($0)) } == ["blue", "blue", "blue"])
      #expect(try list.tree(3)?.count("c") == 5)
      #expect(list.snapshot.revision == 2)
      let update = try await list.add(1, to: "c", in: .id(3)).value
      #expect(colour(update.batch?.items.first?.output) == "blue")
      await list.close()
      #expect(try await batches.collect().map { $0.changes.targetRevision } == [2, 3])
    }
  }

  @Test func anEqualEnvironmentBuildsNothing() async throws {
    try await ListFile.withRows { list, _ in
      _ = try await list.apply(.section("ab"))
      #expect(try await list.reconfigure(.environment(environment("black"))).batch == nil)
    }
  }

  @Test func aNewEnvironmentHasItsPlaceAmongUpdates() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      let gate = storage.stop(.commit)
      _ = try list.enqueue(.section("ab"))
      await gate.arrival()
      let before = try list.add(1, to: "a", in: .id(1))
      let replacement = try list.enqueueConfiguration(.environment(environment("blue")))
      let after = try list.add(2, to: "a", in: .id(1))
      gate.open()
      #expect(colour(try await before.value.batch?.items.first?.output) == "black")
      #expect(try await replacement.value.batch?.changes.targetRevision == 2)
      #expect(colour(try await after.value.batch?.items.first?.output) == "blue")
      #expect(try list.tree(1)?.history("a") == [1, 2])
    }
  }

  /// Shows a counter in a blue light only.
  private struct Chameleon: Component {
    static let typeName = "Chameleon"

    func body(_ scope: Scope<Chameleon>) -> Node<RowMessage> {
      if scope.environment(Colour.self) == "blue" { Counter(name: "blue") }
    }
  }

  @Test func statesThatComeAndGoWithTheEnvironmentAreARevision() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try RowList(
        storage: storage, codec: TextCodec(), sectionCodec: TextCodec()
      ) { _, _ in Chameleon() }
      _ = try await list.apply(.section("ab"))
      let path = ScopePath([
        ScopeKey(typeName: "Chameleon"), ScopeKey(typeName: "Counter", identifier: "blue"),
      ])
      storage.faults.fail(.commit)
      await #expect(throws: DataSourceError.self) {
        _ = try await list.reconfigure(.environment(environment("blue")))
      }
      #expect(try list.tree(1)?.views.isEmpty == true)
      #expect(try list.states(1) == [:])

      try list.resume()
      let outcome = try await list.reconfigure(.environment(environment("blue")))
      let batch = try #require(outcome.batch)
      #expect(batch.changes.targetRevision == 2)
      #expect(batch.causes == [.change, .configuration])
      #expect(batch.states.map { $0.scope } == [path, path])
      #expect(batch.items.count == 2)
      #expect(try list.states(1) == [path: .counter([])])
      _ = try await list.update(path, of: Counter.self, in: .id(1)) { $0.add(3) }
      _ = try await list.reconfigure(.environment(environment("red")))
      #expect(try list.states(1) == [:])
      #expect(try file.openRows().states(2) == [:])
      await list.close()
    }
  }

  @Test func aBuildCannotReplaceTheEnvironment() async throws {
    try await ListFile.with { file in
      let holder = Recorder<RowList>()
      let errors = Recorder<String>()
      let list = try RowList(
        storage: file.openStorage(), codec: TextCodec(), sectionCodec: TextCodec()
      ) { text, _ in
        do {
          _ = try holder.values.last?.enqueueConfiguration(.environment(EnvironmentValues()))
        } catch {
          errors.record("\(error)")
        }
        return Node(Row(text: text))
      }
      holder.record(list)
      _ = try await list.apply(.section("a"))
      #expect(errors.values == ["\(DataSourceError.updateWhileBuilding)"])
      holder.removeAll()
      await list.close()
    }
  }
}
