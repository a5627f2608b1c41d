import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// New configurations: components, environment and constraints at once.
@Suite("Modifications: configuration") struct ReconfigurationTests {
  private var blue: ComponentEnvironment {
    var environment = ComponentEnvironment()
    environment[Colour.self] = "blue"
    return environment
  }

  @Test(arguments: TreeKind.allCases)
  func otherComponentsKeepTheStatesOfTheSameScopes(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, file in
      _ = try await list.apply(kind.rows("ab"))
      _ = try await list.add(5, to: "a", in: kind.id(1)).value
      let outcome = try await list.apply(.configuration(kind.components { Row(text: $0 + "z") }))
      let batch = try #require(outcome.batch)
      #expect(batch.causes == [.change, .configuration])
      #expect(batch.outputs.map(\.tree) == [kind.tree(1), kind.tree(2)] && batch.namesAllOutputs)
      #expect(batch.outputs.counts("z") == [0, 0])
      #expect(batch.outputs.counts("a") == [5, nil])
      // The states that began with it are durable with it.
      #expect(batch.changes.targetRevision == 3)
      #expect(try file.openTrees().states(2, kind)[.counter("z")] == .counter([]))
      let next = try await list.apply(kind.insert("c", at: 2))
      // The other kinds of trees have the components that they had.
      #expect(next.outputs(kind).counts("z") == [0])
      #expect(next.outputs.counts("z").compactMap { $0 } == [0])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func treesThatAreNotInMemoryHaveTheNewComponents(kind: TreeKind) async throws {
    try await ListFile.withTrees(.keeping(1), only: kind) { list, _ in
      _ = try await list.apply(kind.rows("abc"))
      _ = try await list.apply(.configuration(kind.components { Row(text: $0 + "z") }))
      #expect(try (1...3).map { try list.tree($0, kind)?.count("z") } == [0, 0, 0])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func severalPartsAreReplacedTogether(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      _ = try await list.apply(kind.rows("a"))
      let batches = try list.batches()
      let outcome = try list.applySynchronously(
        .configuration(.environment(blue), .layout(.width(4)), kind.components { Row(text: $0) }))
      #expect(outcome.batch?.causes == .configuration)
      #expect(outcome.batch?.outputs(kind).count == 1)
      #expect(outcome.batch?.sizes.count { kind.contains($0.tree) } == 1)
      #expect(list.environment() == blue)
      #expect(list.layoutConstraints() == .width(4))
      await list.close()
      #expect(try await batches.collect().count == 1)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func anEqualConfigurationIsNoChange(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      _ = try await list.apply(kind.rows("a"))
      _ = try await list.apply(.configuration(.environment(blue), .layout(.width(4))))
      let batches = try list.batches()
      let outcome = try await list.apply(.configuration(.environment(blue), .layout(.width(4))))
      #expect(outcome.batch == nil)
      await list.close()
      #expect(try await batches.collect().isEmpty)
    }
  }

  @Test func aKeyThatIsSetToItsDefaultIsEqualToOneThatIsNotSet() {
    var environment = ComponentEnvironment()
    environment[Colour.self] = Colour.defaultValue
    #expect(environment == ComponentEnvironment())
    #expect(ComponentEnvironment() == environment)
    #expect(environment != blue)
    #expect(ComponentEnvironment() != blue)
  }

  @Test(arguments: TreeKind.allCases)
  func aConfigurationThatCannotBeStoredChangesNothing(kind: TreeKind) async throws {
    try await ListFile.withGatedTrees { list, storage, _ in
      _ = try await list.apply(kind.rows("a"))
      storage.faults.fail(.commit)
      await #expect(throws: DataSourceError.self) {
        _ = try await list.apply(
          .configuration(.environment(blue), kind.components { Row(text: $0 + "z") }))
      }
      #expect(list.environment() == ComponentEnvironment())
      #expect(try list.tree(1, kind)?.count("z") == nil)
      try list.resume()
      let batch = try await list.apply(kind.insert("b", at: 1))
      #expect(batch.outputs(kind).counts("z") == [nil])
    }
  }
}
