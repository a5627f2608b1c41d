import Foundation
import GRDBSQLite

/// The rows that Roster writes for an insertion, written by hand: no library, no list in memory, no
/// verification, no batch; every number is given.
final class BareList {
  private let database: BareDatabase
  private let begin: OpaquePointer?
  private let commit: OpaquePointer?
  private let insertItem: OpaquePointer?
  private let updateLeaf: OpaquePointer?
  private let insertJournal: OpaquePointer?
  private let model = [UInt8](repeating: 120, count: modelSize)
  private let items: String
  private let leafCount: Int
  private var next: Int
  private var random = FastRandom()

  static let modelSize = 128

  /// Makes a file with a list of some length.
  init(path: String, count: Int) throws {
    database = try BareDatabase(path: path)
    try database.execute(Self.schema)
    begin = try database.prepare("BEGIN IMMEDIATE")
    commit = try database.prepare("COMMIT")
    insertItem = try database.prepare("INSERT INTO item VALUES (?, ?, ?, ?)")
    updateLeaf = try database.prepare("UPDATE leaf SET count = ?, items = ? WHERE id = ?")
    insertJournal = try database.prepare(
      "INSERT INTO journal VALUES (?, 1, ?, 1, 1, ?, NULL, NULL, NULL)")
    items = "[" + (0..<192).map { String(1_000_000 + $0) }.joined(separator: ",") + "]"
    leafCount = max(1, count / 192)
    next = count + 1
    try fill(count: count)
  }

  private static let schema = """
    CREATE TABLE leaf (id INTEGER PRIMARY KEY, section INTEGER NOT NULL, ord INTEGER NOT NULL,
      count INTEGER NOT NULL, items TEXT NOT NULL) STRICT;
    CREATE INDEX leaf_directory ON leaf (section, ord, count);
    CREATE TABLE item (id INTEGER PRIMARY KEY, leaf INTEGER NOT NULL, version INTEGER NOT NULL,
      model ANY) STRICT;
    CREATE TABLE journal (id INTEGER PRIMARY KEY, list INTEGER NOT NULL,
      next_item INTEGER NOT NULL, next_section INTEGER NOT NULL, next_leaf INTEGER NOT NULL,
      change TEXT NOT NULL, origin TEXT, at TEXT, user_info TEXT) STRICT;
    """

  private func fill(count: Int) throws {
    try database.run(begin)
    let insertLeaf = try database.prepare("INSERT INTO leaf VALUES (?, 1, ?, 192, ?)")
    for leaf in 1...leafCount {
      sqlite3_bind_int64(insertLeaf, 1, Int64(leaf))
      sqlite3_bind_int64(insertLeaf, 2, Int64(leaf) << 32)
      sqlite3_bind_text(insertLeaf, 3, items, -1, transient)
      try database.run(insertLeaf)
    }
    for id in stride(from: 1, through: count, by: 1) { try insert(id) }
    try database.run(commit)
    sqlite3_finalize(insertLeaf)
  }

  private func insert(_ id: Int) throws {
    sqlite3_bind_int64(insertItem, 1, Int64(id))
    sqlite3_bind_int64(insertItem, 2, Int64(id / 192))
    sqlite3_bind_int64(insertItem, 3, 1)
    _ = model.withUnsafeBytes {
      sqlite3_bind_blob(insertItem, 4, $0.baseAddress, CInt($0.count), transient)
    }
    try database.run(insertItem)
  }

  /// One transaction of one row.
  func insertOneRow() throws {
    try database.run(begin)
    try insert(next)
    next += 1
    try database.run(commit)
  }

  /// One transaction of the rows that Roster writes: item, leaf page, journal.
  func insertSameRows() throws {
    try database.run(begin)
    try insert(next)
    sqlite3_bind_int64(updateLeaf, 1, Int64(193 + next % 60))
    sqlite3_bind_text(updateLeaf, 2, items, -1, transient)
    sqlite3_bind_int64(updateLeaf, 3, Int64.random(in: 1...Int64(leafCount), using: &random))
    try database.run(updateLeaf)
    sqlite3_bind_int64(insertJournal, 1, Int64(next))
    sqlite3_bind_int64(insertJournal, 2, Int64(next + 1))
    sqlite3_bind_text(insertJournal, 3, "{\"insertedItems\":[[0,500000,1,1000001]]}", -1, transient)
    try database.run(insertJournal)
    next += 1
    try database.run(commit)
  }
}

/// SQLite copies what it is given.
var transient: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
