import Foundation
import GRDB
import RosterCore
import RosterJSON
import RosterRows
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterStore

/// What is saved of a damaged file.
@Suite("Salvage")
struct SalvageTests {
  /// A file with a list of some thousand items with a long history, and another one.
  private struct Sample {
    let folder: TemporaryFolder
    let path: String
    let rows: ListRows<String, String>
    let items: [[ItemID]]
    let states: [[ScopePath: StoredState]]
    let revision: Revision

    init(isCompacted: Bool = false) throws {
      let temporary = try TemporaryStore()
      folder = temporary.folder
      path = temporary.path
      var list = try CommittedList(temporary.list())
      var changesets = RandomChangesets(seed: 7)
      try list.commit([newSection((0..<900).map { "item \($0)" }), newSection(at: 1, ["x", "y"])])
      for number in 0..<20 {
        try list.commit(1, from: &changesets)
        try list.commitStates(1, seed: UInt64(number))
      }
      try list.commit(newSection((0..<500).map { "later \($0)" }))
      let other = try temporary.list("other")
      _ = try other.commit(
        newSection(["long" + String(repeating: ".", count: 9_000)]), on: other.load())
      let main = try temporary.list()
      if isCompacted { try main.compact(JournalRetention(revisionCountMax: 10)) }
      rows = list.naive.rows
      revision = list.state.revision
      items = try (0..<list.state.sectionCount).map { try list.state.itemIDs(inSection: $0) }
      states = try main.states(of: items.flatMap { $0 }, at: revision)
      try temporary.store.close()
    }

    var target: String { folder.path("saved.sqlite") }

    /// Alters the file with SQL, and closes it.
    func alter(_ sql: String) throws {
      var configuration = Configuration()
      configuration.foreignKeysEnabled = false
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
      try queue.close()
    }

    /// Alters the bytes of the file.
    func alterBytes(_ body: (inout Data) throws -> Void) throws {
      var bytes = try #require(contents(path))
      try body(&bytes)
      try bytes.write(to: URL(fileURLWithPath: path))
    }

    /// The page at which a table or index begins.
    func root(_ name: String) throws -> Int {
      var configuration = Configuration()
      configuration.readonly = true
      return try DatabaseQueue(path: path, configuration: configuration).read {
        try #require(
          try Int.fetchOne(
            $0, sql: "SELECT rootpage FROM sqlite_master WHERE name = ?", arguments: [name]))
      }
    }

    /// Saves the file, which stays as it is, into one that checks.
    func salvage() throws -> (report: SQLiteStore.SalvageReport, list: SQLiteList) {
      let before = contents(path)
      let report = try SQLiteStore.salvage(path, into: target)
      #expect(contents(path) == before)
      let store = try SQLiteStore(path: target)
      #expect(try store.check() == [])
      let list = try #require(try store.list(named: "main", create: false))
      #expect(report.lists.map(\.name) == (try store.lists().map(\.name)))
      return (report, list)
    }

    /// Expects the newest contents in a list, with their identities and states.
    func expectContents(
      _ list: SQLiteList, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let state = try list.load()
      #expect(state.revision == revision, sourceLocation: sourceLocation)
      let found = try (0..<state.sectionCount).map { try state.itemIDs(inSection: $0) }
      #expect(found == items, sourceLocation: sourceLocation)
      #expect(try list.rows(of: state) == rows, sourceLocation: sourceLocation)
      let foundStates = try list.states(of: items.flatMap { $0 }, at: revision)
      #expect(foundStates == states, sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: [false, true]) func aSoundFileIsSavedWhole(isCompacted: Bool) throws {
    let sample = try Sample(isCompacted: isCompacted)
    let (report, list) = try sample.salvage()
    #expect(report.isComplete, "\(report)")
    try sample.expectContents(list)
    #expect(try list.oldestRevision() == (isCompacted ? sample.revision - 10 : 0))
  }

  @Test(arguments: 1...6) func filesOfEveryFormatAreSavedWhole(format: Int) throws {
    let dump = try #require(
      Bundle.module.url(
        forResource: "format-\(format)", withExtension: "sql", subdirectory: "Fixtures"))
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.path())
    let sql = try String(contentsOf: dump, encoding: .utf8)
    try queue.inDatabase { try $0.execute(sql: sql) }
    try queue.close()
    let report = try SQLiteStore.salvage(folder.path(), into: folder.path("saved"))
    #expect(report.isComplete, "\(report)")
    let store = try SQLiteStore(path: folder.path("saved"))
    #expect(try store.check() == [])
    #expect(try store.lists() == SQLiteStore(path: folder.path()).lists())
  }

  /// What its device knew is of no use then, and all else is as it was.
  @Test(arguments: [
    ("UPDATE sync_device SET mark = 'mark'", true), ("UPDATE sync_device SET mark = 'x'", false),
    ("UPDATE sync_device SET revision = -9223372036854775808", false),
    ("INSERT INTO sync_pending VALUES (1, 7, 'opening', NULL, '{}')", false),
    ("DELETE FROM sync_device", false),
  ])
  func aListForgetsAnAlteredDeviceAndKeepsItsHistory(alteration: String, isKept: Bool) throws {
    let temporary = try TemporaryStore()
    let list = try temporary.list()
    let rows = DeviceRows(
      DeviceRows.Device(
        revision: 1, opening: "opening", last: nil, chain: "", hub: nil, hubRevision: 0,
        mark: "mark", base: "{}"), pending: [])
    let note: JSONValue = [SyncRole.device.digestMember: .string(rows.digest)]
    var builder = CommitGroupBuilder(try list.load())
    try builder.add(
      newSection(["a"]), ChangeAnnotation(userInfo: [ChangeAnnotation.syncKey: note]),
      device: DeviceWrite(from: nil, to: rows))
    try list.commit(builder.group)
    try list.acknowledge(0, by: SyncRole.device.subscriber)
    _ = try list.commit(newSection(["b"]), on: builder.group.target)
    try temporary.store.close()
    let queue = try DatabaseQueue(path: temporary.path)
    try queue.write { try $0.execute(sql: alteration) }
    try queue.close()

    let target = temporary.folder.path("saved")
    let report = try SQLiteStore.salvage(temporary.path, into: target)
    #expect(report.isComplete == isKept, "\(report)")
    let store = try SQLiteStore(path: target)
    #expect(try store.check() == [])
    let saved = try #require(try store.list(named: "main"))
    #expect(try saved.storedRevision() == 2 && saved.oldestRevision() == 0)
    #expect(try saved.deviceRows() == (isKept ? rows : nil))
    #expect(try saved.subscribers().count == (isKept ? 1 : 0))
  }

  /// What it had settled is of no use then, but for what its revisions say of themselves.
  @Test(arguments: [
    ("UPDATE sync_settled SET name = 'one'", true), ("UPDATE sync_settled SET name = 'x'", false),
    ("UPDATE sync_hub SET revision = -9223372036854775808", false),
    ("UPDATE sync_hub SET digests = digests", true), ("UPDATE sync_hub SET digests = '[]'", false),
    ("INSERT INTO sync_loss VALUES (1, 7, 'x', 1, 1, NULL)", false),
    ("DELETE FROM sync_hub", false), ("DELETE FROM sync_loss", false),
  ])
  func aListForgetsAnAlteredHubAndKeepsItsHistory(alteration: String, isKept: Bool) throws {
    let temporary = try TemporaryStore()
    let list = try temporary.list()
    let rows = HubRows(
      HubRows.Hub(revision: 1, name: "hub", digests: #"[["one",[[3,1]],"0a1b2c3d"]]"#),
      settled: [HubRows.Settled(number: 1, name: "one", after: 0, through: 3)],
      losses: [HubRows.Loss(number: 1, name: "one", change: 2, lostCount: 1, refusal: nil)])
    let note: JSONValue = [SyncRole.hub.digestMember: .string(rows.digest)]
    var builder = CommitGroupBuilder(try list.load())
    try builder.add(
      newSection(["a"]), ChangeAnnotation(userInfo: [ChangeAnnotation.syncKey: note]),
      hub: HubWrite(from: nil, to: rows))
    try list.commit(builder.group)
    try list.acknowledge(0, by: SyncRole.hub.subscriber)
    _ = try list.commit(newSection(["b"]), on: builder.group.target)
    try temporary.store.close()
    let queue = try DatabaseQueue(path: temporary.path)
    try queue.write { try $0.execute(sql: alteration) }
    try queue.close()

    let target = temporary.folder.path("saved")
    let report = try SQLiteStore.salvage(temporary.path, into: target)
    #expect(report.isComplete == isKept, "\(report)")
    let store = try SQLiteStore(path: target)
    #expect(try store.check() == [])
    let saved = try #require(try store.list(named: "main"))
    #expect(try saved.storedRevision() == 2 && saved.oldestRevision() == 0)
    #expect(try saved.hubRows() == (isKept ? rows : nil))
    #expect(try saved.subscribers().count == (isKept ? 1 : 0))
  }

  @Test(arguments: ["section_of_list", "item_key"])
  func anIndexIsNoLoss(index: String) throws {
    let sample = try Sample()
    let root = try sample.root(index)
    try sample.alterBytes { $0.resetBytes(in: (root - 1) * 4096..<root * 4096) }
    let (report, list) = try sample.salvage()
    #expect(report.isComplete, "\(report)")
    try sample.expectContents(list)
    #expect(try list.oldestRevision() == 0)
  }

  @Test(arguments: [0..<100, 100..<4096, 0..<4096])
  func theSchemaIsNotNeeded(range: Range<Int>) throws {
    let sample = try Sample()
    try sample.alterBytes { $0.resetBytes(in: range) }
    let (report, list) = try sample.salvage()
    #expect(!report.isComplete || range.upperBound == 100)
    try sample.expectContents(list)
  }

  /// A letter that lost a bit may be another letter, or the same one as a capital.
  @Test(arguments: [("item", "Item"), ("journal", "kournal"), ("leaf", "leAf"), ("list", "mist")])
  func anAlteredNameOfATableIsNoLoss(name: String, altered: String) throws {
    let sample = try Sample()
    try sample.alter(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET name = '\(altered)' WHERE name = '\(name)'
      """)
    let (report, list) = try sample.salvage()
    #expect(report.isComplete, "\(report)")
    try sample.expectContents(list)
    #expect(try list.oldestRevision() == 0)
  }

  /// Above the rows of large tables stand pages that only lead to them.
  @Test(arguments: ["item", "journal", "state_history"])
  func theRootOfALargeTableIsNotNeeded(table: String) throws {
    let sample = try Sample()
    let root = try sample.root(table)
    try sample.alterBytes { bytes in
      #expect([2, 5].contains(bytes[(root - 1) * 4096]), "a table of one page")
      bytes.resetBytes(in: (root - 1) * 4096..<root * 4096)
    }
    let (report, list) = try sample.salvage()
    #expect(!report.isComplete)
    try sample.expectContents(list)
  }

  @Test func theJournalMakesThePagesAgain() throws {
    for damage in [
      "DELETE FROM leaf", "UPDATE leaf SET items = '[1]', count = 1 WHERE id = (1 << 40) + 1",
      "UPDATE section SET ord = -ord", "UPDATE item SET leaf = leaf + 1",
    ] {
      let sample = try Sample()
      try sample.alter(damage)
      let (report, list) = try sample.salvage()
      #expect(report.isComplete, "\(report)")
      try sample.expectContents(list)
      #expect(try list.oldestRevision() == 0)
    }
  }

  @Test func theHistoryBehindTheDamageIsSaved() throws {
    let sample = try Sample()
    try sample.alter("UPDATE journal SET origin = 'x' WHERE id = (1 << 40) + 20")
    let (report, list) = try sample.salvage()
    #expect(report.lists.first?.losses.contains { $0.contains("revision: 20") } == true)
    #expect(report.lists.last?.losses == [])
    // What revision 20 wrote may have been altered. All that was replaced since was by revision 25.
    #expect(try list.oldestRevision() == 25)
    #expect(report.lists.first?.doubtfulItems == [])
    try sample.expectContents(list)
    #expect(try list.journal(after: 25, limit: 99).count == sample.revision - 25)
  }

  @Test func theContentsAreSavedIfTheLastRevisionIsNot() throws {
    let sample = try Sample()
    try sample.alter("UPDATE journal SET change = 'x' WHERE id = (1 << 40) + \(sample.revision)")
    let (report, list) = try sample.salvage()
    #expect(!report.isComplete)
    try sample.expectContents(list)
    #expect(try list.oldestRevision() == sample.revision - 1)
    #expect(try list.steps(at: sample.revision) == JournalSteps())
    let state = try list.commit(newSection(["more"]), on: list.load())
    #expect(try list.rows(of: state).sections.first?.items == ["more"])
  }

  @Test func itemsOfALostPageStayInTheirSection() throws {
    let sample = try Sample(isCompacted: true)
    try sample.alter(
      "DELETE FROM leaf WHERE id = (SELECT max(id) FROM leaf WHERE id < 2 << 40)")
    let (report, list) = try sample.salvage()
    #expect(report.lists.first?.losses.contains { $0.contains("items") } == true, "\(report)")
    let state = try list.load()
    let found = try (0..<state.sectionCount).flatMap { try state.itemIDs(inSection: $0) }
    #expect(Set(found) == Set(sample.items.joined()))
  }

  /// The rows of the items that a page gave to the one behind it name the first.
  @Test func theItemsOfAnUnreadablePageStayInItsPlaceAlsoIfTheyNameAnotherOne() throws {
    let temporary = try TemporaryStore()
    let list = try temporary.list("main", try #require(PageSizes(capacity: 4)))
    var state = try list.commit(newSection(["a", "b", "c"]), on: list.load())
    state = try list.commit(newSection(at: 1, ["z"]), on: state)
    for _ in 0..<4 {
      state = try list.commit(
        Changeset { $0.insertItem("new", at: ItemPath(section: 0, item: 1)) }, on: state)
    }
    let third = ItemID(rawValue: 3)
    let holder = try #require(
      try (1..<state.nextIdentifiers.leaf).map { LeafID(rawValue: $0) }.first {
        try state.storedLeaf($0)?.items.contains(third) == true
      })
    #expect(try list.load().leafHint(of: third) != holder)
    _ = try list.compact(JournalRetention(revisionCountMax: 0))
    try temporary.damage(
      "UPDATE leaf SET items = '[' WHERE id = \(list.keys.key(Int(holder.rawValue)))")
    try temporary.store.close()
    let saved = temporary.folder.path("saved.sqlite")
    let report = try SQLiteStore.salvage(temporary.path, into: saved)
    #expect(!report.lists[0].losses.contains { $0.contains("are at the end") }, "\(report)")
    let store = try SQLiteStore(path: saved)
    let copy = try #require(try store.list(named: "main", create: false)).load()
    #expect(copy.itemCounts == [7, 1])
    #expect(try copy.path(of: third)?.section == 0)
    #expect(try store.check() == [])
  }

  @Test(arguments: [4, 256])
  func lostPagesAreMadeAgainAlsoIfTheRowOfTheListSaysAnotherSize(capacity: Int) throws {
    let sample = try Sample()
    try sample.alter(
      "DELETE FROM leaf WHERE id < 2 << 40; UPDATE list SET page_capacity = \(capacity) WHERE id = 1"
    )
    let (_, list) = try sample.salvage()
    try sample.expectContents(list)
    #expect(try list.oldestRevision() == 0)
  }

  @Test func itemsWithoutModelsAreLeftOutAndCounted() throws {
    let sample = try Sample()
    let lost = sample.items[0].suffix(3)
    let keys = lost.map { "(1 << 40) + \($0.rawValue)" }.joined(separator: ", ")
    try sample.alter("DELETE FROM item WHERE id IN (\(keys))")
    let (report, list) = try sample.salvage()
    let losses = try #require(report.lists.first?.losses)
    #expect(losses.contains("3 items have no model any more and are left out"))
    #expect(try list.load().itemCount == sample.items.joined().count - 3)
  }

  @Test func whatIsInTheLogAloneIsSaved() throws {
    let temporary = try TemporaryStore()
    let list = try temporary.list()
    _ = try list.commit(newSection(["a"]), on: list.load())
    let copy = temporary.folder.path("copy")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: temporary.path + suffix, toPath: copy + suffix)
    }
    let report = try SQLiteStore.salvage(copy, into: temporary.folder.path("saved"))
    #expect(report.isComplete, "\(report)")
    #expect(report.lists.map(\.itemCount) == [1])
    #expect(!FileManager.default.fileExists(atPath: copy + "-shm"))

    // The last commit is damaged; those before it are saved.
    var log = try #require(contents(copy + "-wal"))
    log[log.count - 2_000] ^= 1
    try log.write(to: URL(fileURLWithPath: copy + "-wal"))
    let partial = try SQLiteStore.salvage(copy, into: temporary.folder.path("partial"))
    #expect(!partial.isComplete)
    #expect(partial.losses.contains { $0.contains("write-ahead log") })
    #expect(partial.lists.map(\.itemCount) == [0])
  }

  // MARK: Forged files

  @Test(arguments: ["section", "leaf", "item", "journal"])
  func aRowWithoutANumberIsLeftOut(table: String) throws {
    let sample = try Sample()
    try sample.alter(
      "UPDATE \(table) SET id = id >> 40 << 40 WHERE id = (SELECT max(id) FROM \(table))")
    let (report, list) = try sample.salvage()
    #expect(!report.isComplete)
    try sample.expectContents(list)
  }

  @Test func aLogThatClaimsPagesWithoutEndIsReadToItsEnd() throws {
    let temporary = try TemporaryStore()
    let list = try temporary.list()
    _ = try list.commit(newSection(["a"]), on: list.load())
    let copy = temporary.folder.path("copy")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: temporary.path + suffix, toPath: copy + suffix)
    }
    var log = ForgedLog(try #require(contents(copy + "-wal")))
    log.append(page: .max, committing: .max)
    try log.bytes.write(to: URL(fileURLWithPath: copy + "-wal"))
    let report = try SQLiteStore.salvage(copy, into: temporary.folder.path("saved"))
    #expect(report.lists.map(\.itemCount) == [1])
  }

  @Test func rowsThatShareTheirRestAreReadOnlySoOften() throws {
    let sample = try Sample()
    try sample.alterBytes { bytes in
      let rest = bytes.count / 4_096 + 1
      bytes += page { write in write(rest, 4, 0) }
      // Eight rows of 8 MB each, which all go on in the page that follows itself.
      for _ in 0..<2_000 {
        bytes += page { write in
          write(0x0d, 1, 0)
          write(8, 2, 3)
          for row in 0..<8 {
            let place = 24 + row * 500
            write(place, 2, 8 + row * 2)
            write(0x83_ff_ff_7f_01, 5, place)
            write(rest, 4, place + 5 + 489)
          }
        }
      }
    }
    let (report, list) = try sample.salvage()
    #expect(!report.isComplete)
    try sample.expectContents(list)
  }

  /// Makes a page of numbers, the highest byte first.
  private func page(
    _ body: (_ write: (_ number: Int, _ byteCount: Int, _ place: Int) -> Void) -> Void
  ) -> Data {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    body { number, byteCount, place in
      for index in 0..<byteCount {
        bytes[place + index] = UInt8(truncatingIfNeeded: number >> (8 * (byteCount - 1 - index)))
      }
    }
    return Data(bytes)
  }

  @Test func aListWithoutARowGetsAName() throws {
    let sample = try Sample()
    try sample.alter("DELETE FROM list WHERE id = 2")
    let report = try SQLiteStore.salvage(sample.path, into: sample.target)
    #expect(report.lists.map(\.name) == ["list 2", "main"])
    #expect(report.lists.first?.losses.contains("its name is lost") == true)
    #expect(report.lists.first?.itemCount == 1)
  }

  @Test(arguments: [false, true])
  func tablesOfAnApplicationAreNoLists(hasSchema: Bool) throws {
    let sample = try Sample()
    try sample.alter(
      """
      CREATE TABLE contact (id INTEGER PRIMARY KEY, name TEXT, friend INTEGER);
      INSERT INTO contact VALUES (1, 'Ada', 2), (7, 'Bob', 1);
      CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO tag VALUES (8, 'red'), (9, 'blue');
      CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT, a, b, c, d);
      INSERT INTO place VALUES (10, 'here', 1, 2, 3, 4);
      CREATE TABLE todo (id INTEGER PRIMARY KEY, place INTEGER, title TEXT);
      INSERT INTO todo VALUES (1, 3, 'write'), (2, 1, 'read');
      """)
    if !hasSchema { try sample.alterBytes { $0.resetBytes(in: 0..<4096) } }
    let (report, list) = try sample.salvage()
    #expect(report.lists.map(\.name) == ["main", "other"])
    #expect(report.lists.allSatisfy { !$0.losses.contains { $0.contains("hub") } })
    try sample.expectContents(list)
  }

  @Test func aFileOfWhichOnlyBytesCanBeReadIsSavedAndNothingIsWrittenBesideIt() throws {
    let sample = try Sample()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o500], ofItemAtPath: sample.folder.url.path)
    defer {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o700], ofItemAtPath: sample.folder.url.path)
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: sample.folder.url.path)
    let other = try TemporaryFolder()
    let report = try SQLiteStore.salvage(sample.path, into: other.path("saved.sqlite"))
    #expect(report.isComplete)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: sample.folder.url.path) == files)
  }

  @Test func aTargetWithALogBesideItIsRefused() throws {
    let sample = try Sample()
    for ending in ["-wal", "-shm", "-journal"] {
      let path = sample.target + ending
      try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
      #expect(
        storageErrorCode { _ = try SQLiteStore.salvage(sample.path, into: sample.target) }
          == .unreadable)
      #expect(contents(path) == Data("mine".utf8))
      #expect(contents(sample.target) == nil)
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test func otherFilesAndTargetsThatExistAreRefused() throws {
    let sample = try Sample()
    let empty = sample.folder.path("text")
    try Data(repeating: 65, count: 9_999).write(to: URL(fileURLWithPath: empty))
    #expect(
      storageErrorCode { _ = try SQLiteStore.salvage(empty, into: sample.target) }
        == .notADatabase)
    #expect(contents(sample.target) == nil)
    #expect(
      storageErrorCode { _ = try SQLiteStore.salvage(sample.path, into: empty) } == .unreadable)
    #expect(contents(empty)?.count == 9_999)
    let missing = sample.folder.path("missing")
    #expect(
      storageErrorCode { _ = try SQLiteStore.salvage(missing, into: sample.target) }
        == .unreadable)
  }
}

/// A write-ahead log with frames whose checksums are right.
private struct ForgedLog {
  private(set) var bytes: Data
  private let pageSize: Int
  private let isBigEndian: Bool

  init(_ bytes: Data) {
    self.bytes = bytes
    pageSize = Int(Self.number(bytes[8..<12]))
    isBigEndian = bytes[3] & 1 == 1
  }

  /// Appends a page of zeros.
  ///
  /// - Parameter pageCount: The length of the file after the commit that the frame ends.
  mutating func append(page: UInt32, committing pageCount: UInt32) {
    let last = bytes.count - 24 - pageSize
    var sum = (Self.number(bytes[last + 16..<last + 20]), Self.number(bytes[last + 20..<last + 24]))
    var frame = Self.bytes(page) + Self.bytes(pageCount)
    let content = Data(count: pageSize)
    for part in [frame, content] {
      for place in stride(from: 0, to: part.count, by: 8) {
        sum.0 = sum.0 &+ word(part[place..<place + 4]) &+ sum.1
        sum.1 = sum.1 &+ word(part[place + 4..<place + 8]) &+ sum.0
      }
    }
    frame += bytes[last + 8..<last + 16]
    bytes += frame + Self.bytes(sum.0) + Self.bytes(sum.1) + content
  }

  private func word(_ bytes: Data) -> UInt32 {
    isBigEndian ? Self.number(bytes) : Self.number(bytes).byteSwapped
  }

  private static func number(_ bytes: Data) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func bytes(_ number: UInt32) -> Data {
    withUnsafeBytes(of: number.bigEndian) { Data($0) }
  }
}
