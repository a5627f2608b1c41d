import RosterCore
import RosterTestSupport
import Testing

/// Who has registered to read the journal.
@Suite("Registered subscribers")
struct SubscriberTests {
  private func withList(
    _ kind: StorageKind, _ body: (any JournalStorage, any TemporaryStorage) throws -> Void
  ) throws {
    try withStorage(kind) { temporary in
      let list = try temporary.list()
      var state = try list.load()
      for number in 0..<10 { state = try list.commit(newSection(["\(number)"]), on: state) }
      try body(list, temporary)
    }
  }

  @Test(arguments: StorageKind.all)
  func whatASubscriberHasNotSeenStays(kind: StorageKind) throws {
    try withList(kind) { list, _ in
      try list.acknowledge(7, by: "fast")
      try list.acknowledge(4, by: "slow")
      let held = try list.compact(JournalRetention(revisionCountMax: 0), keeping: nil)
      #expect(
        held == JournalCompaction(removedCount: 4, oldestRevision: 4, heldBy: "slow"))
      try list.acknowledge(9, by: "slow")
      #expect(
        try list.compact(JournalRetention(revisionCountMax: 0), keeping: nil).heldBy == "fast")
      try list.removeSubscriber("fast")
      let free = try list.compact(JournalRetention(revisionCountMax: 0), keeping: nil)
      #expect(free == JournalCompaction(removedCount: 2, oldestRevision: 9))
    }
  }

  /// A letter with its accent, and the letter followed by the accent.
  @Test(arguments: StorageKind.all)
  func namesThatOnlyLookAlikeAreThoseOfTwo(kind: StorageKind) throws {
    try withList(kind) { list, _ in
      try list.acknowledge(3, by: "caf\u{e9}")
      try list.acknowledge(5, by: "cafe\u{301}")
      try list.acknowledge(4, by: "caf\u{e9}")
      #expect(try list.subscribers().map(\.revision).sorted() == [4, 5])
      try list.removeSubscriber("cafe\u{301}")
      #expect(try list.subscribers().map(\.revision) == [4])
    }
  }

  @Test(arguments: StorageKind.all)
  func aCompactionThatDoesNotReachASubscriberIsHeldByNobody(kind: StorageKind) throws {
    try withList(kind) { list, _ in
      try list.acknowledge(4, by: "slow")
      let result = try list.compact(JournalRetention(revisionCountMax: 8), keeping: nil)
      #expect(result == JournalCompaction(removedCount: 2, oldestRevision: 2))
    }
  }

  @Test(arguments: StorageKind.all)
  func aSubscriberIsKnownAfterARestart(kind: StorageKind) throws {
    try withList(kind) { list, temporary in
      try list.acknowledge(3, by: "index")
      try temporary.reopen()
      let again = try temporary.list()
      #expect(try again.subscribers() == [JournalSubscriber(name: "index", revision: 3)])
      #expect(try again.acknowledge(nil, by: "index") == 3)
    }
  }

  @Test(arguments: StorageKind.all)
  func aNewSubscriberStartsAtTheOldestRevisionAndNobodyGoesBack(kind: StorageKind) throws {
    try withList(kind) { list, _ in
      _ = try list.compact(JournalRetention(revisionCountMax: 5), keeping: nil)
      #expect(try list.acknowledge(nil, by: "new") == 5)
      #expect(try list.acknowledge(8, by: "new") == 8)
      #expect(try list.acknowledge(6, by: "new") == 8)
    }
  }

  @Test(arguments: StorageKind.all)
  func aRevisionThatIsNotThereIsNotAcknowledged(kind: StorageKind) throws {
    try withList(kind) { list, _ in
      #expect(storageErrorCode { try list.acknowledge(11, by: "early") } == .stale)
      _ = try list.compact(JournalRetention(revisionCountMax: 5), keeping: nil)
      #expect(storageErrorCode { try list.acknowledge(4, by: "late") } == .compacted)
      #expect(storageErrorCode { try list.acknowledge(6, by: "a\0b") } == .unencodable)
      #expect(try list.subscribers().isEmpty)
    }
  }

  @Test(arguments: StorageKind.all)
  func listsHaveSubscribersOfTheirOwn(kind: StorageKind) throws {
    try withList(kind) { list, temporary in
      try list.acknowledge(4, by: "index")
      let other = try temporary.list("other")
      #expect(try other.subscribers().isEmpty)
      try other.removeSubscriber("index")
      #expect(try list.subscribers().count == 1)
    }
  }
}
