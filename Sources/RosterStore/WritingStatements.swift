internal import RosterCore
internal import RosterRows

/// The statements that write lists, prepared once for the connection that writes.
///
/// An object, because every commit passes them from writer to writer.
final class WritingStatements {
  let database: ListConnection
  /// What the statements have written last.
  var heads = WrittenHeads()
  let begin: PreparedStatement
  let commit: PreparedStatement
  let rollback: PreparedStatement
  private let savepoint: PreparedStatement
  private let release: PreparedStatement
  private let rollbackToSavepoint: PreparedStatement

  /// Number, name of a list.
  let named: PreparedStatement
  let head: PreparedStatement
  let tops: PreparedStatement
  let scopedTops: PreparedStatement
  let oldest: PreparedStatement
  let insertJournal: PreparedStatement
  let keysFrom: PreparedStatement

  let keepItem: PreparedStatement
  let insertItem: PreparedStatement
  let updateItem: PreparedStatement
  let deleteItem: PreparedStatement
  let relocateItem: PreparedStatement

  let keepSection: PreparedStatement
  let insertSection: PreparedStatement
  let updateSection: PreparedStatement
  let orderSection: PreparedStatement
  let deleteSection: PreparedStatement

  let itemStates: StateStatements
  let headerStates: StateStatements
  let footerStates: StateStatements
  let removalOfItemStates: StateRemovalStatements
  let removalOfSectionStates: StateRemovalStatements

  let insertLeaf: PreparedStatement
  let updateLeaf: PreparedStatement
  let deleteLeaf: PreparedStatement

  init(_ database: ListConnection) throws {
    self.database = database
    func prepare(_ sql: String) throws -> PreparedStatement { try database.prepared(sql) }
    begin = try prepare("BEGIN IMMEDIATE")
    commit = try prepare("COMMIT")
    rollback = try prepare("ROLLBACK")
    savepoint = try prepare("SAVEPOINT grdb_roster")
    release = try prepare("RELEASE grdb_roster")
    rollbackToSavepoint = try prepare("ROLLBACK TO grdb_roster")

    named = try prepare("SELECT 1 FROM list WHERE id = ? AND name = ?")
    head = try prepare(ListHead.sql)
    tops = try prepare(StepReader.topsSQL)
    scopedTops = try prepare(StepReader.scopedTopsSQL)
    oldest = try prepare(SQLiteList.oldestSQL)
    insertJournal = try prepare(
      """
      INSERT INTO journal
        (id, list, next_item, next_section, next_leaf, digest, change, origin, at, user_info,
        committed, step_group, takes_back, undo, redo, pages, step_scope, scope_undo, scope_redo,
        parts, written)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)

    keysFrom = try prepare(SQLiteList.keysRevisionSQL)

    // A before-image: the row as it was before the revision that replaces it.
    keepItem = try prepare(
      "INSERT INTO item_history SELECT id, ?, version, model, model_key FROM item WHERE id = ?")
    insertItem = try prepare(
      "INSERT INTO item (id, leaf, version, model, model_key) VALUES (?, ?, ?, ?, ?)")
    updateItem = try prepare("UPDATE item SET version = ?, model = ?, model_key = ? WHERE id = ?")
    deleteItem = try prepare("DELETE FROM item WHERE id = ?")
    relocateItem = try prepare("UPDATE item SET leaf = ? WHERE id = ?")

    keepSection = try prepare(
      "INSERT INTO section_history SELECT id, ?, version, model FROM section WHERE id = ?")
    insertSection = try prepare(
      "INSERT INTO section (id, list, ord, version, model) VALUES (?, ?, ?, ?, ?)")
    updateSection = try prepare("UPDATE section SET version = ?, model = ? WHERE id = ?")
    orderSection = try prepare("UPDATE section SET ord = ?1 WHERE id = ?2 AND ord <> ?1")
    deleteSection = try prepare("DELETE FROM section WHERE id = ?")

    itemStates = try StateStatements(.items, prepare)
    headerStates = try StateStatements(.headers, prepare)
    footerStates = try StateStatements(.footers, prepare)
    removalOfItemStates = try StateRemovalStatements(.items, prepare)
    removalOfSectionStates = try StateRemovalStatements(.headers, prepare)

    insertLeaf = try prepare(
      "INSERT INTO leaf (ord, count, items, id, section) VALUES (?, ?, ?, ?, ?)")
    // A page stays in its section.
    updateLeaf = try prepare(
      "UPDATE leaf SET ord = ?, count = ?, items = ? WHERE id = ? AND section = ?")
    deleteLeaf = try prepare("DELETE FROM leaf WHERE id = ?")
  }

  /// Returns the statements that write the states of a tree.
  func states(of tree: TreeID) -> StateStatements {
    switch StateTable(tree) {
    case .items: itemStates
    case .headers: headerStates
    case .footers: footerStates
    }
  }

  /// Calls a closure inside an open transaction, and takes back what it has written if it fails.
  func inSavepoint<Value>(_ body: () throws -> Value) throws -> Value {
    try savepoint.run()
    do {
      let value = try body()
      try release.run()
      return value
    } catch {
      // Neither is there any more if SQLite itself has rolled back the transaction.
      if (try? rollbackToSavepoint.run()) != nil { try? release.run() }
      throw error
    }
  }
}
