import Foundation
import Migrations
import RosterCore
import Testing

@testable import RosterStore

@Suite("Opening: names of tables")
struct TableNamesTests {
  @Test(arguments: [
    ("SELECT leaf FROM item WHERE item.leaf = ?", "SELECT leaf FROM P_item WHERE P_item.leaf = ?"),
    ("SELECT list, item FROM state ORDER BY item", "SELECT list, item FROM P_state ORDER BY item"),
    (
      "INSERT INTO subscriber (list) VALUES (1) ON CONFLICT (list) DO UPDATE SET list = 2",
      "INSERT INTO P_subscriber (list) VALUES (1) ON CONFLICT (list) DO UPDATE SET list = 2"
    ),
    ("UPDATE file SET list_count = 1", "UPDATE P_file SET list_count = 1"),
    (
      "SELECT 1 FROM journal JOIN list ON list.id = journal.list",
      "SELECT 1 FROM P_journal JOIN P_list ON P_list.id = P_journal.list"
    ),
    (
      "SELECT id FROM item INDEXED BY item_key WHERE x = 'FROM item'",
      "SELECT id FROM P_item INDEXED BY P_item_key WHERE x = 'FROM item'"
    ),
    (
      "CREATE INDEX item_key ON item (model_key) -- ON item\nWHERE list",
      "CREATE INDEX P_item_key ON P_item (model_key) -- ON item\nWHERE list"
    ),
    (
      "CREATE VIEW list_items (list, section) AS SELECT list.name FROM list",
      "CREATE VIEW P_list_items (list, section) AS SELECT P_list.name FROM P_list"
    ),
    (
      "SELECT sum(count) OVER (PARTITION BY section ORDER BY ord) FROM leaf",
      "SELECT sum(count) OVER (PARTITION BY section ORDER BY ord) FROM P_leaf"
    ),
    (
      "WITH place (scope) AS (SELECT 1 FROM place) SELECT place.scope FROM items, other.item",
      "WITH place (scope) AS (SELECT 1 FROM place) SELECT place.scope FROM items, other.item"
    ),
    ("SELECT 'unfinished", "SELECT 'unfinished"),
    ("", ""),
  ])
  func aNameHasAPrefixWhereATableIsMeant(plain: String, prefixed: String) {
    #expect(
      TableNames.prefixed.sql(plain)
        == prefixed.replacingOccurrences(of: "P_", with: TableNames.prefix))
    #expect(TableNames.plain.sql(plain) == plain)
  }

  @Test func theNamesAreThoseThatTheMigrationsAndTheIndexOfWordsMake() throws {
    let database = try StoreConnection.inMemory()
    try database.execute(DatabaseFile.formerStepTableSQL)
    for step in Migration.all { try database.execute(step.sql) }
    for matching in WordMatching.allCases {
      try SearchIndex.make(matching, in: ListConnection(database, .plain))
    }
    // Those that SQLite makes for the index are in no statement.
    let made = try Set(
      database.texts(
        "SELECT name FROM sqlite_master WHERE sql IS NOT NULL AND sql NOT LIKE '%''%''(%'"))
    #expect(
      TableNames.all == made.subtracting([DatabaseFile.stepTable, DatabaseFile.formerStepTable]))
    #expect(
      TableNames.all.allSatisfy { TableNames.prefixed.plainName(TableNames.prefix + $0) == $0 })
    #expect(TableNames.prefixed.plainName("item") == nil)
    #expect(TableNames.prefixed.plainName(DatabaseFile.stepTable) == nil)
  }

  @Test func theTablesOfAnApplicationsDatabaseAreThoseOfAFile() throws {
    let columns = try [TableNames.plain, .prefixed].map { names in
      let database = try StoreConnection.inMemory()
      if names == .plain {
        try database.execute(DatabaseFile.formerStepTableSQL)
        for step in Migration.all { try database.execute(step.sql) }
      } else {
        try ApplicationDatabase.install(in: database)
      }
      return try TableNames.all.sorted().map { name in
        try database.texts(
          "SELECT name || type || \"notnull\" || pk FROM pragma_table_info(?) ORDER BY cid",
          [names.name(name)])
      }
    }
    #expect(columns[0] == columns[1])
    #expect(columns[0].contains { !$0.isEmpty })
  }
}
