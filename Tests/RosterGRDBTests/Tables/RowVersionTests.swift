import Foundation
import GRDB
import Roster
import RosterDerived
import RosterGRDB
import RosterStore
import RosterTestKit
import Testing

/// What a list has that knows which rows there are, and leaves them in their table.
@Suite("Tables as lists: rows that stay in their table")
struct RowVersionTests {
  private typealias Versions = TableList<RowVersion<Todo>, Never>

  /// Reads the rows of versions in one transaction.
  private func fetch(
    _ versions: [RowVersion<Todo>], _ reader: any DatabaseReader
  ) throws -> [FetchedRow<Todo>?] {
    try reader.read { db in try versions.map { try $0.fetch(db) } }
  }

  private func titles(_ todos: Versions, _ reader: any DatabaseReader) throws -> [String?] {
    try fetch(todos.list.snapshot.models(), reader).map { $0?.record.title }
  }

  @Test func aRowIsFoundAndNotCopied() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    let title = String(repeating: "milk ", count: 4_000)
    let id = try await pool.write { db in try Todo.add(title, db) }
    let roster = try RosterDatabase(pool)
    let todos = try roster.table(Todo.self, .rows)
    let version = try #require(try todos.list.snapshot.item(key: id)?.model)
    #expect(version.key == id.databaseValue)
    let row = try await pool.read { try version.fetch($0) }
    #expect(row?.record == Todo(id: id, title: title) && row?.hasChanged == false)
    // Nor does the journal have what was replaced.
    try await roster.write { try $0.execute(sql: "UPDATE todo SET title = title || title") }
    let lengths = try await pool.read { db in
      try Int.fetchAll(
        db,
        sql: """
          SELECT length(model) FROM grdb_roster_item
          UNION ALL SELECT length(model) FROM grdb_roster_item_history
          """)
    }
    #expect(lengths.count == 2 && lengths.allSatisfy { $0 < 40 })
    #expect(try roster.store.check() == [])
  }

  @Test func aChangeOfAnyColumnIsAnUpdateAndAnyOtherWriteIsNone() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    try await pool.write { db in
      // A column that the record does not have, for values of any type.
      try db.execute(sql: "ALTER TABLE todo ADD COLUMN extra")
      _ = try Todo.add("milk", db)
    }
    let roster = try RosterDatabase(pool)
    let todos = try roster.table(Todo.self, .rows)
    var batches = try todos.list.batches().makeAsyncIterator()
    var versions = try Set(todos.list.snapshot.models())
    let values = ["1", "1.5", "'1'", "x'31'", "''", "x''", "2"]
    for value in values {
      for _ in 0..<2 {
        try await roster.write { try $0.execute(sql: "UPDATE todo SET extra = \(value)") }
      }
      let batch = try #require(try await batches.next())
      #expect(batch.changes.changeset.outline.updatedItems.count == 1)
      versions.formUnion(try batch.target.models())
    }
    #expect(versions.count == values.count + 1)
    #expect(todos.list.snapshot.revision == values.count + 1)
    // The same values in other columns are another version.
    try await roster.write { try $0.execute(sql: "UPDATE todo SET extra = 'milk', title = '2'") }
    versions.formUnion(try todos.list.snapshot.models())
    try await roster.write { try $0.execute(sql: "UPDATE todo SET extra = '2', title = 'milk'") }
    versions.formUnion(try todos.list.snapshot.models())
    #expect(versions.count == values.count + 3)
  }

  @Test func anEarlierVersionSaysWhatHasBecomeOfItsRow() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    try await pool.write { db in
      for title in ["milk", "bread", "tea"] { _ = try Todo.add(title, db) }
    }
    let roster = try RosterDatabase(pool)
    let todos = try roster.table(Todo.self, .rows)
    try await roster.write { db in
      try db.execute(sql: "UPDATE todo SET title = 'oat milk' WHERE id = 1")
      try db.execute(sql: "DELETE FROM todo WHERE id = 2")
    }
    // The list of each revision stays what it was; the rows are what they are now.
    let earlier = try todos.list.snapshot(at: 1).models()
    #expect(earlier.map(\.key) == [1, 2, 3].map(\.databaseValue))
    let rows = try fetch(earlier, pool)
    #expect(rows.map { $0?.record.title } == ["oat milk", nil, "tea"])
    #expect(rows.map { $0?.hasChanged } == [true, nil, false])
    let now = try fetch(todos.list.snapshot.models(), pool)
    #expect(now.map { $0?.hasChanged } == [false, false])
    // A row that comes back as it was is the same version.
    try await roster.write { db in
      try db.execute(sql: "UPDATE todo SET title = 'milk' WHERE id = 1")
      try db.execute(sql: "INSERT INTO todo (id, title) VALUES (2, 'bread')")
    }
    #expect(try fetch(earlier, pool).map { $0?.hasChanged } == [false, false, false])
    #expect(try Set(todos.list.snapshot.models()) == Set(earlier))
    // Batches of the past are as exact as those of the present.
    var batches = try todos.list.batches(after: 1).makeAsyncIterator()
    let batch = try #require(try await batches.next())
    #expect(batch.changes.changeset.outline.removedItems.count == 1)
    #expect(batch.changes.changeset.outline.updatedItems.count == 1)
  }

  @Test func aColumnWithoutAValueMakesNoOtherVersion() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    try await pool.write { db in for title in ["milk", "bread"] { _ = try Todo.add(title, db) } }
    let roster = try RosterDatabase(pool)
    let todos = try roster.table(Todo.self, .rows)
    let versions = try todos.list.snapshot.models()
    try await pool.write { db in
      try db.execute(
        sql: """
          CREATE TABLE new_todo (extra TEXT, projectID INTEGER, title TEXT NOT NULL, id INTEGER PRIMARY KEY);
          INSERT INTO new_todo (id, title, projectID) SELECT id, title, projectID FROM todo;
          DROP TABLE todo;
          ALTER TABLE new_todo RENAME TO todo;
          """)
    }
    try await todos.bringUpToDate()
    #expect(try todos.list.snapshot.models() == versions)
    try await pool.write { db in
      try db.execute(sql: "ALTER TABLE todo ADD COLUMN priority INTEGER DEFAULT 3")
    }
    try await todos.bringUpToDate()
    #expect(try Set(todos.list.snapshot.models()).isDisjoint(with: versions))
    #expect(try titles(todos, pool) == ["milk", "bread"])
  }

  @Test func rowsThatAreNotedAndNotTakenUpAreTakenUpAtTheNextOpening() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    try await pool.write { db in for title in ["milk", "bread"] { _ = try Todo.add(title, db) } }
    let versions: [RowVersion<Todo>]
    do {
      let roster = try RosterDatabase(pool)
      let todos = try roster.table(Todo.self, .rows)
      versions = try todos.list.snapshot.models()
      await todos.close()
      try roster.store.close()
    }
    let other = try OtherProcess.connection(to: pool.path)
    try await other.write { db in
      try db.execute(sql: "INSERT OR REPLACE INTO todo (id, title) VALUES (1, 'oat milk')")
      try db.execute(sql: "INSERT INTO todo (title) VALUES ('tea')")
    }
    let roster = try RosterDatabase(pool)
    let todos = try roster.table(Todo.self, .rows)
    #expect(todos.list.snapshot.revision == 2)
    #expect(try titles(todos, pool) == ["oat milk", "bread", "tea"])
    let now = try todos.list.snapshot.models()
    #expect(now[0] != versions[0] && now[1] == versions[1])
    #expect(try roster.store.check() == [])
  }

  @Test func rowsAndTheirVersionsAreReadAtOneMoment() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let todos = try roster.table(Todo.self, .rows)
    try await withThrowingTaskGroup { group in
      group.addTask {
        for number in 0..<40 {
          try await roster.write { db in
            _ = try Todo.add("\(number)", db)
            try db.execute(sql: "UPDATE todo SET title = title || '!' WHERE id % 2 = 0")
            try db.execute(sql: "DELETE FROM todo WHERE id % 3 = 0 AND id < ?", arguments: [number])
          }
        }
      }
      group.addTask {
        while todos.list.snapshot.revision < 41, !Task.isCancelled {
          let (rows, shown) = try await roster.read(todos.list) { db, list in
            (
              try Todo.order(Column("id")).fetchAll(db),
              try list.models().map { try $0.fetch(db) }
            )
          }
          #expect(shown.map { $0?.record } == rows)
          #expect(shown.allSatisfy { $0?.hasChanged == false })
        }
      }
      for try await _ in group {}
    }
  }

  // MARK: Checking

  @Test func aCheckFindsARowThatHasChangedWithoutANote() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    try await pool.write { db in for title in ["milk", "bread"] { _ = try Todo.add(title, db) } }
    let roster = try RosterDatabase(pool)
    try await roster.table(Todo.self, .rows).close()
    try await pool.write { try $0.execute(sql: "UPDATE todo SET title = 'tea' WHERE id = 2") }
    #expect(try roster.store.check() == [])
    try await pool.write { try $0.execute(sql: "DELETE FROM grdb_roster_noted_1") }
    #expect(
      try roster.store.check().map(\.description) == [
        "list \"todo\": the table todo has other versions of rows than the list, and no note of them: 2"
      ])
    let todos = try roster.table(Todo.self, .rows)
    try await todos.compareAll()
    #expect(try roster.store.check() == [])
    #expect(try fetch(todos.list.snapshot.models(), pool).allSatisfy { $0?.hasChanged == false })
  }

  @Test func aCheckLeavesOutValuesThatOnlyTheApplicationCanRead() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "todos.sqlite")
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      db.add(function: DatabaseFunction("own", argumentCount: 1, pure: true) { $0[0] })
    }
    let pool = try DatabasePool(path: path, configuration: configuration)
    try await pool.write { db in
      try db.execute(
        sql: """
          CREATE TABLE todo (
            id INTEGER PRIMARY KEY, title TEXT NOT NULL, projectID INTEGER, made AS (own(title))
          );
          INSERT INTO todo (title) VALUES ('milk')
          """)
    }
    let roster = try RosterDatabase(pool)
    let todos = try roster.table(Todo.self, .rows)
    #expect(try titles(todos, pool) == ["milk"])
    #expect(try SQLiteStore(path: path).check() == [])
  }

  // MARK: Two kinds of models

  @Test func aListIsOpenedWithTheModelsThatItHas() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    try await pool.write { db in _ = try Todo.add("milk", db) }
    let roster = try RosterDatabase(pool)
    try await roster.table(Todo.self).close()
    try await roster.table(Todo.self, .rows, list: "versions").close()
    let copied = #expect(throws: StorageError.self) { try roster.table(Todo.self, .rows) }
    #expect(copied?.code == .failed && copied?.message.contains("open it with .copied") == true)
    let versions = #expect(throws: StorageError.self) {
      try roster.table(Todo.self, list: "versions")
    }
    #expect(versions?.code == .failed && versions?.message.contains("open it with .rows") == true)
    // Neither was changed by that.
    let copies = try roster.table(Todo.self, .copied)
    #expect(try copies.list.snapshot.models().map(\.title) == ["milk"])
    let todos = try roster.table(Todo.self, .rows, list: "versions")
    #expect(try titles(todos, pool) == ["milk"])
    #expect(copies.list.snapshot.revision == 1 && todos.list.snapshot.revision == 1)
  }

  private struct Title: Codable, FetchableRecord, EncodableRecord {
    var title: String
  }

  /// A kind of models, by what opens a list that has it.
  private enum Models: String, CaseIterable {
    case copied = ".copied"
    case rows = ".rows"
    case excerpts = ".rows(copying:)"

    /// Opens the list, which follows its table for as long as what is returned is kept.
    func open(_ roster: RosterDatabase) throws -> AnyObject {
      switch self {
      case .copied: try roster.table(Todo.self)
      case .rows: try roster.table(Todo.self, .rows)
      case .excerpts: try roster.table(Todo.self, .rows(copying: Title.self))
      }
    }

    /// Verifies that a list is not opened with other models.
    func expectAlone(_ roster: RosterDatabase, sourceLocation: SourceLocation = #_sourceLocation) {
      for other in Models.allCases where other != self {
        let error = #expect(throws: StorageError.self, sourceLocation: sourceLocation) {
          try other.open(roster)
        }
        #expect(
          error?.code == .failed
            && error?.message.contains("; open it with \(rawValue), or give") == true,
          sourceLocation: sourceLocation)
      }
    }
  }

  @Test func aListWithoutRowsIsOpenedWithTheModelsOfItsFirstOpening() async throws {
    for models in Models.allCases {
      let application = try TodoApplication()
      let roster = try RosterDatabase(application.pool)
      let list = try models.open(roster)
      models.expectAlone(roster)
      let other = try RosterDatabase(DatabasePool(path: application.pool.path))
      models.expectAlone(other)
      let again = try models.open(other)
      _ = try await roster.write { db in try Todo.add("milk", db) }
      models.expectAlone(other)
      #expect(try roster.store.check() == [])
      withExtendedLifetime((list, again)) {}
    }
  }

  /// Both begin before either has made a revision.
  @Test func ofTwoProcessesThatOpenAnEmptyTableOneIsRefused() async throws {
    @Sendable func failure(_ open: () throws -> Void) -> String? {
      do {
        try open()
        return nil
      } catch {
        return "\(error)"
      }
    }
    for _ in 0..<10 {
      let application = try TodoApplication()
      let one = try RosterDatabase(application.pool)
      let other = try RosterDatabase(DatabasePool(path: application.pool.path))
      async let copied = failure { _ = try one.table(Todo.self) }
      async let versions = failure { _ = try other.table(Todo.self, .rows) }
      let failures = await [copied, versions]
      let first: Models = failures[0] == nil ? .copied : .rows
      #expect(
        failures.compactMap(\.self).count == 1
          && failures.compactMap(\.self)[0].contains("open it with \(first.rawValue), or give"),
        "\(failures)")
      _ = try await one.write { db in try Todo.add("milk", db) }
      let list = try first.open(other)
      first.expectAlone(one)
      #expect(try one.store.check() == [])
      withExtendedLifetime(list) {}
    }
  }

  @Test func aListThatHasLostItsRowsKeepsItsKindOfModels() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    _ = try await application.pool.write { db in try Todo.add("milk", db) }
    let todos = try roster.table(Todo.self, .rows)
    for number in 1...3 {
      try await roster.write { try $0.execute(sql: "DELETE FROM todo") }
      Models.rows.expectAlone(roster)
      _ = try await roster.write { db in try Todo.add("\(number)", db) }
      Models.rows.expectAlone(roster)
    }
    // A revision says it only if no item does.
    let said = try await application.pool.read { db in
      try Int.fetchAll(
        db,
        sql: """
          SELECT id & 255 FROM grdb_roster_journal
          WHERE user_info = '{"keptRows":"versions"}' ORDER BY id
          """)
    }
    #expect(said == [2, 4, 6])
    try await roster.write { try $0.execute(sql: "DELETE FROM todo") }
    try todos.list.compact(JournalRetention(revisionCountMax: 1))
    await todos.close()
    Models.rows.expectAlone(roster)
    let again = try roster.table(Todo.self, .rows)
    #expect(again.list.snapshot.revision == 8 && again.list.snapshot.itemCount == 0)
  }

  /// Takes away what revisions say of the kind of models, which those of earlier releases do not.
  private func forgetKinds(_ pool: DatabasePool) async throws {
    try await pool.write { try $0.execute(sql: "UPDATE grdb_roster_journal SET user_info = NULL") }
  }

  @Test func aListOfAnEarlierReleaseWithoutRowsTakesTheModelsOfTheNextOpening() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    let roster = try RosterDatabase(pool)
    let todos = try roster.table(Todo.self, .rows)
    try await forgetKinds(pool)
    let copies = try roster.table(Todo.self)
    #expect(copies.list.snapshot.revision == 2)
    // From then on it has one kind of models, also for those who had it open before.
    Models.copied.expectAlone(roster)
    #expect(try roster.table(Todo.self).list.snapshot.revision == 2)
    let error = await #expect(throws: StorageError.self) { try await todos.bringUpToDate() }
    #expect(error?.message.contains("open it with .copied") == true)
    _ = try await roster.write { db in try Todo.add("milk", db) }
    try await copies.bringUpToDate()
    #expect(try copies.list.snapshot.models().map(\.title) == ["milk"])
    let kinds = try await pool.read { db in
      try Set(String.fetchAll(db, sql: "SELECT substr(model, 1, 1) FROM grdb_roster_item"))
    }
    #expect(kinds == ["{"])
  }

  @Test func aRevisionWithModelsOfTheOtherKindSaysSo() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    try await pool.write { db in _ = try Todo.add("milk", db) }
    let roster = try RosterDatabase(pool)
    do {
      let copies = try roster.table(Todo.self)
      try await roster.write { try $0.execute(sql: "DELETE FROM todo") }
      #expect(copies.list.snapshot.itemCount == 0)
      await copies.close()
    }
    Models.copied.expectAlone(roster)
    // A list without items may have any if an earlier release has left it so.
    try await forgetKinds(pool)
    let todos = try roster.table(Todo.self, .rows)
    _ = try await roster.write { db in try Todo.add("bread", db) }
    #expect(try titles(todos, pool) == ["bread"])
    let error = #expect(throws: StorageError.self) { try todos.list.snapshot(at: 1).models() }
    #expect(error?.code == .undecodable && error?.message.contains("copies of its rows") == true)
  }

  // MARK: What is made of versions

  @Test func outputsAreMadeOfTheRowsOfVersions() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    let roster = try RosterDatabase(pool)
    let todos = try roster.table(Todo.self, .rows) { version, _ in
      let row = try? pool.read { try version.fetch($0) }
      return row?.record.title ?? "gone"
    }
    var batches = try todos.list.batches().makeAsyncIterator()
    _ = try await roster.write { db in try Todo.add("milk", db) }
    let batch = try #require(try await batches.next())
    #expect(batch.outputs.map(\.output) == ["milk"])
  }

  @Test func aListIsDerivedFromTheKeysOfRows() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    let roster = try RosterDatabase(pool)
    let todos = try roster.table(Todo.self, .rows)
    let newest = try todos.list.derived("newest", version: "1")
      .sorted { [.descending(Int.fromDatabaseValue($0.key) ?? 0)] }.open()
    for title in ["milk", "bread"] {
      _ = try await roster.write { db in try Todo.add(title, db) }
    }
    try await roster.write { try $0.execute(sql: "UPDATE todo SET title = 'tea' WHERE id = 1") }
    try await newest.bringUpToDate()
    let rows = try fetch(newest.list.snapshot.models(), pool)
    #expect(rows.map { $0?.record.title } == ["bread", "tea"])
    #expect(rows.allSatisfy { $0?.hasChanged == false })
    await newest.close()
  }

  @Test func anObservationSeesTheRowThatItFetches() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    try await pool.write { db in for title in ["milk", "bread"] { _ = try Todo.add(title, db) } }
    let todos = try RosterDatabase(pool).table(Todo.self, .rows)
    let version = try #require(try todos.list.snapshot.model(at: 0))
    var values = ValueObservation.tracking { try version.fetch($0)?.record.title }
      .removeDuplicates().values(in: pool).makeAsyncIterator()
    #expect(try await values.next() == "milk")
    try await pool.write { try $0.execute(sql: "UPDATE todo SET title = 'tea' WHERE id = 1") }
    #expect(try await values.next() == "tea")
  }

  // MARK: Which tables

  /// A record that neither has the key of its table nor can be written.
  private struct Named: Decodable, FetchableRecord, TableRecord {
    static let databaseTableName = "keyed"
    var name: String
  }

  @Test(arguments: [
    "CREATE TABLE keyed (id TEXT PRIMARY KEY NOT NULL COLLATE NOCASE, name TEXT) WITHOUT ROWID",
    "CREATE TABLE keyed (name TEXT, \"ID\" ANY PRIMARY KEY) STRICT, WITHOUT ROWID",
    "CREATE TABLE keyed (id PRIMARY KEY NOT NULL, \"a \"\"b\" TEXT UNIQUE, name TEXT)",
  ])
  func aRowIsFoundByAKeyOfEachKind(sql: String) async throws {
    let queue = try DatabaseQueue()
    try await queue.write { try $0.execute(sql: sql) }
    let roster = try RosterDatabase(inMemory: queue)
    let list = try roster.table(Named.self, .rows)
    let id = UUID()
    let keys: [(DatabaseValue, String)] = [
      ("a".databaseValue, "text"), ("é\"".databaseValue, "accent"),
      (Data([1, 0xAB]).databaseValue, "blob"), (id.databaseValue, "UUID"),
    ]
    try await queue.write { db in
      for (key, name) in keys {
        try db.execute(
          sql: "INSERT INTO keyed (id, name) VALUES (?, ?)", arguments: [key, name])
      }
    }
    try await list.bringUpToDate()
    let versions = try list.list.snapshot.models()
    #expect(Set(versions.map(\.key)) == Set(keys.map(\.0)))
    let names = Dictionary(uniqueKeysWithValues: keys)
    for version in versions {
      let row = try await queue.read { try version.fetch($0) }
      #expect(row?.record.name == names[version.key] && row?.hasChanged == false)
    }
    #expect(try list.list.snapshot.item(key: id.uuidString)?.model.key == id.databaseValue)
    // A key that is written in another way is another key.
    try await queue.write { try $0.execute(sql: "UPDATE keyed SET id = 'A' WHERE id = 'a'") }
    let former = try #require(versions.first { $0.key == "a".databaseValue })
    #expect(try await queue.read { try former.fetch($0) } == nil)
  }

  @Test func aRowThatTheRecordCannotReadIsAnItemAndFailsWhenItIsFetched() async throws {
    let queue = try DatabaseQueue()
    try await queue.write { db in
      try db.execute(sql: "CREATE TABLE keyed (id INTEGER PRIMARY KEY, name TEXT)")
    }
    let list = try RosterDatabase(inMemory: queue).table(Named.self, .rows)
    try await queue.write { try $0.execute(sql: "INSERT INTO keyed VALUES (1, 'milk'), (2, NULL)") }
    try await list.bringUpToDate()
    let versions = try list.list.snapshot.models()
    #expect(versions.count == 2 && list.failure == nil)
    #expect(try await queue.read { try versions[0].fetch($0) }?.record.name == "milk")
    await #expect(throws: (any Error).self) {
      try await queue.read { try versions[1].fetch($0)?.record.name }
    }
    // Of a table that is gone, neither is there.
    try await queue.write { try $0.execute(sql: "DROP TABLE keyed") }
    await #expect(throws: DatabaseError.self) {
      try await queue.read { try versions[0].fetch($0)?.record.name }
    }
  }

  @Test func aTableWhoseKeyHasSeveralColumnsNowSaysSo() async throws {
    let queue = try DatabaseQueue()
    try await queue.write { db in
      try db.execute(sql: "CREATE TABLE keyed (id INTEGER PRIMARY KEY, name TEXT)")
      try db.execute(sql: "INSERT INTO keyed VALUES (1, 'milk')")
    }
    let list = try RosterDatabase(inMemory: queue).table(Named.self, .rows)
    let version = try #require(try list.list.snapshot.models().first)
    try await queue.write { db in
      try db.execute(
        sql: """
          DROP TABLE keyed;
          CREATE TABLE keyed (id INTEGER, name TEXT, PRIMARY KEY (id, name));
          INSERT INTO keyed VALUES (1, 'milk')
          """)
    }
    let error = await #expect(throws: StorageError.self) {
      try await queue.read { try version.fetch($0)?.record.name }
    }
    #expect(error?.code == .failed && error?.message.contains("PRIMARY KEY of 2 columns") == true)
  }
}
