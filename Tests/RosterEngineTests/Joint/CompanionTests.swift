import RosterConcurrency
import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// What becomes of a list, of one that is kept together with it, and of one that is kept together with that, when their
/// commit does not succeed at once.
@Suite("Lists that are kept together") struct CompanionTests {
  private static var shared: DataSourceConfiguration {
    var configuration = DataSourceConfiguration()
    configuration.isShared = true
    return configuration
  }

  /// The commit is stored, and storage can be asked for that only later. If the lists were tried alone then, the first
  /// would take its own commit for that of another writer, and make the change once more on top of it.
  @Test func aCommitThatMayBeStoredIsNotMadeOnceMore() async throws {
    try await JointLists.with { lists in
      let storages = try ["a", "b"].map { try lists.storage($0) }
      let a = try lists.open("a", Self.shared, storages[0])
      let b = try lists.open("b", Self.shared, storages[1])
      let companion = ListCompanion(b) { draft, _ in
        try draft.append("b")
      } whenFollowed: { _ in
      }
      a.add(companion)
      lists.store.fail(.after)
      for storage in storages { storage.faults.fail(.load) }
      await #expect(throws: DataSourceError.self) {
        try await a.change { _, draft in try draft.append("1") }
      }
      #expect(b.suspension == nil)
      a.resume(after: try #require(a.suspension))
      try await a.change { _, draft in try draft.append("2") }
      #expect(try a.snapshot.texts == ["1", "2"])
      #expect(try b.snapshot.texts == ["b", "b"])
      withExtendedLifetime(companion) {}
      for list in [a, b] { await list.close() }
    }
  }

  /// Another process commits to the second list first, and when that is planned again, it has nothing to commit. What was
  /// planned for the third list is in no commit then.
  @Test func aCompanionOfOneThatStaysAsItIsShowsNothing() async throws {
    try await JointLists.with { lists in
      let other = try lists.openAgain().open("b", Self.shared)
      let opened = try ["a", "b", "c"].map { try lists.open($0, Self.shared) }
      let (a, b, c) = (opened[0], opened[1], opened[2])
      let planned = Recorder<String>()
      let followed = Recorder<String>()
      let companion = ListCompanion(b) { draft, _ in
        planned.record("b")
        if planned.values.contains("c") { throw Upkeep.NothingNew() }
        try draft.append("b")
      } whenFollowed: { _ in
        followed.record("b")
      }
      let late = ListCompanion(c) { draft, _ in
        planned.record("c")
        try draft.append("c")
      } whenFollowed: { _ in
        followed.record("c")
      }
      a.add(companion)
      b.add(late)
      let gate = lists.store.stop()
      let change = try a.enqueueChange { _, draft in try draft.append("1") }
      await gate.arrival()
      try await other.change { _, draft in try draft.append("o") }
      gate.open()
      _ = try await change.value
      #expect(planned.values == ["b", "c", "b"])
      #expect(followed.values == [])
      #expect(try a.snapshot.texts == ["1"])
      #expect(try b.snapshot.texts == ["o"])
      #expect(c.snapshot.revision == 0)
      // It goes on from what is stored.
      try await c.change { _, draft in try draft.append("x") }
      #expect(try c.snapshot.texts == ["x"])
      withExtendedLifetime((companion, late)) {}
      for list in opened + [other] { await list.close() }
    }
  }

  /// A list that is not shared commits nothing more once another process has changed it. It is not planned in vain.
  @Test func aCompanionThatCannotCommitIsNotPlanned() async throws {
    try await JointLists.with { lists in
      let other = try lists.openAgain().open("b", Self.shared)
      let (a, b) = (try lists.open("a"), try lists.open("b"))
      let planned = Recorder<Revision>()
      let companion = ListCompanion(b) { draft, changes in
        planned.record(changes.group.target.revision)
        try draft.append("b")
      } whenFollowed: { _ in
      }
      a.add(companion)
      try await other.change { _, draft in try draft.append("o") }
      for text in ["1", "2"] { try await a.change { _, draft in try draft.append(text) } }
      #expect(try a.snapshot.texts == ["1", "2"])
      // The first commit has found out.
      #expect(planned.values == [1])
      #expect(b.snapshot.revision == 0)
      withExtendedLifetime(companion) {}
      for list in [a, b, other] { await list.close() }
    }
  }
}
