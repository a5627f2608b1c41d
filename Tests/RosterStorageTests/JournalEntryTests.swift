import RosterCore
import RosterJSON
import RosterTestSupport
import Testing

@Suite("Journal: what every storage reads")
struct JournalEntryTests {
  @Test(
    arguments: StorageKind.all,
    [
      (0, 9, 1...5), (0, 2, 1...2), (3, 9, 4...5), (4, 1, 5...5),
    ])
  func entriesFollowARevisionUpToALimit(
    kind: StorageKind, place: (revision: Revision, limit: Int, expected: ClosedRange<Int>)
  ) throws {
    try withListAtRevision5(kind) { list in
      let found = try list.journal(after: place.revision, limit: place.limit)
      #expect(found.map(\.revision) == Array(place.expected))
    }
  }

  @Test(arguments: StorageKind.all, [(5, 9), (2, 0), (0, 0), (2, -1)])
  func thereIsNothingAfterTheLastRevisionNorWithinNoLimit(
    kind: StorageKind, place: (revision: Revision, limit: Int)
  ) throws {
    try withListAtRevision5(kind) { list in
      let found = try list.journal(after: place.revision, limit: place.limit)
      #expect(found.isEmpty)
    }
  }

  @Test(arguments: StorageKind.all, [-1, 6, 1 << 39])
  func aRevisionThatTheJournalDoesNotReachIsStale(kind: StorageKind, revision: Revision) throws {
    try withListAtRevision5(kind) { list in
      for limit in [0, 1, 9] {
        #expect(storageErrorCode { _ = try list.journal(after: revision, limit: limit) } == .stale)
      }
    }
  }

  @Test(arguments: StorageKind.all)
  func anEmptyListHasAnEmptyJournal(kind: StorageKind) throws {
    try withStorage(kind) { temporary in
      let list = try temporary.list()
      #expect(try list.journal(after: 0, limit: 9).isEmpty)
      #expect(storageErrorCode { _ = try list.journal(after: 1, limit: 9) } == .stale)
    }
  }

  @Test(arguments: StorageKind.all)
  func annotationsComeBack(kind: StorageKind) throws {
    let annotations = [
      ChangeAnnotation(),
      ChangeAnnotation(origin: "", at: "", userInfo: [:]),
      ChangeAnnotation(
        origin: "it's \"é\" \u{0} 🦆", at: "2026-01-31T10:00:00Z",
        userInfo: ["a": [1, .null, true], "ä": "\u{0}"]),
    ]
    try withStorage(kind) { temporary in
      let list = try temporary.list()
      var builder = CommitGroupBuilder(try list.load())
      for annotation in annotations { try builder.add(Changeset(), annotation) }
      try list.commit(builder.group)
      let found = try list.journal(after: 0, limit: 9).map(\.annotation)
      #expect(found == annotations)
    }
  }

  @Test(arguments: StorageKind.all)
  func userInfosAreReadAsThoseOfEntries(kind: StorageKind) throws {
    let userInfos: [JSONObject] = [["a": 1], [:], ["b": [2, .null]], [:], [:], ["a": 3]]
    try withStorage(kind) { temporary in
      let list = try temporary.list()
      var builder = CommitGroupBuilder(try list.load())
      for userInfo in userInfos {
        try builder.add(Changeset(), ChangeAnnotation(userInfo: userInfo))
      }
      try list.commit(builder.group)
      for (member, revision, expected) in [("a", 6, 6), ("a", 5, 1), ("b", 6, 3), ("b", 2, nil)] {
        let found = try list.newestUserInfo(upTo: revision) { $0[member] != nil }
        #expect(found?.revision == expected, "\(member) up to \(revision)")
        #expect(found?.userInfo == expected.map { userInfos[$0 - 1] })
      }
      guard let storage = list as? any UserInfoStorage else { return }
      for (start, limit) in [(0, 9), (0, 2), (3, 9), (6, 9), (2, 0), (7, 1), (-1, 1)] {
        let read = Result { try storage.userInfos(after: start, limit: limit) }
        let entries = Result { try list.journal(after: start, limit: limit) }
        #expect((try? read.get()) == (try? entries.get())?.map(\.annotation.userInfo))
        #expect(
          storageErrorCode { _ = try read.get() } == storageErrorCode { _ = try entries.get() })
      }
    }
  }
}
