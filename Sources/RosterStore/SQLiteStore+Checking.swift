internal import GRDB
public import RosterCore

/// Something in a file that is not as it must be.
public struct CheckFinding: Sendable, Hashable, CustomStringConvertible {
  /// The list, `nil` for the file as a whole.
  public var list: String?
  /// What is wrong.
  public var message: String

  /// The list and what is wrong with it, on one line.
  public var description: String { (list.map { "list \"\($0)\": " } ?? "") + message }
}

extension SQLiteStore {
  /// Checks the file and all lists in it.
  ///
  /// - SQLite's own integrity check and the foreign keys; no row is of a list that is not there;
  /// - the directory: counts, order keys, and numbers that were given but lie ahead;
  /// - the pages: every item in exactly one leaf, and in the one that its row names;
  /// - the states: all of items and scopes that can be, none with two values at once, and each
  ///   written and ended by the revisions that the journal names;
  /// - the journal: without gaps; every revision has the digest of what it wrote; the tail, taken
  ///   back and replayed, gives the list again.
  ///
  /// All is read in one transaction, so the file may be written meanwhile.
  ///
  /// - Parameter journalTail: How many entries of each journal to take back and replay.
  /// - Returns: What was found, nothing if all is well.
  /// - Throws: If the file cannot be read at all.
  /// - Complexity: O(file), and O(*n* log *n*) for *n* items of a list.
  public func check(journalTail: Int = 1_000) throws(StorageError) -> [CheckFinding] {
    do throws(StorageError) {
      return try read { database in
        var findings = try checkFile(database)
        for (id, name) in try listNames(database) {
          let list = SQLiteList(self, id: id, name: name)
          var check = try ListCheck(list, database, journalTail: max(0, journalTail))
          findings += try check.run().map { CheckFinding(list: name, message: $0) }
        }
        return findings
      }
    } catch {
      guard error.code == .corrupt else { throw error }
      return [CheckFinding(message: error.message)]
    }
  }

  private func listNames(_ database: Database) throws -> [(id: Int, name: String)] {
    var names: [(id: Int, name: String)] = []
    try database.cachedPrepared("SELECT id, name FROM list ORDER BY name").forEachRow {
      names.append((id: $0.integer(0), name: $0.text(1)))
    }
    return names
  }

  private func checkFile(_ database: Database) throws -> [CheckFinding] {
    let damages = try String.fetchAll(database, sql: "PRAGMA integrity_check(20)")
      .filter { $0 != "ok" }
    let violations = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
      .map { "a row of table \($0[0] as String) refers to a row that is not there" }
    let tables = [
      ("item", "id"), ("leaf", "id"), ("section", "id"), ("journal", "id"),
      ("item_history", "item"), ("section_history", "section"),
    ]
    let stateTables = [("state", "item"), ("state_history", "item")]
    let supplementTables = [
      ("supplement_state", "section"), ("supplement_state_history", "section"),
    ]
    let existing =
      try tables + (hasStates(database) ? stateTables : [])
      + (hasSupplementStates(database) ? supplementTables : [])
    let strays = try existing.compactMap { table, key in
      let count = try Int.fetchOne(
        database,
        sql: "SELECT count(*) FROM \(table) "
          + "WHERE \(key) >> \(RowKey.numberBits) NOT IN (SELECT id FROM list)")
      return count == 0 ? nil : "table \(table) has rows of a list that does not exist"
    }
    return (damages + violations + strays).map { CheckFinding(message: $0) }
  }
}
