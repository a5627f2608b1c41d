import RosterCore
import RosterTestSupport
import Testing

@Suite("Following other writers of every storage")
struct FollowingTests {
  private let insertion = Changeset<String, String> {
    $0.insertItem("new", at: ItemPath(section: 0, item: 0))
  }

  @Test(arguments: StorageKind.all)
  func aListStaysReadableAfterAnotherWriterHasRemovedAllOfIt(kind: StorageKind) throws {
    try withStorage(kind) { temporary in
      let one = try temporary.list()
      _ = try one.commit(newSection((0..<600).map { "\($0)" }), on: one.load())
      let opened = try one.load()
      let other = try temporary.listOfAnotherWriter("main")
      let clearing = Changeset<String, String> { $0.removeSection(at: 0) }
      _ = try other.commit(clearing, on: other.load())
      #expect(try opened.itemIDs(inSection: 0).count == 600)
      #expect(try opened.leafHint(of: ItemID(rawValue: 500)) != .none)
      #expect(try one.storedRevision() == 2)
      #expect(try one.load().itemCount == 0)
    }
  }

  @Test(arguments: StorageKind.all)
  func theJournalSaysWhichNumbersCameNext(kind: StorageKind) throws {
    try withStorage(kind) { temporary in
      let list = try temporary.list()
      var states = [try list.load()]
      for number in 0..<9 {
        states.append(try list.commit(newSection(["\(number)"]), on: states[number]))
      }
      for state in states.dropFirst() {
        #expect(try list.nextIdentifiers(after: state.revision) == state.nextIdentifiers)
      }
      #expect(storageErrorCode { _ = try list.nextIdentifiers(after: 10) } == .stale)
      _ = try list.compact(JournalRetention(revisionCountMax: 3), keeping: nil)
      #expect(storageErrorCode { _ = try list.nextIdentifiers(after: 6) } == .compacted)
      #expect(try list.nextIdentifiers(after: 7) == states[7].nextIdentifiers)
    }
  }

  @Test(arguments: StorageKind.all)
  func aWatchIsCalledAfterCommitsOfOthers(kind: StorageKind) throws {
    try withStorage(kind) { temporary in
      let list = try temporary.list()
      let other = try temporary.listOfAnotherWriter("main")
      var state = try other.commit(newSection([]), on: other.load())
      let calls = WatchCalls()
      let watch = list.watch { calls.note() }
      for _ in 0..<20 {
        state = try other.commit(insertion, on: state)
        let revision = state.revision
        #expect(calls.wait { (try? list.storedRevision()) == revision })
      }
      watch.cancel()
    }
  }
}
