import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterStore
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

  @Test func bodiesAreRunAgainHoweverEqualTheyAre() async throws {
    try await ListFile.with { file in
      let outside = Outside()
      let list = try RowList(
        storage: file.openStorage(), codec: TextCodec(), sectionCodec: TextCodec()
      ) { _, _ in Window(outside: outside) }
      _ = try await list.apply(.section("ab"))
      outside.names.record("changed")
      #expect(name(try list.tree(1)) == "none")
      let batch = try #require(try await list.reload().batch)
      #expect(batch.items.map { name($0.output) } == ["changed", "changed"])
      #expect(name(try list.tree(1)) == "changed")
      await list.close()
    }
  }

  @Test func statesAndModelsStayAndThereIsNoRevision() async throws {
    try await ListFile.withRows { list, file in
      _ = try await list.apply(.section("ab"))
      _ = try await list.add(5, to: "a", in: .id(1)).value
      let batch = try #require(try await list.reload().batch)
      #expect(batch.causes == .reload)
      #expect(batch.changes.sourceRevision == 2)
      #expect(batch.changes.targetRevision == 2)
      #expect(batch.changes.operations.isEmpty)
      #expect(batch.namesAllOutputs)
      #expect(batch.items[0].output.count("a") == 5)
      #expect(try file.storedRevision() == 2)
      #expect(try list.states(1)[.counter("a")] == .counter([5]))
    }
  }

  @Test func aSectionIsReloadedAlone() async throws {
    try await ListFile.withRows { list, _ in
      _ = try await list.apply(.section("ab"))
      _ = try await list.apply(
        Changeset {
          $0.insertSection(at: 1)
          $0.insertItem("c", at: ItemPath(section: 1, item: 0))
        })
      let batch = try #require(try await list.reload(.section(1)).batch)
      #expect(batch.items.map { $0.id } == [ItemID(rawValue: 3)])
      #expect(batch.namesAllOutputs)
    }
  }

  @Test func namedItemsAreReloadedEvenIfTheyAreNotInMemory() async throws {
    var configuration = DataSourceConfiguration()
    configuration.components.cachedOutputCountMax = 1
    try await ListFile.withRows(configuration) { list, _ in
      _ = try await list.apply(.section("abc"))
      let batch = try #require(
        try await list.reload(.items([.item(2), .id(2)])).batch)
      #expect(batch.items.map { $0.id.rawValue } == [2, 3])
      let all = try #require(try await list.reload().batch)
      #expect(all.items.count == 1)
      #expect(!all.namesAllOutputs)
    }
  }

  @Test func whatWillNotBeThereIsRefused() async throws {
    try await ListFile.withRows { list, _ in
      _ = try await list.apply(.section("a"))
      #expect {
        try list.enqueueReload(.items([.item(1)]))
      } throws: {
        isEqual($0, .noSuchItem(.item(1)))
      }
      #expect {
        try list.enqueueReload(.section(1))
      } throws: {
        isEqual($0, .noSuchSection(1))
      }
      let pending = try list.enqueueReload(.items([.id(7)]))
      await #expect {
        try await pending.value
      } throws: {
        isEqual($0, .noSuchItem(.id(7)))
      }
    }
  }

  @Test func whatThePendingChangesBringIsReloaded() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      let gate = storage.stop(.commit)
      _ = try list.enqueue(.section("a"))
      await gate.arrival()
      _ = try list.enqueue(.insert("b", at: 1))
      let pending = try list.enqueueReload(.items([.item(1)]))
      gate.open()
      #expect(try await pending.value.batch?.items.map { $0.id.rawValue } == [2])
    }
  }

  @Test func aReloadOfWhatAFailedChangeWasToBringFailsWithIt() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      let gate = storage.stop(.commit)
      _ = try list.enqueue(TextChange())
      await gate.arrival()
      let change = try list.enqueue(.section("a"), states: [.of(99, .row, "nobody's")])
      let byPath = try list.enqueueReload(.section(0))
      let all = try list.enqueueReload()
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
      let batch = try #require(try list.reloadSynchronously().batch)
      #expect(batch.items.map { $0.output } == ["a new", "b new"])
      let one = try #require(try list.reloadSynchronously(.items([.item(1)])).batch)
      #expect(one.items.map { $0.output } == ["b new"])
      await list.close()
    }
  }

  @Test func aListWithoutOutputsHasNothingToReload() async throws {
    try await ListFile.with { file in
      let list = try ListDataSource<String, String, Never>(
        storage: file.openStorage(), codec: TextCodec(), sectionCodec: TextCodec())
      _ = try await list.apply(.section("ab"))
      #expect(try await list.reload().batch == nil)
      await list.close()
    }
  }

  @Test func originAndUserInfoComeWithTheBatch() async throws {
    try await ListFile.withRows { list, _ in
      _ = try await list.apply(.section("a"))
      let annotation = ChangeAnnotation(origin: "menu", userInfo: ["key": "value"])
      #expect(try await list.reload(.all, annotation).batch?.changes.annotation == annotation)
      var environment = EnvironmentValues()
      environment[Colour.self] = "blue"
      let outcome = try await list.reconfigure(
        .environment(environment), annotation: annotation
      )
      #expect(outcome.batch?.changes.annotation == annotation)
    }
  }

  @Test func aBuildCannotReload() async throws {
    try await ListFile.with { file in
      let holder = Recorder<RowList>()
      let errors = Recorder<String>()
      let list = try RowList(
        storage: file.openStorage(), codec: TextCodec(), sectionCodec: TextCodec()
      ) { text, _ in
        do { _ = try holder.values.last?.enqueueReload() } catch { errors.record("\(error)") }
        do { _ = try holder.values.last?.reloadSynchronously() } catch {
          errors.record("\(error)")
        }
        return Node(Row(text: text))
      }
      holder.record(list)
      _ = try await list.apply(.section("a"))
      let expected = "\(DataSourceError.updateWhileBuilding)"
      #expect(errors.values == [expected, expected])
      holder.removeAll()
      await list.close()
    }
  }

  @Test func aPathBehindAnUndoIsOneInTheListAfterIt() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      _ = try await list.apply(.section("a"))
      _ = try await list.apply(.insert("b"))
      let first = storage.stop(.commit)
      _ = try list.enqueueUndo()
      await first.arrival()
      let there = try list.enqueueReload(.items([.item(0)]))
      first.open()
      #expect(try await there.value.batch?.items.map { $0.id.rawValue } == [1])
      let second = storage.stop(.commit)
      _ = try list.enqueueUndo()
      await second.arrival()
      let gone = try list.enqueueReload(.section(0))
      second.open()
      await #expect {
        try await gone.value
      } throws: {
        isEqual($0, .noSuchSection(0))
      }
    }
  }

  @Test func aReloadThatIsARevisionIsNoStepOfTheHistory() async throws {
    try await ListFile.with { file in
      let outside = Outside()
      let list = try RowList(
        storage: file.openStorage(), codec: TextCodec(), sectionCodec: TextCodec()
      ) { text, _ in Row(text: text + (outside.names.values.last ?? "")) }
      _ = try await list.apply(.section("a"))
      outside.names.record("z")
      let batch = try #require(try await list.reload().batch)
      #expect(batch.causes == [.change, .reload])
      _ = try await list.undo()
      #expect(list.snapshot.state.sectionCount == 0)
      await list.close()
    }
  }
}
