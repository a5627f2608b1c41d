import Foundation
import GRDB
import Roster
import RosterDerived
import RosterGRDB
import RosterTestKit
import Testing

/// What the commands do with the database of an application, which has it open meanwhile.
struct ApplicationCommandTests {
  private struct Todo: Codable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "todo"

    var id: Int64?
    var title: String
  }

  private let folder: TemporaryFolder
  private let path: String
  private let pool: DatabasePool
  private let roster: RosterDatabase
  private let order: ListDataSource<Int64, String, Never>

  /// Makes an application with a list, `order`, and its table `todo` as a list. Each has the same two rows.
  init() async throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "application.sqlite")
    pool = try DatabasePool(path: path)
    try await pool.write { db in
      try db.execute(
        sql: """
          CREATE TABLE todo (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
          PRAGMA user_version = 77;
          """)
    }
    roster = try RosterDatabase(pool)
    order = try ListDataSource(roster.location(list: "order"))
    let todos = try roster.table(Todo.self)
    try await roster.write(order) { db, order in
      for title in ["Milk", "Bread"] {
        try db.execute(sql: "INSERT INTO todo (title) VALUES (?)", arguments: [title])
        try order.append(db.lastInsertedRowID)
      }
    }
    try await todos.bringUpToDate()
    await todos.close()
  }

  /// Runs a command that must succeed.
  private func run(
    _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> RosterProgram.Outcome {
    let outcome = try await RosterProgram.run(arguments)
    #expect(
      outcome.exitCode == 0 && outcome.errors == "", "\(outcome.errors)",
      sourceLocation: sourceLocation)
    return outcome
  }

  /// Inserts a row of which the list of the table knows nothing yet.
  private func insertRow() async throws {
    try await pool.write { try $0.execute(sql: "INSERT INTO todo (title) VALUES ('Jam')") }
  }

  @Test func listsAndTablesAreNamedWithTheRowsThatAreNoted() async throws {
    let lists = try await run("lists", path)
    #expect(
      lists.output == """
        order  revision 1  1 section  2 items
        todo  revision 2  1 section  2 items  of the table todo, 0 rows noted

        """)
    try await insertRow()
    let noted = try await run("lists", path, "--output", "ndjson")
    #expect(
      noted.output == """
        {"items":2,"name":"order","revision":1,"sections":1}
        {"items":2,"name":"todo","noted":1,"revision":2,"sections":1,"table":"todo"}

        """)
  }

  @Test(.enabled(if: TerminalWalk.isPossible, TerminalWalk.need), arguments: [40, 120])
  func theViewOfATablesListSaysWhereItIsChanged(columns: Int) async throws {
    let walk = TerminalWalk(
      command: "'\(RosterProgram.path)' view '\(path)' --list todo", columns: columns, rows: 14)
    let screens = try await walk.screens(
      """
      --wait '1 of 2 items' --wait '/ search' --print --type u --wait 'undo in the table "todo"' --type r \
      --wait 'redo in the table "todo"' --type R --wait 'restore in the table "todo"' --type '[' \
      --wait 'past revision 1 of 2' --type R --wait 'restore in the table "todo"'
      """)
    #expect(screens.first?.line(with: "undo") == nil)
    #expect(try await run("lists", path).lines.last?.hasPrefix("todo  revision 2 ") == true)
  }

  @Test func listsAndTablesAreShown() async throws {
    let order = try await run("show", path, "--list", "order")
    #expect(
      order.output == """
        list "order", revision 1: 1 section, 2 items
        0  null  2 items
          0:0  1
          0:1  2

        """)
    let todos = try await run("show", path, "--list", "todo")
    #expect(
      todos.output == """
        list "todo", revision 2: 1 section, 2 items
        0  null  2 items
          0:0  {"title":"Milk","id":1}
          0:1  {"title":"Bread","id":2}

        """)
  }

  // MARK: Rows that stay in their table

  /// Opens the table as a list, `versions`, which leaves its rows where they are.
  private func openVersions() throws -> TableList<RowVersion<Todo>, Never> {
    try roster.table(Todo.self, .rows, list: "versions")
  }

  @Test func rowsThatStayInTheirTableAreShown() async throws {
    let versions = try openVersions()
    let shown = """
      list "versions", revision 1: 1 section, 2 items
      0  null  2 items
        0:0  {"title":"Milk","id":1}
        0:1  {"title":"Bread","id":2}

      """
    #expect(try await run("show", path, "--list", "versions").output == shown)
    #expect(
      try await run("at", path, "--list", "versions", "--revision", "1").output == shown)
    #expect(
      try await run("view", path, "--list", "versions", "--template", "{id} {title}").output
        == " 1 Milk\n 2 Bread\n")
    try await roster.write { db in
      try db.execute(sql: "UPDATE todo SET title = 'Oat milk' WHERE id = 1")
    }
    #expect(versions.list.snapshot.revision == 2)
    // Nothing else has the row as it was.
    let earlier = try await run(
      "show", path, "--list", "versions", "--at", "1", "--output", "ndjson")
    #expect(earlier.lines.count == 4)
    #expect(
      earlier.lines.contains { $0.contains(#""model":"row 1 of todo has changed since (version "#) }
    )
    #expect(earlier.lines.contains { $0.contains(#""model":{"id":2,"title":"Bread"}"#) })
    for command in [
      ["follow", path, "--after", "1", "--until", "2"], ["diff", "\(path)@1", "\(path)@2"],
    ] {
      let outcome = try await RosterProgram.run(
        command + ["--list", "versions", "--output", "ndjson"])
      #expect(outcome.exitCode == 0 && outcome.errors == "", "\(outcome.errors)")
      #expect(outcome.output.contains(#"{"id":1,"title":"Oat milk"}"#))
    }
    await versions.close()
  }

  @Test func aViewNamesRowsThatAreGone() async throws {
    try await openVersions().close()
    try await pool.write { try $0.execute(sql: "DELETE FROM todo WHERE id = 2") }
    let view = try await run("view", path, "--list", "versions", "--template", "{title}")
    #expect(view.lines.first == " Milk")
    #expect(view.lines.last?.hasPrefix(" row 2 of todo is gone (version ") == true)
    try await pool.write { try $0.execute(sql: "DROP TABLE todo") }
    let show = try await run("show", path, "--list", "versions")
    #expect(show.lines.filter { $0.contains("the database has no such table") }.count == 2)
  }

  @Test func aLogHasTheVersionsOfRowsUnlessItIsToHaveTheRows() async throws {
    try await openVersions().close()
    let versions = try await run("log", path, "--list", "versions")
    #expect(versions.output.contains("fingerprint") && !versions.output.contains("Milk"))
    let rows = try await run("log", path, "--list", "versions", "--rows")
    #expect(!rows.output.contains("fingerprint") && rows.output.contains(#""title":"Milk""#))
    for (name, log) in [("versions", versions), ("rows", rows)] {
      let file = try folder.write(log.output, to: "\(name).jsonl")
      let copy = folder.path(of: "\(name).sqlite")
      _ = try await run("replay", file, "--db", copy, "--list", name, "--output", "none")
    }
    let shown = try await run("show", folder.path(of: "rows.sqlite"), "--list", "rows")
    #expect(
      shown.lines.dropFirst(2) == [
        #"  0:0  {"title":"Milk","id":1}"#, #"  0:1  {"title":"Bread","id":2}"#,
      ])
    // What a file has that is no database of an application is shown as it is.
    let copied = try await run("show", folder.path(of: "versions.sqlite"), "--list", "versions")
    #expect(copied.lines.last?.hasPrefix(#"  0:1  [""#) == true)
  }

  @Test func aListThatIsDerivedFromRowsShowsThem() async throws {
    let versions = try openVersions()
    let newest = try versions.list.derived("newest", version: "1")
      .sorted { [.descending(Int.fromDatabaseValue($0.key) ?? 0)] }.open()
    try await newest.bringUpToDate()
    let shown = try await run("show", path, "--list", "newest")
    #expect(
      shown.lines.dropFirst(2) == [
        #"  0:0  {"title":"Bread","id":2}"#, #"  0:1  {"title":"Milk","id":1}"#,
      ])
    await newest.close()
    await versions.close()
  }

  #if Web
    @Test func rowsThatStayInTheirTableAreServedAndInspected() async throws {
      try await openVersions().close()
      let outcome = try await RosterProgram.shell(
        """
        cd "$(mktemp -d)" || exit 99
        \(RosterProgram.servingShell)
        serve "$roster" serve '\(path)' --list versions 2>errors
        get /lists/versions; echo; echo inspected; get /inspect/versions/api/list
        kill -INT $server 2>/dev/null; wait $server; code=$?
        cat errors >&2; rm -r "$PWD"; exit $code
        """)
      #expect(outcome.exitCode == 0 && outcome.errors == "", "\(outcome.errors)")
      let parts = outcome.output.components(separatedBy: "\ninspected\n")
      #expect(parts.count == 2 && parts.allSatisfy { $0.contains("Milk") }, "\(outcome.output)")
    }
  #endif

  // MARK: Logs, checks and copies

  @Test(arguments: ["order", "todo"]) func aLogReplaysToTheSameList(list: String) async throws {
    let log = try await run("log", path, "--list", list)
    let file = try folder.write(log.output, to: "log.jsonl")
    let copy = folder.path(of: "copy.sqlite")
    _ = try await run("replay", file, "--db", copy, "--list", list, "--output", "none")
    let shown = try await run("show", path, "--list", list)
    #expect(try await run("show", copy, "--list", list).output == shown.output)
  }

  @Test func aListIsFollowedWhileTheApplicationWrites() async throws {
    async let following = run(
      "follow", path, "--list", "order", "--after", "0", "--until", "4", "--output", "ndjson")
    for number in 3...5 {
      try await roster.write(order) { db, order in
        try db.execute(sql: "INSERT INTO todo (title) VALUES ('Jam')")
        try order.insert(Int64(number), at: 0)
      }
    }
    #expect(try await following.lines.count == 4)
    let models = try order.snapshot.models()
    #expect(models == [5, 4, 3, 1, 2])
  }

  @Test func aCheckCountsListsAndTables() async throws {
    try await insertRow()
    #expect(try await run("check", path).output == "\(path): all is well with 2 lists\n")
    try await pool.write { try $0.execute(sql: "DELETE FROM grdb_roster_noted_2") }
    let check = try await RosterProgram.run("check", path)
    #expect(check.exitCode == 1)
    #expect(check.output.contains("the table todo has rows that the list has not"))
  }

  @Test func aListIsCopiedOutAndIn() async throws {
    let copy = folder.path(of: "copy.sqlite")
    _ = try await run("copy", path, copy)
    #expect(
      try await run("lists", copy).output == """
        order  revision 1  1 section  2 items
        todo  revision 2  1 section  2 items

        """)
    #expect(try await run("check", copy).output.contains("all is well with 2 lists"))
    _ = try await run("copy", copy, path, "--list", "order", "--as", "again")
    #expect(try await run("check", path).output.contains("all is well with 3 lists"))
    // The application goes on with both.
    let again = try ListDataSource<Int64, String, Never>(roster.location(list: "again"))
    try await roster.write(order, again) { db, order, again in
      try order.append(3)
      try again.append(3)
    }
    let models = try [order.snapshot.models(), again.snapshot.models()]
    #expect(models == [[1, 2, 3], [1, 2, 3]])
    #expect(try await pool.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 77)
  }

  @Test func theListsAreSalvagedWithoutTheTables() async throws {
    let shown = try await run("show", path, "--list", "order")
    await order.close()
    try roster.store.close()
    try pool.close()
    let saved = folder.path(of: "saved.sqlite")
    let salvage = try await run("salvage", path, "--into", saved)
    #expect(
      salvage.output == """
        list "order": revisions 0 to 1, 2 items in 1 section are saved
        list "todo": revisions 0 to 2, 2 items in 1 section are saved
        the lists only: the other tables are those of an application, which its own copies restore
        \(saved): everything is saved

        """)
    #expect(try await run("check", saved).output.contains("all is well with 2 lists"))
    #expect(try await run("show", saved, "--list", "order").output == shown.output)
    let queue = try DatabaseQueue(path: saved)
    #expect(try await queue.read { try $0.tableExists("todo") } == false)
    try queue.close()
  }
}
