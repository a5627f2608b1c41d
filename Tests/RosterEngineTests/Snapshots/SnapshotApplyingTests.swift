import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// The list becomes equal to a snapshot, in queue order.
@Suite("Snapshots: applying") struct SnapshotApplyingTests {
  // MARK: Results

  @Test func theExampleOfTheDocumentation() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(.section("abc|d"))
      let batch = try await list.apply(
        .contents(TextContents("bA|cd"), by: .byLetter), ChangeAnnotation(origin: "sync"))
      let expected = TextChange {
        $0.updateItem(at: ItemPath(section: 0, item: 0), "A")
        $0.moveItem(from: ItemPath(section: 0, item: 1), to: ItemPath(section: 0, item: 0))
        $0.moveItem(from: ItemPath(section: 0, item: 2), to: ItemPath(section: 1, item: 0))
      }
      #expect(batch.changes.changeset.changeCount == expected.changeCount)
      #expect(batch.changes.annotation.origin == "sync")
      #expect(try list.snapshot.itemIDs == [[2, 1], [3, 4]])
    }
  }

  @Test func identifiableModelsNeedNoIdentification() async throws {
    try await ListFile.with { file in
      let list = try ListDataSource<Person, Person, Never>(
        storage: file.openStorage(), codec: Person.Codec(), sectionCodec: Person.Codec())
      let (ada, grace) = (Person(id: 1, name: "Ada"), Person(id: 2, name: "Grace"))
      let team = Person(id: 9, name: "Team")
      let contents = ListContents([.init(model: team, items: [ada, grace])])
      _ = try await list.apply(.contents(contents))
      let renamed = Person(id: 1, name: "Lovelace")
      let batch = try list.applySynchronously(
        .contents(ListContents([.init(model: team, items: [grace, renamed])])))
      #expect(batch.changes.changeset.changeCount == 2)
      #expect(try list.snapshot.contents().sections.map(\.items) == [[grace, renamed]])
      let last = try list.enqueue(
        .contents(ListContents([.init(items: [ada, ada])]), duplicates: .keepFirst))
      #expect(try await last.value.target.contents() == ListContents([.init(items: [ada])]))
      await list.close()
    }
  }

  @Test func theItemsOfAFlatListAreItsContents() async throws {
    try await ListFile.with { file in
      let list = try ListDataSource<Person, String, Never>(
        storage: file.openStorage(), codec: Person.Codec(), sectionCodec: TextCodec())
      let (ada, grace) = (Person(id: 1, name: "Ada"), Person(id: 2, name: "Grace"))
      let (first, second) = try await list.change { _, change in
        (try change.append(ada), try change.append(grace))
      }.value
      let renamed = Person(id: 1, name: "Lovelace")
      let batch = try await list.apply(.contents([grace, renamed]))
      #expect(batch.changes.changeset.changeCount == 2)
      #expect(try list.snapshot.contents() == ListContents([.init(items: [grace, renamed])]))
      #expect(try list.snapshot.state.itemIDs(inSection: 0) == [second, first])
      #expect(throws: DataSourceError.self) { try list.enqueue(.contents([ada, ada])) }
      try await list.apply(.contents([ada, ada], duplicates: .keepFirst))
      try await list.apply(
        Changeset {
          $0.insertSection(at: 0, "a model")
          $0.insertItem(grace, at: ItemPath(section: 0, item: 0))
        })
      try await list.apply(.contents([grace]))
      #expect(try list.snapshot.contents() == ListContents([.init(items: [grace])]))
      try await list.apply(.contents([]))
      #expect(try list.snapshot.contents() == ListContents([.init(items: [])]))
      await list.close()
    }
  }

  @Test func anEqualSnapshotIsARevisionInWhichNothingChanges() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(.section("ab"))
      let batch = try await list.apply(.contents(TextContents("ab"), by: .byLetter))
      #expect(batch.changes.changeset.isEmpty)
      #expect(batch.changes.targetRevision == 2)
      #expect(batch.items.isEmpty)
    }
  }

  @Test func outputsAreMadeOnlyForWhatIsInsertedOrUpdated() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(.section("abc"))
      let batch = try await list.apply(.contents(TextContents("cAxb"), by: .byLetter))
      #expect(batch.items.map(\.output) == ["<A>", "<x>"])
    }
  }

  @Test func aStateIsWrittenToAnItemOfTheSnapshot() async throws {
    try await ListFile.withList { list, _ in
      let state = StoredState(value: .text("1"))
      let path = ItemPath(section: 0, item: 1)
      let assignment = StateAssignment(item: .path(path), scope: .root, state: state)
      _ = try await list.apply(.contents(TextContents("ab"), by: .byLetter, states: [assignment]))
      #expect(try list.snapshot.states(at: path) == [.root: state])
      let error = #expect(throws: DataSourceError.self) {
        try list.enqueue(.contents(TextContents("a"), by: .byLetter, states: [assignment]))
      }
      guard case .noSuchItem = error else {
        Issue.record("a path that the snapshot lacks is refused")
        return
      }
    }
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func randomSnapshotsAndChangesetsTakeTurns(seed: UInt64) async throws {
    try await ListFile.with { file in
      var history = RandomHistory(seed: seed)
      var snapshots = RandomContents(seed: seed)
      let list = try file.openList(DataSourceConfiguration(groupCountMax: 3))
      let batches = try list.batches()
      var expected: [ListRows<String, String>] = []
      for _ in 0..<40 {
        if history.random.happens(percent: 50) {
          let target = snapshots.next()
          try history.replace(with: target)
          _ = try list.enqueue(.contents(target, by: .byLetter))
        } else {
          _ = try list.enqueue(try history.next())
        }
        expected.append(history.list.rows)
      }
      await list.close()
      let found = try await batches.collect()
      #expect(try found.map { try $0.target.rows } == expected, "seed \(seed)")
      #expect(try found.allSatisfy { try BatchFacts($0).isReplayable }, "seed \(seed)")
      #expect(try file.openList().snapshot.rows == expected.last, "seed \(seed)")
    }
  }

  // MARK: The list after everything pending

  @Test func aSnapshotIsComparedWithTheListAfterEverythingPending() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(), storage)
      let gate = storage.stop(.commit)
      _ = try list.enqueue(.section("ab"))
      await gate.arrival()
      _ = try list.enqueue(.insert("c", at: 2))
      let replaced = try list.enqueue(.contents(TextContents("cb"), by: .byLetter))
      _ = try list.enqueue(.insert("d", at: 2))
      gate.open()
      let batch = try await replaced.value
      #expect(batch.changes.changeset.outline.removedItems == [ItemPath(section: 0, item: 0)])
      #expect(batch.changes.changeset.outline.movedItems.count == 1)
      #expect(batch.changes.changeset.insertedModels == [])
      await list.close()
      #expect(try list.snapshot.rows.drawing == "cbd")
      // What is before a snapshot is committed before the comparison; what is behind it is
      // committed with it.
      #expect(storage.commitCounts == [1, 1, 2])
    }
  }

  @Test func whatIsQueuedBehindASnapshotIsVerifiedAgainstIt() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(), storage)
      let gate = storage.stop(.commit)
      _ = try list.enqueue(.section("ab"))
      await gate.arrival()
      _ = try list.enqueue(.contents(TextContents("x"), by: .byLetter))
      #expect(throws: DataSourceError.self) { try list.enqueue(.remove(1)) }
      _ = try list.enqueue(.remove(0))
      gate.open()
      await list.close()
      #expect(try list.snapshot.rows.drawing == "")
    }
  }

  @Test func aSnapshotDoesNotFailWithTheChangesetsBeforeIt() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(groupCountMax: 1), storage)
      let gate = storage.stop(.commit)
      _ = try list.enqueue(TextChange())
      await gate.arrival()
      let failing = try list.enqueue(.section("ab"), states: [.of(99, .like, "nobody's")])
      let dependent = try list.enqueue(.insert("c"))
      let replaced = try list.enqueue(.contents(TextContents("xy"), by: .byLetter))
      let behind = try list.enqueue(.insert("z", at: 2))
      gate.open()
      await #expect(throws: DataSourceError.self) { try await failing.value }
      await #expect(throws: DataSourceError.self) { try await dependent.value }
      #expect(try await replaced.value.changes.targetRevision == 2)
      #expect(try await behind.value.changes.targetRevision == 3)
      #expect(try list.snapshot.rows.drawing == "xyz")
      await list.close()
    }
  }

  @Test func whatIsBehindASnapshotThatFailsFailsWithIt() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(), storage)
      let gate = storage.stop(.commit)
      _ = try list.enqueue(.section("ab"))
      await gate.arrival()
      let replaced = try list.enqueue(.contents(TextContents("x"), by: .byLetter))
      let behind = try list.enqueue(.insert("y"))
      storage.faults.fail(.sectionModels)
      gate.open()
      for change in [replaced, behind] {
        await #expect(throws: DataSourceError.self) { try await change.value }
      }
      #expect(try list.snapshot.rows.drawing == "ab")
      try list.resume()
      #expect(try await list.apply(.insert("c")).changes.targetRevision == 2)
      await list.close()
    }
  }

  // MARK: Refusals

  @Test func aDuplicateIsRefusedAtOnceAndNothingIsQueued() async throws {
    try await ListFile.withList { list, _ in
      let error = #expect(throws: DataSourceError.self) {
        try list.applySynchronously(.contents(TextContents("ab|A"), by: .byLetter))
      }
      guard case .duplicate(let duplicate) = error else {
        Issue.record("a duplicate is refused as one")
        return
      }
      #expect(
        duplicate
          == DuplicateIdentifier(
            "a", first: .item(ItemPath(section: 0, item: 0)),
            second: .item(ItemPath(section: 1, item: 0))))
      #expect(list.pendingCount == 0 && list.snapshot.revision == 0)
    }
  }

  @Test func aSnapshotFromTheGeneratorIsReentrant() async throws {
    try await ListFile.with { file in
      let owner = Recorder<TextList>()
      let errors = Recorder<String>()
      let list = try file.openList { text, _ in
        do throws(DataSourceError) {
          try owner.values[0].applySynchronously(.contents(TextContents("x"), by: .byLetter))
        } catch {
          errors.record("\(error)")
        }
        return text
      }
      owner.record(list)
      _ = try await list.apply(.section("a"))
      #expect(errors.values == ["\(DataSourceError.reentrant)"])
      await list.close()
      owner.removeAll()
    }
  }

  @Test func aFullQueueAndAClosedListRefuseASnapshot() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(pendingCountMax: 1), storage)
      let gate = storage.stop(.commit)
      _ = try list.enqueue(.section("a"))
      await gate.arrival()
      _ = try list.enqueue(.contents(TextContents("b"), by: .byLetter))
      let full = #expect(throws: DataSourceError.self) {
        try list.enqueue(.contents(TextContents("c"), by: .byLetter))
      }
      guard case .queueFull(limit: 1) = full else {
        Issue.record("a full queue says so")
        return
      }
      gate.open()
      await list.close()
      let closed = #expect(throws: DataSourceError.self) {
        try list.applySynchronously(.contents(TextContents("c"), by: .byLetter))
      }
      guard case .closed = closed else {
        Issue.record("a closed list says so")
        return
      }
      #expect(try list.snapshot.rows.drawing == "b")
    }
  }

  // MARK: Cost

  @Test func everyModelOfTheListIsReadOnce() async throws {
    try await ListFile.with { file in
      let codec = CountingCodec()
      let list = try TextList(
        storage: file.openStorage(), codec: codec, sectionCodec: TextCodec(),
        configuration: DataSourceConfiguration(cachedModelCountMax: 0)
      ) { text, _ in text }
      let letters = (0..<3_000).map { String($0, radix: 36) }
      let identity = Identification<String, String, String, String>(
        items: { $0 }, sections: { $0 })
      _ = try await list.apply(
        .contents(ListContents([.init(model: "S", items: letters)]), by: identity))
      codec.decoded.removeAll()
      let batch = try await list.apply(
        .contents(
          ListContents([.init(model: "S", items: letters.reversed() + ["new"])]), by: identity))
      #expect(batch.changes.changeset.insertedModels == ["new"])
      #expect(codec.decoded.values.count == letters.count)
      await list.close()
    }
  }

  private struct CountingCodec: ModelCodec {
    let decoded = Recorder<String>()

    func encode(_ model: String) throws -> StoredValue { .text(model) }

    func decode(_ value: StoredValue) throws -> String {
      let text = try TextCodec().decode(value)
      decoded.record(text)
      return text
    }
  }

  private struct Person: Identifiable, Equatable, Sendable {
    var id: Int
    var name: String

    struct Codec: ModelCodec {
      func encode(_ model: Person) throws -> StoredValue { .text("\(model.id) \(model.name)") }

      func decode(_ value: StoredValue) throws -> Person {
        let words = try TextCodec().decode(value).split(separator: " ")
        return Person(id: try #require(Int(words[0])), name: String(words[1]))
      }
    }
  }
}
