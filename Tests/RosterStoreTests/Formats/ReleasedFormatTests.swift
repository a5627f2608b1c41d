import Foundation
import GRDB
import Migrations
import RosterCore
import RosterJSON
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterStore

@Suite("Format: what was released stays")
struct ReleasedFormatTests {
  /// The fingerprints of released steps. One that is here never changes, since files that have
  /// taken the step exist; what must be different goes into a new step.
  private let released = [
    "m0001_create": "4fffa6746dedbda4",
    "m0002_states": "e30a4a2ebfd6179d",
    "m0003_journal": "3487ac64754fdf6f",
    "m0004_supplement_states": "6fd20e75f7a36eb9",
    "m0005_digests": "317715ffb06f3ef3",
    "m0006_undo_scopes": "ff49bbf38b4acd47",
    "m0007_keys": "5ea201eed83c3b77",
    "m0008_parts": "f3c08120e8e43f65",
    "m0009_pages": "2f5404f936f9c6dd",
    "m0010_devices": "4935d6a832018cc1",
    "m0011_hubs": "2da1f2d7a59cdfe7",
    "m0012_settled_digests": "92471d8b5cb527fc",
  ]

  /// The formats, of each of which there is a file, and the lists in it.
  private static let lists = [
    1: ["it's empty", "tracks"],
    2: ["it's empty", "rows", "tracks"],
    3: ["it's empty", "rows", "tracks", "undone"],
    4: ["folded", "it's empty", "rows", "tracks", "undone"],
    5: ["compacted", "folded", "it's empty", "rows", "tracks", "undone"],
    6: ["compacted", "folded", "it's empty", "rows", "scoped", "tracks", "undone"],
    7: [
      "compacted", "folded", "given", "it's empty", "keyed", "rows", "scoped", "tracks", "undone",
    ],
    8: [
      "archive", "compacted", "folded", "given", "inbox", "it's empty", "keyed", "rows", "scoped",
      "tracks", "undone",
    ],
    9: [
      "archive", "compacted", "folded", "given", "grown", "inbox", "it's empty", "keyed", "rows",
      "scoped", "tracks", "undone",
    ],
    10: [
      "archive", "compacted", "folded", "given", "grown", "inbox", "it's empty", "keyed", "rows",
      "scoped", "tracks", "undone",
    ],
    11: [
      "archive", "compacted", "folded", "given", "grown", "inbox", "it's empty", "keyed", "rows",
      "scoped", "tracks", "undone",
    ],
    12: [
      "archive", "compacted", "folded", "given", "grown", "inbox", "it's empty", "keyed", "rows",
      "scoped", "tracks", "undone",
    ],
  ]

  @Test func releasedMigrationsNeverChange() {
    for migration in Migration.all {
      var fingerprint = Fingerprint()
      fingerprint.addItem(canonicalModel: migration.sql.utf8)
      #expect(released[migration.name] == fingerprint.hex, "\(migration.name) is not as released")
    }
    #expect(Set(released.keys).isSubset(of: Migration.all.map(\.name)), "a released step is gone")
  }

  @Test func theFormatIsTheNumberOfSteps() throws {
    try withStore { temporary in
      let format = try temporary.store.pool.read { try $0.integer("PRAGMA user_version") }
      #expect(format == Migration.all.count)
      let id = try temporary.store.pool.read { try $0.integer("PRAGMA application_id") }
      #expect(id == Int(DatabaseFile.applicationID))
    }
  }

  @Test(arguments: 1...Migration.all.count)
  func filesOfEveryFormatOpenCheckAndRead(format: Int) throws {
    let folder = try TemporaryFolder(format: format)
    let store = try SQLiteStore(path: folder.path())
    #expect(try store.check() == [])
    #expect(try store.lists().map(\.name) == Self.lists[format])
    let list = try #require(try store.list(named: "tracks", create: false))
    let state = try list.load()
    #expect(state.revision == 5)
    let rows = try list.models(of: state.itemIDs(inSection: 0), at: 5)
    let bytes = StoredValue.blob([0, 1, 254, 255])
    #expect(rows == [.text(#"{"n":300}"#), .text("plain"), bytes, .text("it's é 🦆")])
    let numbers = try list.models(of: state.itemIDs(inSection: 1), at: 5)
    #expect(numbers == [.text(#"{"n":"one"}"#)] + (3...41).map { .text(#"{"n":\#($0)}"#) })
    #expect(
      try list.models(of: state.sectionIDs, at: 5)
        == [.text(#"{"title":"B"}"#), .text(#"{"title":"A"}"#)])
  }

  @Test(arguments: 1...Migration.all.count)
  func theHistoryOfEveryFormatReadsBackToTheBegin(format: Int) throws {
    let folder = try TemporaryFolder(format: format)
    let store = try SQLiteStore(path: folder.path())
    let list = try #require(try store.list(named: "tracks", create: false))
    let entries = try list.journal(after: 0, limit: 9)
    #expect(entries[0].annotation.origin == "fixture")
    #expect(entries[1].annotation.userInfo == ["key": [1, .null]])
    var state = try list.load()
    var counts = [state.itemCounts]
    for entry in entries.reversed() {
      state = try state.reverting(entry.record)
      counts.append(state.itemCounts)
      let models = try list.models(
        of: (0..<state.sectionCount).flatMap { try state.itemIDs(inSection: $0) },
        at: state.revision)
      #expect(!models.contains(nil), "revision \(state.revision)")
    }
    #expect(counts == [[4, 40], [1, 4, 40], [1, 4, 298], [298, 4], [300, 3], []])
  }

  @Test(arguments: 1...Migration.all.count)
  func filesOfEveryFormatGoOn(format: Int) throws {
    let folder = try TemporaryFolder(format: format)
    let store = try SQLiteStore(path: folder.path())
    for name in ["tracks", "it's empty"] {
      let list = try #require(try store.list(named: name, create: false))
      let state = try list.commit(newSection((0..<500).map { "\($0)" }), on: list.load())
      let items = try state.itemIDs(inSection: 0)
      #expect(try list.models(of: items, at: state.revision) == (0..<500).map { .text("\($0)") })
      let scope = ScopePath([ScopeKey(typeName: "Row")])
      let value = StoredState(value: .text("{}"))
      let address = StateAddress(item: items[3], scope: scope)
      let after = try list.commit([StateChange(address, value)], on: state)
      #expect(try list.states(of: [items[3]], at: after.revision) == [[scope: value]])
      #expect(try list.states(of: [items[3]], at: state.revision) == [[:]])
    }
    #expect(try store.check() == [])
  }

  @Test func theStatesOfTheSecondFormatReadBackToTheBegin() throws {
    let folder = try TemporaryFolder(format: 2)
    let store = try SQLiteStore(path: folder.path())
    let list = try #require(try store.list(named: "rows", create: false))
    let row = ScopePath([ScopeKey(typeName: "Row")])
    let like = row.appending(ScopeKey(typeName: "Like", identifier: "a/\"b\""))
    let page = row.appending(ScopeKey(typeName: "Page%é", identifier: -7, ordinal: 1))
    func text(_ text: String, _ version: Int = 1) -> StoredState {
      StoredState(typeVersion: version, value: .text(text))
    }
    let two = text(#"{"count":2}"#, 3)
    let blob = StoredState(typeVersion: 2, value: .blob([0, 255]))
    let expected: [[[ScopePath: StoredState]]] = [
      [[:], [:], [:], [:]],
      [[row: text(#"{"count":0}"#), like: text("false")], [:], [row: text(#"{"count":3}"#)], [:]],
      [
        [row: text(#"{"count":1}"#), like: text("false")], [page: blob],
        [row: text(#"{"count":3}"#)], [:],
      ],
      [
        [row: two], [page: blob],
        [row: text(#"{"count":3}"#), like: StoredState(value: .null)], [:],
      ],
      [[row: two], [page: text("[1]", 2)], [:], [row: text("\"é 🦆\"")]],
      [[row: two, like: text("true")], [page: text("[1]", 2)], [:], [row: text("\"é 🦆\"")]],
    ]
    for (revision, states) in expected.enumerated() {
      let found = try list.states(of: (1...4).map { ItemID(rawValue: $0) }, at: revision)
      #expect(found == states, "revision \(revision)")
    }
    let entries = try list.journal(after: 0, limit: 9)
    #expect(entries.map(\.states.count) == [3, 2, 3, 2, 1])
    #expect(entries[2].states[1] == StateAddress(item: ItemID(rawValue: 1), scope: like))
  }

  @Test func theStepsOfTheThirdFormatAreKnown() throws {
    let folder = try TemporaryFolder(format: 3)
    let store = try SQLiteStore(path: folder.path())
    let list = try #require(try store.list(named: "undone", create: false))
    let steps = try (0...7).map { try list.steps(at: $0) }
    #expect(steps.map(\.undo) == [[], [1], [2], [3], [4], [3], [2], [7]])
    #expect(steps.map(\.redo) == [[], [], [], [], [], [5], [6], [5]])
    let entries = try list.journal(after: 0, limit: 9)
    #expect(entries.suffix(3).map(\.step) == [.takingBack(4), .takingBack(3), .takingBack(6)])
    #expect(try list.subscribers() == [JournalSubscriber(name: "index", revision: 3)])
  }

  @Test func theStatesOfHeadersOfTheFourthFormatReadBackToTheBegin() throws {
    let folder = try TemporaryFolder(format: 4)
    let store = try SQLiteStore(path: folder.path())
    let list = try #require(try store.list(named: "folded", create: false))
    let day = ScopePath([ScopeKey(typeName: "Day")])
    func text(_ text: String) -> StoredState { StoredState(typeVersion: 2, value: .text(text)) }
    let supplements = [
      SupplementID(.header, of: SectionID(rawValue: 1)),
      SupplementID(.footer, of: SectionID(rawValue: 1)),
      SupplementID(.header, of: SectionID(rawValue: 2)),
    ]
    let (folded, open) = (text(#"{"isFolded":true}"#), text(#"{"isFolded":false}"#))
    let expected: [[[ScopePath: StoredState]]] = [
      [[:], [:], [:]], [[day: open], [:], [:]], [[day: folded], [day: open], [day: open]],
      [[day: folded], [:], [day: open]], [[:], [:], [day: open]],
    ]
    for (revision, states) in expected.enumerated() {
      #expect(try list.states(of: supplements, at: revision) == states, "revision \(revision)")
    }
    let entries = try list.journal(after: 0, limit: 9)
    #expect(entries.map(\.states.count) == [1, 3, 1, 0])
    #expect(entries[2].states == [StateAddress(supplement: supplements[1], scope: day)])
  }

  @Test func whatTheFifthFormatCompactedIsCovered() throws {
    let folder = try TemporaryFolder(format: 5)
    let store = try SQLiteStore(path: folder.path())
    let list = try #require(try store.list(named: "compacted", create: false))
    #expect(try list.oldestRevision() == 3)
    #expect(try list.subscribers() == [JournalSubscriber(name: "index", revision: 4)])
    try store.pool.write {
      try $0.execute("UPDATE item SET model = 'x' WHERE id = (6 << 40) + 7")
    }
    let findings = try store.check().map(\.description)
    #expect(findings.count == 1)
    #expect(findings.first?.contains("before the journal begins, up to revision: 3") == true)
  }

  @Test func theScopesOfTheSixthFormatAreKnown() throws {
    let folder = try TemporaryFolder(format: 6)
    let store = try SQLiteStore(path: folder.path())
    let list = try #require(try store.list(named: "scoped", create: false))
    let scope = UndoScope("drawing é")
    #expect(try (0...5).map { try list.steps(at: $0).undo } == [[], [1], [1], [3], [3], [3]])
    #expect(
      try (0...5).map { try list.steps(at: $0, in: scope).undo } == [[], [], [2], [2], [4], [2]])
    #expect(try list.steps(at: 5, in: scope).redo == [5])
    let entries = try list.journal(after: 0, limit: 9)
    #expect(entries.map(\.annotation.undo) == [.standard, scope, .standard, scope, scope])
    #expect(entries.last?.step == .takingBack(4))
  }

  /// Older files have no scopes; what they have is read without them.
  @Test(arguments: 3...5) func aFileOfAnOlderFormatThatIsReadOnlyHasNoScopes(format: Int) throws {
    let folder = try TemporaryFolder(format: format)
    let readOnly = SQLiteConfiguration(isReadOnly: true)
    let store = try SQLiteStore(path: folder.path(), configuration: readOnly)
    let list = try #require(try store.list(named: "undone", create: false))
    #expect(try list.steps(at: 7) == JournalSteps(undo: [7], redo: [5]))
    #expect(try list.steps(at: 7, in: UndoScope("user")) == JournalSteps())
    #expect(try store.check() == [])
  }

  /// Files from the fifth format on can be copied without being migrated.
  @Test(arguments: 5...11) func aReadOnlyFileOfAnOlderFormatIsCopied(format: Int) throws {
    let folder = try TemporaryFolder(format: format)
    let readOnly = SQLiteConfiguration(isReadOnly: true)
    let source = try SQLiteStore(path: folder.path(), configuration: readOnly)
    let staged = try StagedLists(["undone"], of: source)
    let target = try SQLiteStore(path: folder.path("copy.sqlite"))
    try staged.copy("undone", to: target, as: "undone")
    #expect(try target.check() == [])
  }

  /// Whether it is migrated or not.
  @Test(arguments: [false, true])
  func aHubOfTheEleventhFormatHasNoDigests(isReadOnly: Bool) throws {
    let folder = try TemporaryFolder(format: 11)
    try DatabaseQueue(path: folder.path()).write {
      try $0.execute(
        sql: """
          INSERT INTO sync_hub SELECT id, 5, 'hub' FROM list WHERE name = 'tracks';
          INSERT INTO sync_settled SELECT id, 1, 'one', 0, 3 FROM list WHERE name = 'tracks'
          """)
    }
    let store = try SQLiteStore(
      path: folder.path(), configuration: SQLiteConfiguration(isReadOnly: isReadOnly))
    let list = try #require(try store.list(named: "tracks", create: false))
    let rows = HubRows(
      HubRows.Hub(revision: 5, name: "hub"),
      settled: [HubRows.Settled(number: 1, name: "one", after: 0, through: 3)], losses: [])
    #expect(try list.hubRows() == rows)
  }

  @Test func thePartsOfTheEighthFormatNameEachOther() throws {
    let folder = try TemporaryFolder(format: 8)
    let store = try SQLiteStore(path: folder.path())
    func entries(_ name: String) throws -> [JournalEntry] {
      let list = try #require(try store.list(named: name, create: false))
      return try list.journal(after: 0, limit: 9)
    }
    func part(_ list: Int, _ revision: Revision) -> [JournalPart] {
      [JournalPart(list: list, revision: revision)]
    }
    let (inbox, archive) = (try entries("inbox"), try entries("archive"))
    #expect(inbox.map(\.otherParts) == [[], part(11, 2), part(11, 4)])
    #expect(archive.map(\.otherParts) == [[], part(10, 2), [], part(10, 3)])
    #expect(inbox.map(\.step) == [.change, .change, .takingBack(2)])
    #expect(archive.map(\.step) == [.change, .change, .change, .change])
  }

  @Test func theItemsOfTheNinthFormatAreFoundFromTheirPages() throws {
    let folder = try TemporaryFolder(format: 9)
    let store = try SQLiteStore(path: folder.path())
    let list = try #require(try store.list(named: "grown", create: false))
    let state = try list.load()
    #expect(state.pageSizes == .standard)
    let ids = try state.itemIDs(inSection: 0)
    for (index, id) in ids.enumerated() {
      #expect(try state.path(of: id) == ItemPath(section: 0, item: index))
    }
    // Item 40, the last one, names the page that had it first.
    let hints = try store.pool.read { database in
      try database.integers(
        "SELECT leaf & 255 FROM item WHERE id = ?", [list.keys.key(ids[50].rawValue)])
    }
    #expect(ids[50].rawValue == 40 && hints == [1])
    #expect(try #require(try store.list(named: "tracks")).load().pageSizes == .ofEarlierFormats)
  }

  /// What an application has taken of its own steps stays in the table in which GRDB records them.
  @Test(arguments: 1...8, [false, true])
  func stepsGoToATableOfTheirOwn(format: Int, hasOthers: Bool) throws {
    let folder = try TemporaryFolder(format: format)
    let queue = try DatabaseQueue(path: folder.path())
    if hasOthers {
      try queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('v1')") }
    }
    try SQLiteStore(path: folder.path()).close()
    try queue.read { database in
      let names = try String.fetchAll(database, sql: "SELECT name FROM grdb_roster_step")
      #expect(names.sorted() == Migration.all.map(\.name))
      #expect(try database.tableExists("grdb_migrations") == hasOthers)
      guard hasOthers else { return }
      let rest = try String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations")
      #expect(rest == ["v1"])
    }
  }

  @Test func theKeysOfTheSeventhFormatFindTheirItems() throws {
    let folder = try TemporaryFolder(format: 7)
    let store = try SQLiteStore(path: folder.path())
    func items(_ name: String, _ keys: [ModelKey], at revision: Revision) throws -> [Int?]? {
      let list = try #require(try store.list(named: name, create: false))
      return try list.items(withKeys: keys, at: revision)?.map { $0?.id.rawValue }
    }
    let keys: [ModelKey] = ["a", "b", 7, "é 🦆"]
    #expect(try items("keyed", keys, at: 1) == [1, 2, 3, nil])
    #expect(try items("keyed", keys, at: 2) == [1, nil, 3, 2])
    #expect(try items("keyed", keys, at: 3) == [nil, nil, 3, 2])
    #expect(try items("keyed", keys, at: 4) == [4, nil, 3, 2])
    #expect(try items("given", [1, 2, 3], at: 1) == nil)
    #expect(try items("given", [1, 2, 3], at: 2) == [1, 2, nil])
    #expect(try items("given", [1, 2, 3], at: 3) == [1, 2, 3])
    #expect(try items("tracks", [1], at: 5) == nil)
  }

  /// What is there when a file comes to the fifth format is what its digests are over.
  @Test(arguments: 1...4) func whatAnOlderFormatHoldsIsCoveredFromThenOn(format: Int) throws {
    for damage in [
      "UPDATE leaf SET items = replace(items, '300,301', '301,300')",
      "UPDATE journal SET next_item = next_item + 1 WHERE id = (1 << 40) + 5",
      "UPDATE list SET name = 'x' WHERE id = 2",
    ] {
      let folder = try TemporaryFolder(format: format)
      let store = try SQLiteStore(path: folder.path())
      try store.pool.write { try $0.execute(damage) }
      #expect(try !store.check().isEmpty, "\(damage)")
    }
  }

  /// Older files have no table for them; they are brought up to date when they are opened.
  @Test(arguments: 1...Migration.all.count)
  func headersOfEveryFormatCanHaveStates(format: Int) throws {
    let folder = try TemporaryFolder(format: format)
    let store = try SQLiteStore(path: folder.path())
    let list = try #require(try store.list(named: "tracks", create: false))
    let state = try list.load()
    let header = SupplementID(.header, of: try #require(state.sectionID(at: 0)))
    #expect(try list.states(of: [header], at: 5) == [[:]])
    let scope = ScopePath([ScopeKey(typeName: "Day")])
    let value = StoredState(value: .text("true"))
    let change = StateChange(StateAddress(supplement: header, scope: scope), value)
    _ = try list.commit([change], on: state)
    #expect(try list.states(of: [header], at: 6) == [[scope: value]])
    #expect(try list.states(of: [header], at: 5) == [[:]])
    #expect(try store.check() == [])
  }

  @Test(arguments: 1...3)
  func aFileOfAnOlderFormatThatIsReadOnlyHasNoStatesOfHeaders(format: Int) throws {
    let folder = try TemporaryFolder(format: format)
    let readOnly = SQLiteConfiguration(isReadOnly: true)
    let store = try SQLiteStore(path: folder.path(), configuration: readOnly)
    let list = try #require(try store.list(named: "tracks", create: false))
    let headers = try list.load().sectionIDs.map { SupplementID(.header, of: $0) }
    #expect(try list.states(of: headers, at: 5) == headers.map { _ in [:] })
    #expect(try store.check() == [])
  }

  /// Formats before the third had no undo; changes made in them can be undone now.
  @Test(arguments: 1...2) func whatAnOlderFormatHasChangedCanBeUndone(format: Int) throws {
    let folder = try TemporaryFolder(format: format)
    let store = try SQLiteStore(path: folder.path())
    let list = try #require(try store.list(named: "tracks", create: false))
    #expect(try (0...5).map { try list.steps(at: $0).undo } == [[], [1], [2], [3], [4], [5]])
    var state = try list.load()
    for revision in [5, 4] {
      let entry = try #require(try list.journal(after: revision - 1, limit: 1).first)
      var builder = CommitGroupBuilder(state)
      try builder.replay(entry.record.inverse, model: "back", step: .takingBack(revision))
      try list.commit(builder.group)
      state = builder.group.target
    }
    #expect(state.itemCounts == [1, 4, 298])
    #expect(try list.steps(at: 7) == JournalSteps(undo: [3], redo: [7]))
    #expect(try store.check() == [])
  }

  @Test func aFileOfAnOlderFormatThatIsReadOnlyHasNoSteps() throws {
    let folder = try TemporaryFolder(format: 2)
    let readOnly = SQLiteConfiguration(isReadOnly: true)
    let store = try SQLiteStore(path: folder.path(), configuration: readOnly)
    let list = try #require(try store.list(named: "rows", create: false))
    #expect(try list.steps(at: 5) == JournalSteps())
    #expect(try list.subscribers().isEmpty)
    #expect(try list.journal(after: 0, limit: 9).count == 5)
  }

  @Test func aFileOfTheFirstFormatIsReadAsItIs() throws {
    let folder = try TemporaryFolder(format: 1)
    let before = contents(folder.path())
    let readOnly = SQLiteConfiguration(isReadOnly: true)
    let store = try SQLiteStore(path: folder.path(), configuration: readOnly)
    #expect(try store.check() == [])
    let list = try #require(try store.list(named: "tracks", create: false))
    let items = try list.load().itemIDs(inSection: 0)
    #expect(try list.models(of: items, at: 5).allSatisfy { $0 != nil })
    #expect(try list.journal(after: 0, limit: 9).allSatisfy(\.states.isEmpty))
    for revision in [0, 5] {
      #expect(try list.states(of: items, at: revision) == items.map { _ in [:] })
    }
    try store.close()
    #expect(contents(folder.path()) == before)
  }

  @Test func whoReadsTheFirstFormatSeesStatesOnceAnotherHasBroughtItUpToDate() throws {
    let folder = try TemporaryFolder(format: 1)
    // In the log mode, as files are that Roster has written.
    try DatabaseQueue(path: folder.path()).inDatabase {
      try $0.execute(sql: "PRAGMA journal_mode = WAL")
    }
    let readOnly = SQLiteConfiguration(isReadOnly: true)
    let reading = try SQLiteStore(path: folder.path(), configuration: readOnly)
    let reader = try #require(try reading.list(named: "tracks", create: false))
    let item = ItemID(rawValue: 1)
    #expect(try reader.states(of: [item], at: 5) == [[:]])
    let writing = try SQLiteStore(path: folder.path())
    let writer = try #require(try writing.list(named: "tracks", create: false))
    let scope = ScopePath([ScopeKey(typeName: "Row")])
    let value = StoredState(value: .text("1"))
    let change = StateChange(StateAddress(item: item, scope: scope), value)
    _ = try writer.commit([change], on: writer.load())
    #expect(try reader.states(of: [item], at: 6) == [[scope: value]])
    #expect(try reader.states(of: [item], at: 5) == [[:]])
    #expect(try reading.check() == [])
  }
}
