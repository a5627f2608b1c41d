import Foundation
import RosterCore
import RosterEngine
import RosterJSON
import RosterRows
import RosterStore
import RosterSync
import Testing

/// What a device has removed is erased from its file and the hub's, once both know of it, and the hub of something later.
@Suite("Erasing what is synchronized") struct ErasingTests {
  private typealias List = ListDataSource<JSONValue, JSONValue, Never>

  private func store(_ name: String, _ files: SyncFiles) throws -> SQLiteStore {
    try SQLiteStore(path: files.folder.appending(path: "\(name).sqlite").path)
  }

  private func open(_ store: SQLiteStore) throws -> List {
    try List(
      storage: try #require(try store.list(named: "main")), codec: JSONModelCodec<JSONValue>(),
      sectionCodec: JSONModelCodec<JSONValue>())
  }

  private func found(_ files: SyncFiles) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: files.folder.path).sorted().filter {
      try Data(contentsOf: files.folder.appending(path: $0)).range(of: Data("canary".utf8)) != nil
    }
  }

  @Test func whatIsRemovedEverywhereIsErasedEverywhere() async throws {
    try await SyncFiles.with { files in
      let (hubStore, deviceStore) = (try store("hub", files), try store("device", files))
      let hubList = try open(hubStore)
      let hub = SyncHub(hubList, name: "hub", coding: .json)
      let list = try open(deviceStore)
      let device = try SyncedList(list, with: hub, coding: .json)
      let item = try await list.change { _, change in
        try change.append(["id": "other"])
        return try change.append(["id": "canary"])
      }.value
      _ = try await device.synchronize()
      try await list.change { _, change in try change.remove(item) }
      await list.close()

      // The hub does not know yet.
      let error = #expect(throws: StorageError.self) { try deviceStore.erase() }
      #expect(error?.code == .failed && error?.message.contains("\"sync\"") == true)
      #expect(try found(files).count > 1)

      let reopened = try open(deviceStore)
      let again = try SyncedList(reopened, with: hub, coding: .json)
      _ = try await again.synchronize()
      await reopened.close()
      await hubList.close()
      try deviceStore.erase()
      // The hub keeps the last revision that a device has sent, in which it notes what it has settled.
      #expect(throws: StorageError.self) { try hubStore.erase() }
      #expect(try found(files).allSatisfy { $0.hasPrefix("hub") })

      let (nextHub, next) = (try open(hubStore), try open(deviceStore))
      let nextDevice = try SyncedList(
        next, with: SyncHub(nextHub, name: "hub", coding: .json), coding: .json)
      try await next.change { _, change in try change.append(["id": "another"]) }
      _ = try await nextDevice.synchronize()
      await next.close()
      await nextHub.close()
      try hubStore.erase()
      #expect(try found(files) == [])

      // They go on from there.
      let (lastHub, last) = (try open(hubStore), try open(deviceStore))
      let synced = try SyncedList(
        last, with: SyncHub(lastHub, name: "hub", coding: .json), coding: .json)
      try await last.change { _, change in try change.append(["id": "new"]) }
      #expect(try await synced.synchronize().map(\.kind) == [.confirmed])
      #expect(try lastHub.snapshot.models() == [["id": "other"], ["id": "another"], ["id": "new"]])
      #expect(try last.snapshot.models() == lastHub.snapshot.models())
      await last.close()
      await lastHub.close()
    }
  }

  /// Another device has edited what this one has removed. No list has the edit, and the device notes it for an undo.
  @Test func anEditOfWhatIsRemovedIsErased() async throws {
    try await SyncFiles.with { files in
      let (hubStore, deviceStore, otherStore) =
        (try store("hub", files), try store("device", files), try store("other", files))
      let hubList = try open(hubStore)
      let hub = SyncHub(hubList, name: "hub", coding: .json)
      let (list, otherList) = (try open(deviceStore), try open(otherStore))
      let device = try SyncedList(list, with: hub, coding: .json)
      let other = try SyncedList(otherList, with: hub, coding: .json)
      let item = try await list.change { _, change in
        try change.append(["id": "kept"])
        return try change.append(["id": "removed"])
      }.value
      _ = try await device.synchronize()
      _ = try await other.synchronize()
      try await list.change { _, change in try change.remove(item) }
      try await otherList.apply(
        Changeset {
          $0.updateItem(
            at: ItemPath(section: 0, item: 1), ["id": "removed", "text": "canary"])
        })
      _ = try await other.synchronize()
      _ = try await device.synchronize()
      for list in [list, otherList, hubList] { await list.close() }
      #expect(try found(files).contains { $0.hasPrefix("device") })

      let error = #expect(throws: StorageError.self) { try deviceStore.erase() }
      #expect(error?.code == .failed && error?.message.contains("\"sync\"") == true)
      let (nextHub, next) = (try open(hubStore), try open(deviceStore))
      let nextDevice = try SyncedList(
        next, with: SyncHub(nextHub, name: "hub", coding: .json), coding: .json)
      _ = try await nextDevice.synchronize()
      await next.close()
      await nextHub.close()
      try deviceStore.erase()
      #expect(try !found(files).contains { $0.hasPrefix("device") })
    }
  }
}
