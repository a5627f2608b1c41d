import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// A snapshot does not change.
@Suite("Reading: snapshots") struct SnapshotTests {
  @Test(arguments: [0, 1, 4, 10_000], 0..<3 as Range<UInt64>)
  func oldSnapshotsReadTheirOwnModels(cachedModelCountMax: Int, seed: UInt64) async throws {
    let limits = DataSourceConfiguration(cachedModelCountMax: cachedModelCountMax)
    try await ListFile.withList(limits) { list, _ in
      var history = RandomHistory(seed: seed)
      var snapshots: [(TextList.Snapshot, ListRows<String, String>)] = []
      for _ in 0..<40 {
        let batch = try await list.apply(history.next())
        snapshots.append((batch.target, history.list.rows))
        for (snapshot, rows) in snapshots.suffix(3) {
          #expect(try snapshot.rows == rows, "seed \(seed), revision \(snapshot.revision)")
        }
      }
      for (snapshot, rows) in snapshots {
        #expect(try snapshot.rows == rows, "seed \(seed), revision \(snapshot.revision)")
      }
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func everyRevisionOfAHistoryCanBeReadAgain(seed: UInt64) async throws {
    try await ListFile.with { file in
      var history = RandomHistory(seed: seed)
      var past = [history.list]
      let list = try file.openList()
      for _ in 0..<40 {
        _ = try await list.apply(history.next())
        past.append(history.list)
      }
      try expect(list, past, seed)
      await list.close()
      try expect(try file.openList(DataSourceConfiguration(cachedModelCountMax: 2)), past, seed)
    }
  }

  private func expect(
    _ list: TextList, _ past: [NaiveList<String, String>], _ seed: UInt64
  ) throws {
    for naive in past.reversed() + past {
      let snapshot = try list.snapshot(at: naive.revision)
      #expect(snapshot.revision == naive.revision)
      #expect(try snapshot.rows == naive.rows, "seed \(seed), revision \(naive.revision)")
      #expect(try snapshot.itemIDs == naive.itemIDs, "seed \(seed), revision \(naive.revision)")
      #expect(snapshot.state.sectionIDs.map { $0.rawValue } == naive.sectionIDs)
      #expect(try snapshot.state.violations() == [])
    }
  }

  /// What is read once, as by one who looks at all items, does not displace what is read again.
  @Test func modelsAreReadAgainIfTheyAreNotKeptInMemory() async throws {
    try await ListFile.with { file in
      let writer = try file.openList()
      _ = try await writer.apply(.section("ab"))
      await writer.close()
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(), storage)
      let items = try list.snapshot.state.itemIDs(inSection: 0)
      func readCount(keepsInMemory: Bool) throws -> Int {
        let former = storage.faults.calls.count { $0 == .itemModels }
        let models = try list.snapshot.models(of: items, keepsInMemory: keepsInMemory)
        #expect(models == ["a", "b"])
        return storage.faults.calls.count { $0 == .itemModels } - former
      }
      #expect(try [false, false, true, true, false].map(readCount) == [1, 1, 1, 0, 0])
      await list.close()
    }
  }

  @Test func aHistoryThatIsLongerThanAChunkCanBeReadAgain() async throws {
    try await withLongHistory { list in
      for revision in [2, 3, 255, 258, 300, 302, 512, 600, 602] {
        let models = try list.snapshot(at: revision).models(inSection: 0)
        #expect(models == (0..<revision - 2).map { "\($0)" } + ["A"])
      }
    }
  }

  /// Makes a list of more than 600 revisions: two steps of a walk from the middle, and a part of one.
  private func withLongHistory(_ body: (TextList) async throws -> Void) async throws {
    try await ListFile.withList { list, _ in
      _ = try list.applySynchronously(.section(""))
      _ = try list.applySynchronously(.section("A"))
      for number in 0..<600 { _ = try list.enqueue(.insert("\(number)", at: number)) }
      _ = try await list.apply(TextChange())
      try await body(list)
    }
  }

  @Test func aLongWayIsGoneInSteps() async throws {
    try await withLongHistory { list in
      let present = list.snapshot.revision
      // From the beginning, and back from the present.
      for (revision, count) in [(300, 300), (present - 300, 300), (present - 257, 257)] {
        let shares = Recorder<Double>()
        let snapshot = try await list.snapshot(at: revision) { shares.record($0) }
        #expect(try snapshot.rows == list.snapshot(at: revision).rows)
        #expect(shares.values == [256 / Double(count)], "revision \(revision)")
      }
      // One step is no long way.
      for revision in [0, 256, present - 256, present] {
        let shares = Recorder<Double>()
        let snapshot = try await list.snapshot(at: revision) { shares.record($0) }
        #expect(snapshot.revision == revision && shares.values.isEmpty)
      }
    }
  }

  @Test func aLongWayEndsWithItsTask() async throws {
    try await withLongHistory { list in
      let shares = Recorder<Double>()
      let way = Task {
        try await list.snapshot(at: 300) { share in
          shares.record(share)
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
      await #expect(throws: CancellationError.self) { try await way.value }
      #expect(shares.values.count == 1)
    }
  }

  @Test func aWalkSaysWhereItIs() async throws {
    try await withLongHistory { list in
      let present = list.snapshot.revision
      var walk = try list.walk(to: present - 300, near: list.snapshot)
      #expect(walk.share == 0 && !walk.isOver)
      var goesOn = try walk.goOn()
      #expect(goesOn && walk.state.revision == present - 256)
      #expect(walk.share == 256 / Double(300))
      goesOn = try walk.goOn()
      #expect(!goesOn && walk.state.revision == present - 300)
      #expect(walk.share == 1)
      // At its end it stays there.
      goesOn = try walk.goOn()
      #expect(!goesOn && walk.isOver)
      var near = try list.walk(to: present - 290, near: list.snapshot(of: walk))
      goesOn = try near.goOn()
      #expect(!goesOn && near.state.revision == present - 290)
    }
  }

  @Test func aWalkBeginsWhereItIsNearest() async throws {
    try await withLongHistory { list in
      let (present, middle) = (list.snapshot.revision, try list.snapshot(at: 400))
      for (revision, start) in [
        (1, 0), (199, 0), (201, 400), (399, 400), (401, 400), (500, 400), (502, present),
      ] {
        var walk = try list.walk(to: revision, near: middle)
        #expect(walk.state.revision == start, "to revision \(revision)")
        while try walk.goOn() {}
        #expect(try list.snapshot(of: walk).rows == list.snapshot(at: revision).rows)
      }
    }
  }

  @Test func aRevisionThatIsNotThereIsStale() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(.section("A"))
      for revision in [-1, 2, Int.min, Int.max] {
        let error = #expect(throws: StorageError.self) { try list.snapshot(at: revision) }
        #expect(error?.code == .stale)
        let other = await #expect(throws: StorageError.self) {
          try await list.snapshot(at: revision) { _ in }
        }
        #expect(other?.code == .stale)
      }
    }
  }

  @Test func whatDoesNotExistIsNil() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(.section("A"))
      let snapshot = list.snapshot
      #expect(try snapshot.model(at: ItemPath(section: 0, item: 0)) == "A")
      for (section, item) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
        #expect(try snapshot.model(at: ItemPath(section: section, item: item)) == nil)
      }
      #expect(try snapshot.models(inSection: 1) == [])
      #expect(try snapshot.models(inSection: 0, 1..<9) == [])
      #expect(try snapshot.sectionModel(at: 0) == nil)
      #expect(try snapshot.sectionModel(at: 1) == nil)
    }
  }

  @Test(arguments: [0, 4, 10_000])
  func readersOnManyThreadsSeeWhatBelongsTogether(cachedModelCountMax: Int) async throws {
    let limits = DataSourceConfiguration(cachedModelCountMax: cachedModelCountMax)
    try await ListFile.withList(limits) { list, _ in
      _ = try await list.apply(.section("ABCDEFGH"))
      try await withThrowingTaskGroup { group in
        for _ in 0..<3 {
          group.addTask {
            while list.snapshot.revision < 200 {
              let snapshot = list.snapshot
              let revision = snapshot.revision
              let models = try snapshot.models(inSection: 0)
              // Every change to revision r gives the item at r mod 8 the model "r".
              for (item, model) in models.enumerated() {
                let last = revision - (revision - item + 8) % 8
                #expect(last < 2 || model == "\(last)", "item \(item) at revision \(revision)")
              }
              await Task.yield()
            }
          }
        }
        group.addTask {
          for revision in 2...200 { _ = try await list.apply(.update(revision % 8, "\(revision)")) }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func aModelThatDoesNotDecodeConcernsItsItemAlone() async throws {
    try await ListFile.with { file in
      let writer = try file.openList()
      _ = try await writer.apply(.section("123"))
      _ = try await writer.apply(.update(1, "two"))
      await writer.close()
      let list = try ListDataSource<Int, String, Never>(
        storage: file.openStorage(), codec: NumberCodec(), sectionCodec: TextCodec())
      let snapshot = list.snapshot
      #expect(try snapshot.model(at: ItemPath(section: 0, item: 0)) == 1)
      #expect(try snapshot.models(inSection: 0, 2..<3) == [3])
      let error = #expect(throws: StorageError.self) { try snapshot.models(inSection: 0) }
      #expect(error?.code == .undecodable)
      #expect(try list.snapshot(at: 1).models(inSection: 0) == [1, 2, 3])
      await list.close()
    }
  }

  private struct NumberCodec: ModelCodec {
    struct NoNumber: Error {}

    func encode(_ model: Int) throws -> StoredValue { .text("\(model)") }

    func decode(_ value: StoredValue) throws -> Int {
      guard case .text(let text) = value, let number = Int(text) else { throw NoNumber() }
      return number
    }
  }
}
