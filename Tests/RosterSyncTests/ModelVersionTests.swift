import Foundation
import RosterCore
import RosterEngine
import RosterJSON
import RosterRows
import RosterStore
import RosterSync
import Testing

private struct FormerNote: VersionedModel, Equatable {
  static var modelVersion: Int { 1 }
  var id: Int
  var text: String

  static func model(migrating earlier: EarlierModel) throws -> FormerNote {
    try earlier.decode(FormerNote.self)
  }
}

private struct Note: VersionedModel, Equatable {
  static var modelVersion: Int { 2 }
  var id: Int
  var title: String
  var isUrgent = false

  static func model(migrating earlier: EarlierModel) throws -> Note {
    let note = try earlier.decode(FormerNote.self)
    return Note(id: note.id, title: note.text)
  }
}

/// Devices of two releases and a hub, which has JSON and no release.
@Suite struct ModelVersionTests {
  private typealias FormerList = ListDataSource<FormerNote, String, Never>
  private typealias List = ListDataSource<Note, String, Never>

  private func list<Model: Codable & Sendable>(
    _ name: String, _ files: SyncFiles
  ) throws -> ListDataSource<Model, String, Never> {
    let store = try SQLiteStore(path: files.folder.appending(path: "\(name).sqlite").path)
    let stored = try #require(try store.list(named: "main"))
    return try ListDataSource(
      storage: stored, codec: JSONModelCodec<Model>(), sectionCodec: JSONModelCodec<String>())
  }

  /// What an earlier release has written is not changed by being read again.
  @Test func aListThatComesWholeIsTheSame() async throws {
    try await SyncFiles.with { files in
      let hubList = try files.jsonList("hub")
      let hub = SyncHub(hubList, name: "hub", coding: .json)
      let formerList: FormerList = try list("former", files)
      let former = try SyncedList(formerList, with: hub, coding: .codable)
      try await formerList.change { _, draft in
        try draft.append(contentsOf: (1...3).map { FormerNote(id: $0, text: "note \($0)") })
      }
      _ = try await former.synchronize()
      let late: List = try list("late", files)
      let device = try SyncedList(late, with: hub, coding: .codable)
      _ = try await device.synchronize()
      let first = try #require(try formerList.snapshot.state.itemIDs(inSection: 0).first)
      for text in ["a", "b", "c"] {
        try await formerList.change { _, draft in try draft.update(first) { $0.text = text } }
        _ = try await former.synchronize()
      }
      try hubList.compact(JournalRetention(revisionCountMax: 0))
      var batches = try late.batches().makeAsyncIterator()
      _ = try await device.synchronize()
      let batch = try #require(try await batches.next())
      #expect(batch.changes.changeset.outline.updatedItems == [ItemPath(section: 0, item: 0)])
      #expect(try late.snapshot.models().map(\.title) == ["c", "note 2", "note 3"])
      await formerList.close()
      await late.close()
    }
  }

  @Test func devicesOfTwoReleasesSynchronize() async throws {
    try await SyncFiles.with { files in
      let hubList = try files.jsonList("hub")
      let hub = SyncHub(hubList, name: "hub", coding: .json)
      let formerList: FormerList = try list("former", files)
      let former = try SyncedList(formerList, with: hub, coding: .codable)
      try await formerList.change { _, draft in
        try draft.append(contentsOf: (1...3).map { FormerNote(id: $0, text: "note \($0)") })
      }
      _ = try await former.synchronize()

      // A later release that moves what it has read leaves it as the former one knows it.
      let other: List = try list("other", files)
      let mover = try SyncedList(other, with: hub, coding: .codable)
      _ = try await mover.synchronize()
      let items = try other.snapshot.state.itemIDs(inSection: 0)
      try await other.change { _, draft in try draft.move(items[0], after: items[2]) }
      _ = try await mover.synchronize()
      _ = try await former.synchronize()
      #expect(try formerList.snapshot.models().map(\.id) == [2, 3, 1])

      // A device that is updated while a change waits.
      let waiting: FormerList = try list("updated", files)
      let device = try SyncedList(waiting, with: hub, coding: .codable)
      _ = try await device.synchronize()
      try await waiting.change { _, draft in
        try draft.append(FormerNote(id: 4, text: "not sent"))
      }
      await waiting.close()
      let updated: List = try list("updated", files)
      let synced = try SyncedList(updated, with: hub, coding: .codable)
      #expect(try await synced.hasPendingChanges)
      let first = try #require(try updated.snapshot.state.itemIDs(inSection: 0).first)
      try await updated.change { _, draft in try draft.update(first) { $0.isUrgent = true } }
      let outcomes = try await synced.synchronize()
      #expect(outcomes.map(\.kind) == [.confirmed, .confirmed])
      #expect(
        try updated.snapshot.models().map(\.title) == ["note 2", "note 3", "note 1", "not sent"])

      // What the later release writes, the former one cannot read.
      let revision = formerList.snapshot.revision
      for _ in 0..<2 {
        let error = await #expect(throws: StorageError.self) { try await former.synchronize() }
        #expect(error?.code == .newerModel)
      }
      #expect(formerList.snapshot.revision == revision)
      try await formerList.change { _, draft in
        try draft.append(FormerNote(id: 5, text: "meanwhile"))
      }
      await #expect(throws: StorageError.self) { try await former.synchronize() }
      await formerList.close()

      // Until it is updated.
      let latest: List = try list("former", files)
      let last = try SyncedList(latest, with: hub, coding: .codable)
      _ = try await last.synchronize()
      _ = try await synced.synchronize()
      #expect(try latest.snapshot.models() == updated.snapshot.models())
      #expect(try updated.snapshot.models().map(\.id).sorted() == [1, 2, 3, 4, 5])
      #expect(try updated.snapshot.models().map(\.isUrgent) == [true, false, false, false, false])
      #expect(try await !last.hasPendingChanges)
      #expect(try await !synced.hasPendingChanges)
      let count = hubList.snapshot.revision
      _ = try await last.synchronize()
      _ = try await synced.synchronize()
      #expect(hubList.snapshot.revision == count)
      for list in [updated, latest, other] { await list.close() }
    }
  }

  /// A change that the device has noted, as it was opened once more before it is updated.
  @Test func whatWaitsInANoteIsUpdatedAsWell() async throws {
    try await SyncFiles.with { files in
      let hubList = try files.jsonList("hub")
      let hub = SyncHub(hubList, name: "hub", coding: .json)
      let formerList: FormerList = try list("device", files)
      var former = try SyncedList(formerList, with: hub, coding: .codable)
      try await formerList.change { _, draft in
        try draft.append(contentsOf: (1...3).map { FormerNote(id: $0, text: "note \($0)") })
      }
      _ = try await former.synchronize()
      let items = try formerList.snapshot.state.itemIDs(inSection: 0)
      try await formerList.change { _, draft in try draft.update(items[1]) { $0.text = "edited" } }
      try await formerList.change { _, draft in try draft.remove(items[2]) }
      await formerList.close()
      let again: FormerList = try list("device", files)
      former = try SyncedList(again, with: hub, coding: .codable)
      #expect(try await former.hasPendingChanges)
      await again.close()

      let updated: List = try list("device", files)
      let device = try SyncedList(updated, with: hub, coding: .codable)
      // Something else is changed and noted, which leaves the others as they are.
      try await updated.change { _, draft in try draft.update(items[0]) { $0.isUrgent = true } }
      var batches = try updated.batches().makeAsyncIterator()
      let outcomes = try await device.synchronize()
      #expect(outcomes.map(\.kind) == [.confirmed, .confirmed, .confirmed])
      while updated.snapshot.revision > 0, let batch = try await batches.next() {
        #expect(batch.changes.changeset.outline.updatedItems.isEmpty)
        if batch.target.revision == updated.snapshot.revision { break }
      }
      #expect(try updated.snapshot.models().map(\.title) == ["note 1", "edited"])
      let hubModels = try hubList.snapshot.models()
      #expect(hubModels.map { $0["$version"] } == [2, 2])
      #expect(hubModels.map { $0["title"] } == ["note 1", "edited"])
      let count = hubList.snapshot.revision
      _ = try await device.synchronize()
      #expect(hubList.snapshot.revision == count)
      await updated.close()
    }
  }

  /// The device is updated between a removal and its undo. It has noted an edit of what it had removed.
  @Test func anEditThatAnEarlierReleaseHasNotedComesBack() async throws {
    try await SyncFiles.with { files in
      let hubList = try files.jsonList("hub")
      let hub = SyncHub(hubList, name: "hub", coding: .json)
      let formerList: FormerList = try list("device", files)
      let former = try SyncedList(formerList, with: hub, coding: .codable)
      try await formerList.change { _, draft in
        try draft.append(contentsOf: (1...2).map { FormerNote(id: $0, text: "note \($0)") })
      }
      _ = try await former.synchronize()
      let otherList: FormerList = try list("other", files)
      let other = try SyncedList(otherList, with: hub, coding: .codable)
      _ = try await other.synchronize()
      let removed = try #require(try formerList.snapshot.state.itemIDs(inSection: 0).first)
      let edited = try #require(try otherList.snapshot.state.itemIDs(inSection: 0).first)
      try await formerList.change { _, draft in try draft.remove(removed) }
      try await otherList.change { _, draft in try draft.update(edited) { $0.text = "theirs" } }
      _ = try await other.synchronize()
      _ = try await former.synchronize()
      #expect(try formerList.snapshot.models().map(\.text) == ["note 2"])
      await formerList.close()

      let updated: List = try list("device", files)
      let device = try SyncedList(updated, with: hub, coding: .codable)
      _ = try await updated.apply(.undo())
      _ = try await device.synchronize()
      #expect(try updated.snapshot.models().map(\.title) == ["theirs", "note 2"])
      #expect(try hubList.snapshot.models().map { $0["title"] } == ["theirs", nil])
      await updated.close()
      await otherList.close()
    }
  }

  /// A hub with models, which is updated after a device is.
  @Test func aHubOfAnEarlierReleaseTakesNothingAndLosesNothing() async throws {
    try await SyncFiles.with { files in
      var hubList: FormerList? = try list("hub", files)
      try await hubList?.change { _, draft in try draft.append(FormerNote(id: 1, text: "one")) }
      let formerHub = SyncHub(try #require(hubList), name: "hub", coding: .codable)
      let deviceList: List = try list("device", files)
      var device = try SyncedList(deviceList, with: formerHub, coding: .codable)
      _ = try await device.synchronize()
      try await deviceList.change { _, draft in
        try draft.append(Note(id: 2, title: "two", isUrgent: true))
      }
      for _ in 0..<2 { await #expect(throws: (any Error).self) { try await device.synchronize() } }
      #expect(try await device.hasPendingChanges)
      #expect(try deviceList.snapshot.models().map(\.title) == ["one", "two"])
      #expect(hubList?.snapshot.itemCount == 1)
      await hubList?.close()
      hubList = nil
      await deviceList.close()

      let updatedHub: List = try list("hub", files)
      let reopened: List = try list("device", files)
      device = try SyncedList(
        reopened, with: SyncHub(updatedHub, name: "hub", coding: .codable), coding: .codable)
      #expect(try await device.synchronize().map(\.kind) == [.confirmed])
      #expect(try updatedHub.snapshot.models().map(\.title) == ["one", "two"])
      await updatedHub.close()
      await reopened.close()
    }
  }
}
