import Foundation
import RosterCore
import RosterTestSupport
import Testing

@Suite("Following other writers of every storage")
struct FollowingTests {
  private let insertion = Changeset<String, String> {
    $0.insertItem("new", at: ItemPath(section: 0, item: 0))
  }

  @Test(arguments: StorageKind.all)
  func aListThatWasReadWholeStaysReadable(kind: StorageKind) throws {
    try withStorage(kind) { temporary in
      let one = try temporary.list()
      _ = try one.commit(newSection((0..<600).map { "\($0)" }), on: one.load())
      let opened = try one.loadWhole()
      let other = try temporary.listOfAnotherWriter("main")
      let clearing = Changeset<String, String> { $0.removeSection(at: 0) }
      _ = try other.commit(clearing, on: other.load())
      #expect(try opened.itemIDs(inSection: 0).count == 600)
      #expect(try opened.leaf(of: ItemID(rawValue: 500)) != .none)
      #expect(try one.storedRevision() == 2)
      #expect(try one.loadWhole().itemCount == 0)
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
      let calls = Calls()
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

/// The calls of a watch.
///
/// Unchecked because of its variables, which the condition guards.
private final class Calls: @unchecked Sendable {
  private let condition = NSCondition()
  private var isCalled = false

  func note() {
    condition.withLock {
      isCalled = true
      condition.broadcast()
    }
  }

  /// Waits for a call after which something holds.
  ///
  /// - Returns: Whether it came within a time that is long enough for everything.
  func wait(_ holds: () -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: 60)
    while true {
      let isInTime = condition.withLock {
        while !isCalled { if !condition.wait(until: end) { return false } }
        isCalled = false
        return true
      }
      if !isInTime { return false }
      if holds() { return true }
    }
  }
}
