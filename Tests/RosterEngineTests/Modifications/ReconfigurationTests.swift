import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterTestSupport
import Testing

/// New configurations: components, environment and constraints at once.
@Suite("Modifications: configuration") struct ReconfigurationTests {
  private var blue: EnvironmentValues {
    var environment = EnvironmentValues()
    environment[Colour.self] = "blue"
    return environment
  }

  @Test func otherComponentsKeepTheStatesOfTheSameScopes() async throws {
    try await ListFile.withRows { list, file in
      _ = try await list.apply(.section("ab"))
      _ = try await list.add(5, to: "a", in: .id(1)).value
      let outcome = try await list.reconfigure(.components { text, _ in Row(text: text + "z") })
      let batch = try #require(outcome.batch)
      #expect(batch.causes == [.change, .configuration])
      #expect(batch.items.map { $0.output.count("z") } == [0, 0])
      #expect(batch.items[0].output.count("a") == 5)
      // The states that began with it are durable with it.
      #expect(batch.changes.targetRevision == 3)
      #expect(try file.openRows().states(2)[.counter("z")] == .counter([]))
      let next = try await list.apply(.insert("c", at: 2))
      #expect(next.items[0].output.count("z") == 0)
    }
  }

  @Test func treesThatAreNotInMemoryHaveTheNewComponents() async throws {
    var configuration = DataSourceConfiguration()
    configuration.components.cachedOutputCountMax = 1
    try await ListFile.withRows(configuration) { list, _ in
      _ = try await list.apply(.section("abc"))
      _ = try await list.reconfigure(.components { text, _ in Row(text: text + "z") })
      #expect(try (1...3).map { try list.tree($0)?.count("z") } == [0, 0, 0])
    }
  }

  @Test func severalPartsAreReplacedTogether() async throws {
    try await ListFile.withRows { list, _ in
      _ = try await list.apply(.section("a"))
      let batches = try list.batches()
      let outcome = try list.reconfigureSynchronously(
        .environment(blue), .layout(.width(4)), .components { text, _ in Row(text: text) })
      #expect(outcome.batch?.items.count == 1)
      #expect(outcome.batch?.sizes.count == 1)
      #expect(list.environment() == blue)
      #expect(list.layoutConstraints() == .width(4))
      await list.close()
      #expect(try await batches.collect().count == 1)
    }
  }

  @Test func anEqualConfigurationIsNoChange() async throws {
    try await ListFile.withRows { list, _ in
      _ = try await list.apply(.section("a"))
      _ = try await list.reconfigure(.environment(blue), .layout(.width(4)))
      let batches = try list.batches()
      let outcome = try await list.reconfigure(.environment(blue), .layout(.width(4)))
      #expect(outcome.batch == nil)
      await list.close()
      #expect(try await batches.collect().isEmpty)
    }
  }

  @Test func aKeyThatIsSetToItsDefaultIsEqualToOneThatIsNotSet() {
    var environment = EnvironmentValues()
    environment[Colour.self] = Colour.defaultValue
    #expect(environment == EnvironmentValues())
    #expect(EnvironmentValues() == environment)
    #expect(environment != blue)
    #expect(EnvironmentValues() != blue)
  }

  @Test func aConfigurationThatCannotBeStoredChangesNothing() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      _ = try await list.apply(.section("a"))
      storage.faults.fail(.commit)
      await #expect(throws: DataSourceError.self) {
        _ = try await list.reconfigure(
          .environment(blue), .components { text, _ in Row(text: text + "z") }
        )
      }
      #expect(list.environment() == EnvironmentValues())
      #expect(try list.tree(1)?.count("z") == nil)
      try list.resume()
      let batch = try await list.apply(.insert("b", at: 1))
      #expect(batch.items[0].output.count("z") == nil)
    }
  }
}
