import Foundation
import CSQLite

/// The rows that Roster writes for an insertion, written by hand: no library, no list in memory, no
/// verification, no batch; every number is given.
final class BareList {
  /// The form of the rows that keep the order.
  enum Form {
    /// Pages of up to 64 items.
    case ofPages64
    /// Pages of up to 256 items, and an index of them, as before the ninth format.
    case ofPages256WithIndex

    /// The number of items of a page that is filled.
    fileprivate var fill: Int { self == .ofPages64 ? 48 : 192 }
  }

  private let database: BareDatabase
  private let begin: OpaquePointer?
  private let commit: OpaquePointer?
  private let insertItem: OpaquePointer?
  private let updateLeaf: OpaquePointer?
  private let journal: BareJournal
  private let model = [UInt8](repeating: 120, count: modelSize)
  private let items: String
  private let form: Form
  private let leafCount: Int
  private var next: Int
  private var random = FastRandom()

  static let modelSize = 128

  /// Makes a file with a list of some length.
  init(path: String, count: Int, _ form: Form = .ofPages64) throws {
    self.form = form
    database = try BareDatabase(path: path)
    try database.execute(Self.schema)
    if form == .ofPages256WithIndex {
      try database.execute("CREATE INDEX leaf_directory ON leaf (section, ord, count)")
    }
    begin = try database.prepare("BEGIN IMMEDIATE")
    commit = try database.prepare("COMMIT")
    insertItem = try database.prepare("INSERT INTO item VALUES (?, ?, ?, ?)")
    updateLeaf = try database.prepare("UPDATE leaf SET count = ?, items = ? WHERE id = ?")
    journal = try BareJournal(database)
    items = "[" + (0..<form.fill).map { String(count + $0) }.joined(separator: ",") + "]"
    leafCount = max(1, count / form.fill)
    next = count + 1
    try fill(count: count)
  }

  private static let schema = """
    CREATE TABLE leaf (id INTEGER PRIMARY KEY, section INTEGER NOT NULL, ord INTEGER NOT NULL,
      count INTEGER NOT NULL, items TEXT NOT NULL) STRICT;
    CREATE TABLE item (id INTEGER PRIMARY KEY, leaf INTEGER NOT NULL, version INTEGER NOT NULL,
      model ANY) STRICT;
    """

  private func fill(count: Int) throws {
    try database.run(begin)
    let insertLeaf = try database.prepare("INSERT INTO leaf VALUES (?, ?, ?, ?, ?)")
    for leaf in 1...leafCount {
      sqlite3_bind_int64(insertLeaf, 1, BareDatabase.key(leaf))
      sqlite3_bind_int64(insertLeaf, 2, BareDatabase.key(1))
      sqlite3_bind_int64(insertLeaf, 3, Int64(leaf) << 32)
      sqlite3_bind_int64(insertLeaf, 4, Int64(form.fill))
      sqlite3_bind_text(insertLeaf, 5, items, -1, transient)
      try database.run(insertLeaf)
    }
    for id in stride(from: 1, through: count, by: 1) { try insert(id, version: 2) }
    try database.run(commit)
    sqlite3_finalize(insertLeaf)
  }

  private func insert(_ id: Int, version: Int, _ model: [UInt8]? = nil) throws {
    sqlite3_bind_int64(insertItem, 1, BareDatabase.key(id))
    sqlite3_bind_int64(insertItem, 2, BareDatabase.key(id / form.fill))
    sqlite3_bind_int64(insertItem, 3, Int64(version))
    _ = (model ?? self.model).withUnsafeBytes {
      sqlite3_bind_blob(insertItem, 4, $0.baseAddress, CInt($0.count), transient)
    }
    try database.run(insertItem)
  }

  /// Empties the log, and moves it into the file from then on only if it is told to.
  ///
  /// - Parameter isLogged: Whether everything stays in the log.
  func emptyLog(isLogged: Bool) throws {
    try database.execute(
      "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = \(isLogged ? 0 : 1_000)")
  }

  /// One transaction of one row.
  func insertOneRow(of model: [UInt8]? = nil) throws {
    try database.run(begin)
    try insert(next, version: next, model)
    next += 1
    try database.run(commit)
  }

  /// One transaction of the rows that Roster writes for some insertions: each item and its row of
  /// the journal, and each leaf page once.
  func insertSameRows(groupOf count: Int = 1) throws {
    try database.run(begin)
    var leaves: Set<Int> = []
    for _ in 0..<count {
      try insert(next, version: next)
      try journal.insert(
        next, nextItem: next + 1, "{\"insertedItems\":[[0,500000,1,\(next)]]}", undo: next)
      leaves.insert(Int.random(in: 1...leafCount, using: &random))
      next += 1
    }
    for leaf in leaves {
      sqlite3_bind_int64(updateLeaf, 1, Int64(form.fill + 1 + next % (form.fill / 3)))
      sqlite3_bind_text(updateLeaf, 2, items, -1, transient)
      sqlite3_bind_int64(updateLeaf, 3, BareDatabase.key(leaf))
      try database.run(updateLeaf)
    }
    try database.run(commit)
  }
}

/// SQLite copies what it is given.
var transient: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
