import Foundation
import GRDB
import Roster
import RosterCore
import RosterGRDB
import RosterTestKit
import Testing

@testable import RosterStore

/// What people are shown of a list that leaves rows in their table, by tools that do not know its records.
@Suite("Tables as lists: rows that stay in their table, as they are shown")
struct ShownRowsTests {
  /// A list as a tool opens it, beside the application.
  private struct Shown {
    let list: SQLiteList

    init(_ path: String, list name: String = "todo") throws {
      let store = try SQLiteStore(
        path: path, configuration: SQLiteConfiguration(isReadOnly: true))
      list = try #require(try store.list(named: name, create: false)).showingRows()
    }

    /// The texts that stand in place of the models of items, by default of those that the list has now.
    func texts(_ items: [ItemID]? = nil, at revision: Revision? = nil) throws -> [String] {
      let state = try list.load()
      let items = try items ?? state.itemIDs(inSection: 0)
      return try list.models(of: items, at: revision ?? state.revision).map { model in
        guard case .text(let text)? = model else { return "no text" }
        return text
      }
    }

    /// The text of the only item.
    var text: String { get throws { try #require(try texts().first) } }
  }

  /// The digests of the versions that a list has, in order.
  private func digests(_ pool: DatabasePool, list: Int = 1) async throws -> [String] {
    try await pool.read { db in
      try String.fetchAll(
        db, sql: "SELECT substr(model, 3, 16) FROM grdb_roster_item WHERE id >> 40 = ? ORDER BY id",
        arguments: [list])
    }
  }

  /// Makes an application whose rows are versions in a list that is closed again.
  private func makeApplication(_ titles: String...) async throws -> TodoApplication {
    let application = try TodoApplication()
    try await application.pool.write { db in for title in titles { _ = try Todo.add(title, db) } }
    let roster = try RosterDatabase(application.pool)
    try await roster.table(Todo.self, .rows).close()
    try roster.store.close()
    return application
  }

  @Test func rowsStandInPlaceOfTheirVersions() async throws {
    let application = try TodoApplication()
    let values = [
      ("NULL", "null"), ("9007199254740993", "9007199254740993"), ("-1.5", "-1.5"),
      ("'é\"'", #""é\"""#), ("x'0a1b'", #""x'0a1b'""#), ("x''", #""x''""#),
      ("zeroblob(33)", #""33 bytes of data""#), ("9e999", #"{"real":"inf"}"#),
    ]
    try await application.pool.write { db in
      // A column that no record of the list has.
      try db.execute(sql: "ALTER TABLE todo ADD COLUMN extra")
      for (sql, _) in values {
        try db.execute(sql: "INSERT INTO todo (title, extra) VALUES ('milk', \(sql))")
      }
    }
    let roster = try RosterDatabase(application.pool)
    let todos = try roster.table(Todo.self, .rows)
    let expected = values.enumerated().map { index, value in
      #"{"extra":\#(value.1),"id":\#(index + 1),"projectID":null,"title":"milk"}"#
    }
    #expect(try Shown(application.pool.path).texts() == expected)
    // Who does not ask for rows reads what the list has.
    let stored = try #require(try roster.store.list(named: "todo", create: false))
    let models = try stored.models(
      of: todos.list.snapshot.state.itemIDs(inSection: 0), at: todos.list.snapshot.revision)
    let digests = try await digests(application.pool)
    #expect(
      models == digests.enumerated().map { .text(#"["\#($0.element)",\#($0.offset + 1)]"#) })
  }

  @Test func anEarlierRevisionHasARowOnlyAsItWasThen() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    try await pool.write { db in
      for title in ["milk", "bread", "tea"] { _ = try Todo.add(title, db) }
    }
    let roster = try RosterDatabase(pool)
    let todos = try roster.table(Todo.self, .rows)
    let items = try todos.list.snapshot.state.itemIDs(inSection: 0)
    let digests = try await digests(pool)
    let rows = [(1, "milk"), (2, "bread"), (3, "tea")].map {
      #"{"id":\#($0.0),"projectID":null,"title":"\#($0.1)"}"#
    }
    let shown = try Shown(pool.path)
    #expect(try shown.texts() == rows)
    try await roster.write { db in
      try db.execute(sql: "UPDATE todo SET title = 'oat milk' WHERE id = 1")
      try db.execute(sql: "DELETE FROM todo WHERE id = 2")
    }
    #expect(
      try shown.texts(items, at: 1) == [
        "\"row 1 of todo has changed since (version \(digests[0]))\"",
        "\"row 2 of todo is gone (version \(digests[1]))\"", rows[2],
      ])
    #expect(
      try shown.texts() == [#"{"id":1,"projectID":null,"title":"oat milk"}"#, rows[2]])
    // A row that is as it was is the version again.
    try await roster.write { db in
      try db.execute(sql: "UPDATE todo SET title = 'milk' WHERE id = 1")
      try db.execute(sql: "INSERT INTO todo (id, title) VALUES (2, 'bread')")
    }
    #expect(try shown.texts(items, at: 1) == rows)
  }

  @Test func aRowThatIsNotedHasChangedSinceTheListHasSeenIt() async throws {
    let application = try await makeApplication("milk")
    try await application.pool.write { try $0.execute(sql: "UPDATE todo SET title = 'tea'") }
    #expect(try Shown(application.pool.path).text.contains("row 1 of todo has changed since"))
    let roster = try RosterDatabase(application.pool)
    try await roster.table(Todo.self, .rows).close()
    #expect(try Shown(application.pool.path).text.contains(#""title":"tea""#))
  }

  @Test func columnsThatAreCopiedStayWhereTheRowDoesNot() async throws {
    struct Title: Codable, FetchableRecord, EncodableRecord {
      var title: String
    }
    let application = try TodoApplication()
    let pool = application.pool
    try await pool.write { db in _ = try Todo.add("milk", db) }
    let roster = try RosterDatabase(pool)
    let todos = try roster.table(Todo.self, .rows(copying: Title.self))
    let items = try todos.list.snapshot.state.itemIDs(inSection: 0)
    let digest = try await digests(pool)[0]
    let shown = try Shown(pool.path)
    #expect(try shown.text == #"{"id":1,"projectID":null,"title":"milk"}"#)
    try await roster.write { try $0.execute(sql: "DELETE FROM todo") }
    #expect(
      try shown.texts(items, at: 1) == [
        "{\"$row\":\"row 1 of todo is gone (version \(digest))\",\"title\":\"milk\"}"
      ])
  }

  /// A record of a table with keys of any kind.
  private struct Named: Decodable, FetchableRecord, TableRecord {
    static let databaseTableName = "keyed"
    var name: String
  }

  @Test(arguments: [
    "CREATE TABLE keyed (id TEXT PRIMARY KEY NOT NULL COLLATE NOCASE, name TEXT) WITHOUT ROWID",
    "CREATE TABLE keyed (name TEXT, \"ID\" ANY PRIMARY KEY) STRICT, WITHOUT ROWID",
    "CREATE TABLE keyed (id PRIMARY KEY NOT NULL, \"a \"\"b\" TEXT UNIQUE, name TEXT)",
  ])
  func aRowIsFoundByAKeyOfEachKindWithoutTheOthers(sql: String) async throws {
    let folder = try TemporaryFolder()
    let pool = try DatabasePool(path: folder.path(of: "keyed.sqlite"))
    let id = UUID(uuidString: "0D35FB6C-E0B3-4E9E-AA3C-14D35CA3CDF4")
    let keys: [(DatabaseValue, text: String)] = [
      ("a".databaseValue, "a"), ("é\"".databaseValue, "é\""),
      (Data([1, 0xAB]).databaseValue, "x'01ab'"), (Data([1]).databaseValue, "x'01'"),
      (Data([1, 2, 3]).databaseValue, "x'010203'"),
      (try #require(id).databaseValue, "x'0d35fb6ce0b34e9eaa3c14d35ca3cdf4'"),
    ]
    try await pool.write { db in
      try db.execute(sql: sql)
      for (key, text) in keys {
        try db.execute(
          sql: "INSERT INTO keyed (id, name) VALUES (?, ?)", arguments: [key, text])
      }
    }
    let roster = try RosterDatabase(pool)
    try await roster.table(Named.self, .rows, list: "todo").close()
    let shown = try Shown(pool.path)
    let texts = try shown.texts()
    #expect(texts.count == keys.count)
    for (_, text) in keys {
      // The key and the name are the same text.
      let quoted = "\"\(text.replacingOccurrences(of: "\"", with: "\\\""))\""
      #expect(
        texts.filter { $0.components(separatedBy: quoted).count == 3 }.count == 1, "\(texts)")
    }
    try await pool.write { try $0.execute(sql: "DELETE FROM keyed") }
    let gone = try shown.texts()
    for (_, text) in keys {
      let quoted = text.replacingOccurrences(of: "\"", with: "\\\"")
      #expect(gone.contains { $0.hasPrefix("\"row \(quoted) of keyed is gone") }, "\(gone)")
    }
    let plan = try await pool.read { db in
      let sql = NotedTable.rowSQL(ofTable: "keyed", key: "id")
      let rows = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: ["a"])
      return rows.compactMap { $0["detail"] as String? }
    }
    #expect(plan.count == 1 && plan.allSatisfy { $0.hasPrefix("SEARCH") }, "\(plan)")
  }

  // MARK: Tables that are not as they were

  @Test(arguments: [
    ("DROP TABLE todo", "the database has no such table"),
    ("ALTER TABLE todo RENAME TO task", "the database has no such table"),
    ("DROP TABLE todo; CREATE VIEW todo AS SELECT 1 AS id, 'milk' AS title", "it is a view by now"),
    (
      "DROP TABLE todo; CREATE TABLE todo (id INTEGER, title TEXT, PRIMARY KEY (id, title))",
      "its PRIMARY KEY has 2 columns by now"
    ),
    ("DROP TABLE todo; CREATE TABLE todo (title TEXT)", "its PRIMARY KEY has 0 columns by now"),
    (
      "DROP TABLE todo; CREATE VIRTUAL TABLE todo USING fts5 (id, title)",
      "it is a virtual table by now"
    ),
    (
      "ALTER TABLE todo ADD COLUMN huge AS (zeroblob(2000000000))",
      "string or blob too big in table todo"
    ),
  ])
  func aTableThatIsNoneAnyMoreIsNamed(sql: String, reason: String) async throws {
    let application = try await makeApplication("milk", "bread")
    let pool = application.pool
    let digests = try await digests(pool)
    try await pool.write { try $0.execute(sql: sql) }
    #expect(
      try Shown(pool.path).texts()
        == digests.enumerated().map {
          "\"row \($0.offset + 1) of todo cannot be read, since \(reason) (version \($0.element))\""
        })
  }

  @Test func aTableThatIsBuiltAnewHasItsRows() async throws {
    let application = try await makeApplication("milk")
    try await application.pool.write { db in
      try db.execute(
        sql: """
          CREATE TABLE new_todo (title TEXT NOT NULL, id INTEGER PRIMARY KEY, "a ""b" TEXT);
          INSERT INTO new_todo (id, title) SELECT id, title FROM todo;
          DROP TABLE todo;
          ALTER TABLE new_todo RENAME TO todo;
          """)
    }
    #expect(
      try Shown(application.pool.path).text == #"{"a \"b":null,"id":1,"title":"milk"}"#)
  }

  @Test func aRowWithAValueThatOnlyTheApplicationCanMakeSaysSo() async throws {
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
    try await roster.table(Todo.self, .rows).close()
    let text = try Shown(path).text
    #expect(
      text.hasPrefix("\"row 1 of todo cannot be read, since ") && text.contains("own"), "\(text)")
  }

  // MARK: Values and models of any kind

  @Test func aVeryLongTextIsCutBetweenCharacters() async throws {
    let count = ShownRows.textByteCountMax
    let title = "x" + String(repeating: "é", count: count / 2)
    let application = try await makeApplication(title, String(title.dropLast()))
    let texts = try Shown(application.pool.path).texts()
    let cut = "x" + String(repeating: "é", count: count / 2 - 1)
    #expect(texts[0].hasSuffix(",\"title\":\"\(cut)… (\(count + 1) bytes)\"}"))
    #expect(texts[1].hasSuffix(",\"title\":\"\(cut)\"}"))
  }

  /// A generated column can have more than the file.
  @Test func theTextsOfARowAreCutTogether() async throws {
    let application = try TodoApplication()
    let title = String(repeating: "é", count: ShownRows.textByteCountMax / 2)
    try await application.pool.write { db in
      try db.execute(
        sql: """
          ALTER TABLE todo ADD COLUMN note TEXT DEFAULT 'short';
          ALTER TABLE todo ADD COLUMN again TEXT AS ('x' || title);
          """)
      _ = try Todo.add(title, db)
    }
    let roster = try RosterDatabase(application.pool)
    try await roster.table(Todo.self, .rows).close()
    let again = "x" + String(repeating: "é", count: 49)
    #expect(
      try Shown(application.pool.path).text
        == "{\"again\":\"\(again)… (\(ShownRows.textByteCountMax + 1) bytes)\",\"id\":1,\"note\":\"short\","
        + "\"projectID\":null,\"title\":\"\(title)\"}")
  }

  @Test func aLongKeyIsCutBetweenCharacters() async throws {
    let folder = try TemporaryFolder()
    let pool = try DatabasePool(path: folder.path(of: "keyed.sqlite"))
    try await pool.write { db in
      try db.execute(sql: "CREATE TABLE keyed (id TEXT PRIMARY KEY NOT NULL, name TEXT)")
      try db.execute(
        sql: "INSERT INTO keyed (id, name) VALUES (?, 'a')",
        arguments: ["x" + String(repeating: "é", count: 60)])
    }
    let roster = try RosterDatabase(pool)
    try await roster.table(Named.self, .rows, list: "todo").close()
    try await pool.write { try $0.execute(sql: "DELETE FROM keyed") }
    let key = "x" + String(repeating: "é", count: 49)
    #expect(try Shown(pool.path).text.hasPrefix("\"row \(key) of keyed is gone"))
  }

  /// What no application has written is shown as it is.
  @Test(arguments: [
    #"["0123456789abcdef"]"#, #"["0123456789abcdef",null]"#, #"["0123456789abcdef",1.5]"#,
    #"["0123456789abcdef",9223372036854775808]"#, #"["0123456789abcdef",[1]]"#,
    #"["0123456789abcdef",{"base64":"A"}]"#, #"["0123456789abcdef",{"base64":"A==="}]"#,
    #"["0123456789abcdef",{"base64":"AA=A"}]"#, #"["0123456789abcdef",{"base64":"é==="}]"#,
    #"["0123456789abcdef",{"base64":1}]"#, #"["0123456789abcdef",1,2]"#,
    #"["0123456789abcdef",1,{},3]"#, #"["0123456789abcdef",1"#, #"["0123456789ABCDEF",1]"#, "",
  ])
  func aModelThatIsNoVersionIsShownAsItIs(model: String) async throws {
    let application = try await makeApplication("milk")
    try await application.pool.write { db in
      try db.execute(sql: "UPDATE grdb_roster_item SET model = ?", arguments: [model])
    }
    #expect(try Shown(application.pool.path).text == model)
  }

  @Test func aNameThatIsForgedIsShort() async throws {
    let application = try await makeApplication("milk")
    let name = String(repeating: "x", count: 10_000) + "\"; DROP TABLE todo"
    try await application.pool.write { db in
      try db.execute(sql: "UPDATE grdb_roster_table SET name = ?", arguments: [name])
    }
    let text = try Shown(application.pool.path).text
    #expect(text.contains("cannot be read") && text.utf8.count < 250)
  }

  /// One that need not end, in a forged file.
  @Test func noViewIsReadInPlaceOfWhatListsNoteOfTables() async throws {
    let application = try await makeApplication("milk")
    let (pool, path) = (application.pool, application.pool.path)
    let digest = try await digests(pool)[0]
    func shownTables() throws -> [ShownTable] {
      try SQLiteStore(path: path, configuration: SQLiteConfiguration(isReadOnly: true))
        .shownTables()
    }
    try await pool.write { db in
      try db.execute(
        sql: "DROP TABLE grdb_roster_noted_1; CREATE VIEW grdb_roster_noted_1 AS SELECT 1 AS k")
    }
    #expect(try shownTables().map(\.notedCount) == [0])
    try await pool.write { db in
      try db.execute(
        sql: """
          DROP TABLE grdb_roster_table;
          CREATE VIEW grdb_roster_table AS SELECT 1 AS list, 'todo' AS name;
          """)
    }
    #expect(try shownTables().isEmpty)
    #expect(try Shown(path).text == #"["\#(digest)",1]"#)
  }

  @Test func aListOfItsOwnHasNoRowsInPlaceOfItsModels() async throws {
    let application = try await makeApplication("milk")
    let digest = try await digests(application.pool)[0]
    let roster = try RosterDatabase(application.pool)
    let own = try ListDataSource<[String], String, Never>(roster.location(list: "own"))
    try await own.change { _, draft in try draft.append([digest, "1"]) }
    #expect(try Shown(application.pool.path, list: "own").text == #"["\#(digest)","1"]"#)
  }
}
