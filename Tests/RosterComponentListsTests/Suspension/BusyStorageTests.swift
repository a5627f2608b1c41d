import GRDB
import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// Storage that another connection keeps locked fails a change, and does not suspend the list.
@Suite("Suspension: busy storage") struct BusyStorageTests {
  private let busy = StorageError(.busy, "another connection is writing")

  /// Returns the outcome of a modification in a word.
  private func outcome<Value>(of pending: Pending<Value>) async -> String {
    do {
      _ = try await pending.value
      return "applied"
    } catch let error as DataSourceError {
      return error.word
    } catch {
      return "\(error)"
    }
  }

  // MARK: What becomes of the changes

  @Test func whatWasVerifiedOnTopFailsAndEverythingElseGoesOn() async throws {
    try await ListFile.withGatedRows { list, storage, file in
      _ = try await list.apply(.section("ab"))
      let gate = storage.stop(.commit)
      storage.faults.fail(.commit, with: busy)
      let first = try list.enqueue(.insert("c"), ChangeAnnotation(origin: "sync"))
      await gate.arrival()
      let byPath = try list.add(1, to: "a", in: .item(0))
      let byID = try list.add(2, to: "a", in: .id(1))
      let changeset = try list.enqueue(.remove(2))
      let draft = try list.enqueueChange { _, change in _ = try change.append("d") }
      let behindDraft = try list.enqueue(.update(2, "e"))
      gate.open()
      #expect(await outcome(of: first) == "busy")
      #expect(await outcome(of: byPath) == "preceding busy")
      #expect(await outcome(of: byID) == "applied")
      #expect(await outcome(of: changeset) == "preceding busy")
      #expect(await outcome(of: draft) == "applied")
      #expect(await outcome(of: behindDraft) == "preceding busy")
      #expect(list.suspension == nil)
      #expect(try await list.apply(.insert("f")).target.revision == 4)
      #expect(try list.snapshot.rows == ListRows("fabd"))
      #expect(try file.openRows().snapshot.rows == ListRows("fabd"))
    }
  }

  /// Updates that wait become one revision, unless their annotations differ.
  @Test func allUpdatesOfOneRevisionAreBusy() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      _ = try await list.apply(.section("ab"))
      let gate = storage.stop(.commit)
      let held = try list.enqueue(.insert("c", at: 2))
      await gate.arrival()
      storage.faults.fail(.commit, skipping: 1, with: busy)
      let updates = try [1, 2].map { try list.add($0, to: "a", in: .id(1)) }
      let other = try list.enqueue(
        .actions([.add(3, to: "a")], in: .id(1)), ChangeAnnotation(origin: "other"))
      gate.open()
      _ = try await held.value
      for update in updates { #expect(await outcome(of: update) == "busy") }
      #expect(await outcome(of: other) == "applied")
      #expect(list.suspension == nil)
      #expect(try list.tree(1)?.history("a") == [3])
    }
  }

  @Test func changesOfOneTransactionFailWithTheFirst() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      let gate = storage.stop(.commit)
      let held = try list.enqueue(.section("ab"))
      await gate.arrival()
      storage.faults.fail(.commit, skipping: 1, with: busy)
      let changes = try ["c", "d"].map { try list.enqueue(.insert($0)) }
      gate.open()
      _ = try await held.value
      #expect(await outcome(of: changes[0]) == "busy")
      #expect(await outcome(of: changes[1]) == "preceding busy")
      #expect(try await list.apply(.insert("e")).target.revision == 2)
    }
  }

  @Test func anUndoCanBeTriedAgain() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      _ = try await list.apply(.section("ab"))
      _ = try await list.apply(.insert("c"))
      storage.faults.fail(.commit, with: busy)
      let error = await #expect(throws: DataSourceError.self) { try await list.apply(.undo()) }
      #expect(error?.word == "busy")
      try await list.apply(.undo())
      #expect(try list.snapshot.rows == ListRows("ab"))
    }
  }

  /// A snapshot is compared with models that are read from storage.
  @Test(arguments: [FaultyStorage.Call.sectionModels, .itemModels])
  func aReadThatIsBusyDoesNotSuspend(call: FaultyStorage.Call) async throws {
    try await ListFile.with { file in
      _ = try await file.openList().apply(.section("ab"))
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(), storage)
      storage.faults.fail(call, with: busy)
      let error = await #expect(throws: DataSourceError.self) {
        _ = try await list.apply(.contents(TextContents("b"), by: .byLetter))
      }
      #expect(error?.word == "busy")
      #expect(list.suspension == nil)
      _ = try await list.apply(.contents(TextContents("b"), by: .byLetter))
      #expect(try list.snapshot.rows == ListRows("b"))
      await list.close()
    }
  }

  // MARK: What is not known

  @Test func aCommitThatSaidBusyAndHappenedIsPublished() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      storage.faults.fail(.commit, .after, with: busy)
      let batch = try await list.apply(.section("ab"))
      #expect(batch.target.revision == 1)
      #expect(list.suspension == nil)
    }
  }

  /// If storage cannot be asked, the change may be there, and nothing may be written on top of it.
  @Test(arguments: [FaultyStorage.Moment.before, .after])
  func aBusyCommitWithUnknownOutcomeSuspends(moment: FaultyStorage.Moment) async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      storage.faults.fail(.commit, moment, with: busy)
      storage.faults.fail(.load, with: busy)
      let error = await #expect(throws: DataSourceError.self) {
        _ = try await list.apply(.section("ab"))
      }
      #expect(error?.word == "failed")
      #expect(list.suspension?.cause.code == .failed)
    }
  }

  /// A transaction that did not begin has written nothing, also if nothing can be read.
  @Test func aTransactionThatDidNotBeginIsNotAskedFor() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      var busy = busy
      busy.isBeforeTransaction = true
      storage.faults.fail(.commit, with: busy)
      storage.faults.fail(.load, with: busy)
      let error = await #expect(throws: DataSourceError.self) {
        _ = try await list.apply(.section("ab"))
      }
      #expect(error?.word == "busy")
      #expect(list.suspension == nil)
      storage.faults.heal()
      let batch = try await list.apply(.section("ab"))
      #expect(batch.target.revision == 1)
    }
  }

  @Test(arguments: ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
  func aFileThatAnotherConnectionLocksIsBusyUntilItIsFree(lock: String) async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(
      path: folder.path(of: "list.sqlite"), configuration: SQLiteConfiguration(busyTimeout: 0.01))
    let list = try TextList(
      storage: try #require(try store.list(named: "test")), codec: TextCodec(),
      sectionCodec: TextCodec()
    ) { text, _ in text }
    _ = try await list.apply(.section("ab"))
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(
      path: folder.path(of: "list.sqlite"), configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: lock) }
    for _ in 1...2 {
      let error = await #expect(throws: DataSourceError.self) {
        _ = try await list.apply(.insert("c"))
      }
      #expect(error?.word == "busy")
      #expect(list.suspension == nil)
    }
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    #expect(try await list.apply(.insert("d")).target.revision == 2)
    #expect(try list.snapshot.rows == ListRows("dab"))
    await list.close()
    #expect(try store.check() == [])
  }
}
