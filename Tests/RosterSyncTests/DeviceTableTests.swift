import Foundation
import GRDB
import RosterCore
import RosterEngine
import RosterJSON
import RosterLog
import RosterRows
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterSync

/// What a device keeps in tables of its own, and how it comes there from the files of earlier releases.
@Suite struct DeviceTableTests {
  @Test func theTablesHaveWhatWaitsAndNothingElse() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try one.list.applySynchronously(.section("ab"))
      try one.synchronize(with: hub)
      #expect(try one.list.deviceRows()?.pending == [])
      for letter in ["x", "y", "z"] { try one.list.applySynchronously(.insert(letter)) }
      // They have no row before they are sent: they are the revisions after the one of the device.
      #expect(try one.list.deviceRows()?.pending == [])
      let numbers = (1...3).map { one.noted.revision + $0 }
      let request = try one.request(sendsChanges: true)
      #expect(try one.list.deviceRows()?.pending.map(\.number) == numbers)
      _ = try one.integrate(answer: hub.answer(request))
      let rows = try #require(try one.list.deviceRows())
      #expect(rows.pending == [])
      #expect(rows.device.revision == one.list.snapshot.revision)
      #expect(rows.device.hubRevision == hub.list.snapshot.revision)
    }
  }

  /// A revision says what became of changes, and not again what still waits.
  @Test func theUserInfoDoesNotGrowWithWhatWaits() throws {
    try SyncFiles.with { files in
      var limits = SyncLimits()
      limits.sentCountMax = 1
      let hub = try files.hub()
      var one = try files.device("one", limits: limits)
      try one.list.applySynchronously(.section("ab"))
      try one.synchronize(with: hub)
      for _ in 0..<100 { try one.list.applySynchronously(.insert("x")) }
      _ = try one.integrate(answer: hub.answer(one.request(sendsChanges: true)))
      #expect(try one.list.deviceRows()?.pending.count == 99)
      var byteCount = 0
      try one.list.forEachAnnotation(upTo: one.list.snapshot.revision) { _, annotation in
        byteCount = JSONValue.object(annotation.userInfo).byteCount
        return false
      }
      #expect((1..<200).contains(byteCount))
    }
  }

  @Test(arguments: [
    "UPDATE sync_device SET mark = 'x'", "DELETE FROM sync_pending", "DELETE FROM sync_device",
    "UPDATE sync_device SET revision = -9223372036854775808",
  ])
  func whatWasAlteredIsFound(alteration: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "one.sqlite")
    let store = try SQLiteStore(path: path)
    let list = try TextList(
      storage: IdentifiedStorage(#require(try store.list(named: "list"))), codec: TextCodec(),
      sectionCodec: TextCodec())
    var device = try TextDevice(list, name: "one", coding: .text, limits: SyncLimits())
    try list.applySynchronously(.section("ab"))
    _ = try device.request(sendsChanges: true)
    #expect(try store.check() == [])
    try DatabaseQueue(path: path).write { try $0.execute(sql: alteration) }
    let findings = try store.check().map(\.message)
    #expect(findings.count == 1)
    #expect(findings.first?.contains("what the list knows of its hub") == true)
    #expect(throws: SyncError.self) {
      try TextDevice(list, name: "two", coding: .text, limits: SyncLimits())
    }
  }

  @Test func anOpenDeviceThatIsForgottenWritesAllOfItsRowsAgain() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "one.sqlite"))
    let list = try TextList(
      storage: IdentifiedStorage(#require(try store.list(named: "list"))), codec: TextCodec(),
      sectionCodec: TextCodec())
    var device = try TextDevice(list, name: "one", coding: .text, limits: SyncLimits())
    try list.applySynchronously(.section("ab"))
    _ = try device.request(sendsChanges: true)
    #expect(try list.deviceRows()?.pending.count == 1)
    try list.removeRegisteredSubscriber(SyncRole.device.subscriber)
    #expect(try list.deviceRows() == nil)
    #expect(try store.check() == [])
    try list.applySynchronously(.insert("x"))
    _ = try device.request(sendsChanges: true)
    #expect(try list.deviceRows()?.pending.count == 2)
    #expect(try store.check() == [])
    let again = try TextDevice(list, name: "two", coding: .text, limits: SyncLimits())
    #expect(try again.hasPendingChanges && again.damage() == nil)
  }

  @Test(arguments: [(-1, 1), (Int.max, 1), (1, -1), (1, Int.max)])
  func numbersThatNoListGivesAreRefused(hubRevision: Int, last: Int) throws {
    let rows = try DeviceRecord(opening: "one").rows(at: 1)
    #expect(try DeviceRecord(rows).rows(at: 1) == rows)
    var device = rows.device
    (device.hubRevision, device.last) = (hubRevision, last)
    let altered = DeviceRows(device, pending: [])
    #expect(throws: SyncError.self) { try DeviceRecord(altered) }
  }

  /// A list of the ninth format, whose device has sent an insertion and has not heard of it, and was changed since:
  ///
  ///     revision   1 section "abc"   2 insert "x"   3 the note, with "x" pending   4 update "a"
  @Test(arguments: [false, true])
  func aDeviceOfAnEarlierFormatGoesOnInTheMiddleOfAnExchange(isSettled: Bool) throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      try hub.list.applySynchronously(.section("abc"))
      let mark = try hub.mark(of: hub.list.snapshot)
      let list = try files.list("one")
      try list.applySynchronously(.section("abc"))
      try list.applySynchronously(.insert("x", at: 1))
      let inserted = try #require(
        try list.snapshot.state.itemID(at: ItemPath(section: 0, item: 1)))
      let pending = KeyedChange(
        key: ChangeKey(name: "former", number: 2), after: 1,
        changeset: SyncChangeset {
          $0.insertItem("x", at: ItemPath(section: 0, item: 1))
        }, items: [inserted], sections: [], annotation: ChangeAnnotation())
      let back = SyncChangeset { $0.removeItem(at: ItemPath(section: 0, item: 1)) }
      let note: JSONValue = [
        "format": 1, "opening": "former", "last": 2, "hub": "hub", "revision": 1,
        "mark": .string(mark), "pending": [pending.json], "back": back.json, "items": [],
        "sections": [],
      ]
      try list.applySynchronously(
        TextChange(), ChangeAnnotation(userInfo: [ChangeAnnotation.syncKey: note], undo: .none))
      try list.applySynchronously(.update(0, "A"))
      if isSettled {
        let request = SyncRequest(
          hub: "hub", after: 1, mark: mark, changes: [pending], names: ["former"])
        _ = hub.answer(request.json)
        #expect(try hub.list.drawing == "axbc")
      }
      try hub.list.applySynchronously(.insert("h", at: 0))

      #expect(try list.deviceRows() == nil)
      var device = try TextDevice(list, name: "new", coding: .text, limits: SyncLimits())
      let rows = try #require(try list.deviceRows())
      #expect(rows.pending.map(\.number) == [2, 4])
      #expect(rows.pending.map(\.opening) == ["former", "former"])
      #expect(rows.device.opening == "new" && rows.device.revision == 5)
      #expect(try device.hasPendingChanges && device.damage() == nil)
      try device.synchronize(with: hub)
      #expect(try device.drawing == "hAxbc")
      #expect(try hub.list.drawing == "hAxbc")
      #expect(
        device.takeOutcomes() == [
          SyncOutcome(revision: 2, kind: .confirmed), SyncOutcome(revision: 4, kind: .confirmed),
        ])
      #expect(try list.snapshot.path(of: inserted) == ItemPath(section: 0, item: 2))
      #expect(try list.deviceRows()?.pending == [])
    }
  }

  /// A file of the ninth format with the lists of a hub and of a device. The hub has settled the device's "x", of which
  /// the device has not heard, behind the "h" of another writer; the device has updated "a" since:
  ///
  ///     device   1 opened   2 "abc"   3 and 4 notes   5 "x"   6 the note, with "x" pending   7 "A" for "a"
  ///     hub      1 "abc"    2 "h"     3 "x"
  @Test func aFileOfTheNinthFormatGoesOnInTheMiddleOfAnExchange() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "synced.sqlite")
    let dump = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "RosterStoreTests/Fixtures/synced-9.sql")
    let sql = try String(contentsOf: dump, encoding: .utf8)
    let queue = try DatabaseQueue(path: path)
    try queue.inDatabase { try $0.execute(sql: sql) }
    try queue.close()
    let store = try SQLiteStore(path: path)
    #expect(try store.check() == [])
    func list(_ name: String) throws -> TextList {
      try TextList(
        storage: IdentifiedStorage(#require(try store.list(named: name, create: false))),
        codec: TextCodec(), sectionCodec: TextCodec())
    }
    let hub = TextHub(try list("hub"), name: "hub", coding: .text)
    #expect(try hub.list.hubRows() == nil)
    #expect(try hub.settled(by: 2).members["settled"] == [["ann 1", 1, 2]])
    #expect(try hub.settled(by: 3).members["settled"] == [["ann 1", 1, 5]])

    let deviceList = try list("device")
    #expect(try deviceList.deviceRows() == nil)
    var device = try TextDevice(deviceList, name: "ann 2", coding: .text, limits: SyncLimits())
    let rows = try #require(try deviceList.deviceRows())
    #expect(rows.pending.map(\.number) == [5, 7])
    #expect(rows.pending.map(\.opening) == ["ann 1", "ann 1"])
    #expect(rows.device.opening == "ann 2" && rows.device.hub == "hub")
    #expect(rows.device.hubRevision == 1)
    #expect(try rows.device.mark == hub.mark(of: hub.list.snapshot(at: 1)))
    #expect(try device.damage() == nil)
    #expect(try device.drawing == "Axbc" && hub.list.drawing == "haxbc")

    try device.synchronize(with: hub)
    #expect(try device.drawing == "hAxbc" && hub.list.drawing == "hAxbc")
    #expect(
      device.takeOutcomes() == [
        SyncOutcome(revision: 5, kind: .confirmed), SyncOutcome(revision: 7, kind: .confirmed),
      ])
    let settled = try #require(try hub.list.hubRows()).settled
    #expect(
      settled == [HubRows.Settled(number: settled[0].number, name: "ann 1", after: 1, through: 7)])
    try deviceList.applySynchronously(.undo())
    try device.synchronize(with: hub)
    #expect(try device.drawing == "haxbc" && hub.list.drawing == "haxbc")
    #expect(try store.check() == [])
  }
}
