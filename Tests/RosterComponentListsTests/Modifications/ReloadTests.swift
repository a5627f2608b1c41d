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

/// Reloads: outputs are generated again, and nothing else changes.
@Suite("Modifications: reload") struct ReloadTests {
  /// A value outside of the list that bodies read.
  private final class Outside: Sendable {
    let names = Recorder<String>()

    var name: String { names.values.last ?? "none" }
  }

  /// Shows the outside value, although the component itself stays equal.
  private struct Window: Component, Equatable {
    let outside: Outside

    static let typeName = "Window"

    static func == (first: Window, second: Window) -> Bool { first.outside === second.outside }

    func body(_ scope: Scope<Window>) -> Node<RowMessage> {
      ViewNode("window").attribute("name", .string(outside.name))
    }
  }

  private func name(_ tree: RowTree?) -> String? {
    tree?.views.first?.spec.attributes["name"]?.stringValue
  }

  private func isEqual(_ error: any Error, _ expected: DataSourceError) -> Bool {
    "\(error)" == "\(expected)"
  }

  @Test(arguments: TreeKind.allCases)
  func bodiesAreRunAgainHoweverEqualTheyAre(kind: TreeKind) async throws {
    try await ListFile.with { file in
      let outside = Outside()
      let list = try file.openTrees { _ in Window(outside: outside) }
      _ = try await list.apply(kind.rows("ab"))
      outside.names.record("changed")
      #expect(name(try list.tree(1, kind)) == "none")
      let batch = try #require(try await list.apply(.reload()).batch)
      #expect(batch.outputs(kind).map { name($0.output) } == ["changed", "changed"])
      #expect(name(try list.tree(1, kind)) == "changed")
      outside.names.record("changed again")
      let one = try #require(try await list.apply(.reload(.trees([kind.id(2)]))).batch)
      #expect(one.causes == .reload && one.namesAllOutputs)
      #expect(one.outputs.map(\.targetPlace) == [kind.place(1)])
      #expect(try (1...2).map { name(try list.tree($0, kind)) } == ["changed", "changed again"])
      await list.close()
    }
  }

  @Test(arguments: TreeKind.allCases)
  func statesAndModelsStayAndThereIsNoRevision(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, file in
      _ = try await list.apply(kind.rows("ab"))
      _ = try await list.add(5, to: "a", in: kind.id(1)).value
      let batch = try #require(try await list.apply(.reload()).batch)
      #expect(batch.causes == .reload)
      #expect(batch.changes.sourceRevision == 2)
      #expect(batch.changes.targetRevision == 2)
      #expect(batch.changes.operations.isEmpty)
      #expect(batch.namesAllOutputs)
      #expect(batch.outputs(kind).counts("a") == [5, nil])
      #expect(try file.storedRevision() == 2)
      #expect(try list.states(1, kind)[.counter("a")] == .counter([5]))
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aSectionIsReloadedAlone(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      _ = try await list.apply(kind.rows("ab"))
      _ = try await list.apply(kind.rows("c"))
      let batch = try #require(try await list.apply(.reload(.section(0))).batch)
      #expect(batch.outputs(kind).numbers == [3])
      #expect(batch.namesAllOutputs)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func namedTreesAreReloadedEvenIfTheyAreNotInMemory(kind: TreeKind) async throws {
    try await ListFile.withTrees(.keeping(1), only: kind) { list, _ in
      _ = try await list.apply(kind.rows("abc"))
      let batch = try #require(
        try await list.apply(.reload(.trees([kind.at(2), kind.id(2)]))).batch)
      #expect(batch.outputs.numbers == [2, 3])
      let all = try #require(try await list.apply(.reload()).batch)
      #expect(all.outputs.count == 1)
      #expect(!all.namesAllOutputs)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func whatWillNotBeThereIsRefused(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      _ = try await list.apply(kind.rows("a"))
      #expect {
        try list.enqueue(.reload(.trees([kind.at(1)])))
      } throws: {
        "\($0)" == "there is no \(kind.at(1))"
      }
      #expect {
        try list.enqueue(.reload(.section(1)))
      } throws: {
        isEqual($0, .noSuchSection(.index(1)))
      }
      let pending = try list.enqueue(.reload(.trees([kind.id(7)])))
      await #expect {
        try await pending.value
      } throws: {
        "\($0)" == "there is no \(kind.id(7))"
      }
    }
  }

  @Test(arguments: TreeKind.allCases)
  func whatThePendingChangesBringIsReloaded(kind: TreeKind) async throws {
    try await ListFile.withGatedTrees { list, storage, _ in
      let gate = storage.stop(.commit)
      _ = try list.enqueue(kind.rows("a"))
      await gate.arrival()
      _ = try list.enqueue(kind.insert("b", at: 1))
      let pending = try list.enqueue(.reload(.trees([kind.at(1)])))
      gate.open()
      #expect(try await pending.value.batch?.outputs(kind).numbers == [2])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aReloadOfWhatAFailedChangeWasToBringFailsWithIt(kind: TreeKind) async throws {
    try await ListFile.withGatedTrees { list, storage, _ in
      let gate = storage.stop(.commit)
      _ = try list.enqueue(TextChange())
      await gate.arrival()
      let change = try list.enqueue(kind.rows("a"), states: [.of(99, .row, "nobody's")])
      let byPath = try list.enqueue(.reload(.section(0)))
      let all = try list.enqueue(.reload())
      gate.open()
      await #expect(throws: DataSourceError.self) { try await change.value }
      // Both wait in one row, so the later one includes the earlier.
      #expect(byPath.outcome != nil)
      #expect(try await all.value.batch == nil)
    }
  }

  @Test func listsOfClosuresAreReloadedWhole() async throws {
    try await ListFile.with { file in
      let outside = Outside()
      let list = try file.openList { text, _ in "\(text) \(outside.name)" }
      _ = try await list.apply(.section("ab"))
      outside.names.record("new")
      let batch = try #require(try list.applySynchronously(.reload()).batch)
      #expect(batch.items.map { $0.output } == ["a new", "b new"])
      let one = try #require(try list.applySynchronously(.reload(.items([.item(1)]))).batch)
      #expect(one.items.map { $0.output } == ["b new"])
      await list.close()
    }
  }

  @Test func aListWithoutOutputsHasNothingToReload() async throws {
    try await ListFile.with { file in
      let list = try ListDataSource<String, String, Never>(
        storage: file.openStorage(), codec: TextCodec(), sectionCodec: TextCodec())
      _ = try await list.apply(.section("ab"))
      #expect(try await list.apply(.reload()).batch == nil)
      await list.close()
    }
  }

  @Test(arguments: TreeKind.allCases)
  func originAndUserInfoComeWithTheBatch(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      _ = try await list.apply(kind.rows("a"))
      let annotation = ChangeAnnotation(origin: "menu", userInfo: ["key": "value"])
      #expect(
        try await list.apply(.reload(.all), annotation).batch?.changes.annotation == annotation)
      var environment = ComponentEnvironment()
      environment[Colour.self] = "blue"
      let outcome = try await list.apply(.configuration(.environment(environment)), annotation)
      #expect(outcome.batch?.changes.annotation == annotation)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aBuildCannotReload(kind: TreeKind) async throws {
    try await ListFile.with { file in
      let holder = Recorder<RowList>()
      let errors = Recorder<String>()
      let list = try file.openTrees(only: kind) { text in
        do { _ = try holder.values.last?.enqueue(.reload()) } catch { errors.record("\(error)") }
        do { _ = try holder.values.last?.applySynchronously(.reload()) } catch {
          errors.record("\(error)")
        }
        return Node(Row(text: text))
      }
      holder.record(list)
      _ = try await list.apply(kind.rows("a"))
      let expected = "\(DataSourceError.updateWhileBuilding)"
      #expect(errors.values == [expected, expected])
      holder.removeAll()
      await list.close()
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aPathBehindAnUndoIsOneInTheListAfterIt(kind: TreeKind) async throws {
    try await ListFile.withGatedTrees { list, storage, _ in
      _ = try await list.apply(kind.rows("a"))
      _ = try await list.apply(kind.insert("b"))
      let first = storage.stop(.commit)
      _ = try list.enqueue(.undo())
      await first.arrival()
      let there = try list.enqueue(.reload(.trees([kind.at(0)])))
      first.open()
      #expect(try await there.value.batch?.outputs(kind).numbers == [1])
      let second = storage.stop(.commit)
      _ = try list.enqueue(.undo())
      await second.arrival()
      let gone = try list.enqueue(.reload(.section(0)))
      second.open()
      await #expect {
        try await gone.value
      } throws: {
        isEqual($0, .noSuchSection(.index(0)))
      }
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aReloadThatIsARevisionIsNoStepOfTheHistory(kind: TreeKind) async throws {
    try await ListFile.with { file in
      let outside = Outside()
      let list = try file.openTrees { Row(text: $0 + (outside.names.values.last ?? "")) }
      _ = try await list.apply(kind.rows("a"))
      outside.names.record("z")
      let batch = try #require(try await list.apply(.reload()).batch)
      #expect(batch.causes == [.change, .reload])
      _ = try await list.apply(.undo())
      #expect(list.snapshot.state.sectionCount == 0)
      await list.close()
    }
  }
}
