import RosterCore
import RosterEngine
import RosterJSON
import Testing

@testable import RosterSync

/// A subscriber of a device's list, while what others do comes between changes that are pending.
@Suite struct SubscriberTests {
  /// A device whose list is "abcdef" at both hubs, which serve one list.
  private struct Lists {
    let hubs: [TextHub]
    var device: TextDevice

    init(_ files: SyncFiles) throws {
      hubs = [try files.hub(isShared: true), try files.hub(isShared: true)]
      device = try files.device("one")
      try device.list.applySynchronously(.section("abcdef"))
      for hub in hubs { try exchange(with: hub, sendsChanges: true) }
    }

    mutating func exchange(with hub: TextHub, sendsChanges: Bool) throws {
      _ = try device.integrate(answer: hub.serve(device.request(sendsChanges: sendsChanges)))
    }

    /// Lets another writer change the list of a hub.
    func change(_ hub: TextHub, _ changes: [TextChange]) throws {
      try hub.list.catchUp()
      for change in changes { try hub.list.applySynchronously(change) }
    }
  }

  @Test func aSubscriberHasTheListWhateverIsRebased() async throws {
    try await SyncFiles.with { files in
      var lists = try Lists(files)
      let list = lists.device.list
      let start = list.snapshot
      let live = try list.batches()
      try list.applySynchronously(.move(0, to: 5))
      try list.applySynchronously(.insert("x", at: 2))
      try list.applySynchronously(.update(0, "B"))
      // The first hub's round: the item that moved moves again, another one goes, one comes.
      try lists.change(lists.hubs[0], [.move(0, to: 2), .remove(3), .insert("h")])
      try lists.exchange(with: lists.hubs[0], sendsChanges: false)
      #expect(try lists.device.hasPendingChanges)
      try list.applySynchronously(.remove(2))
      try list.applySynchronously(.insert("y"))
      // The second hub's round, which has read what the first one did: what the device updated goes.
      try lists.change(lists.hubs[1], [.remove(1), .insert("i", at: 2), .section("uv")])
      try lists.exchange(with: lists.hubs[1], sendsChanges: false)
      #expect(try lists.device.hasPendingChanges)
      try list.applySynchronously(.undo())
      try lists.exchange(with: lists.hubs[1], sendsChanges: true)
      try lists.exchange(with: lists.hubs[0], sendsChanges: true)
      #expect(try !lists.device.hasPendingChanges)
      #expect(try list.drawing == lists.hubs[0].list.drawing)
      try await check(list, since: start, live)
    }
  }

  /// Checks a subscriber and one that comes later and reads the journal.
  private func check(
    _ list: TextList, since start: TextList.Snapshot,
    _ live: BatchSequence<String, String, Never>
  ) async throws {
    let later = try list.batches(after: start.revision)
    let end = list.snapshot
    await list.close()
    for batches in [live, later] {
      var replay = try BatchReplay(start)
      try await replay.follow(batches)
      #expect(try replay.hasReached(end))
      let rebasing = replay.batches.filter { batch in
        SyncNews(batch.changes.annotation) != nil && !batch.changes.changeset.isEmpty
      }
      #expect(rebasing.count >= 2)
    }
  }
}
