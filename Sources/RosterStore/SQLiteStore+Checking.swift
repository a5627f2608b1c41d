internal import GRDB
public import RosterCore
internal import RosterJSON

/// Something in a file that is not as it must be.
public struct CheckFinding: Sendable, Hashable, CustomStringConvertible {
  /// The list, `nil` for the file as a whole.
  public var list: String?
  /// What is wrong.
  public var message: String

  public var description: String { (list.map { "list \"\($0)\": " } ?? "") + message }
}

extension SQLiteStore {
  /// Checks the file and all lists in it.
  ///
  /// - SQLite's own integrity check and the foreign keys;
  /// - the directory: counts, order keys, and numbers that were given but lie ahead;
  /// - the pages: every item in exactly one leaf, and in the one that its row names;
  /// - the journal: without gaps; its tail taken back and replayed gives the list again, with the
  ///   same fingerprint.
  ///
  /// - Parameter journalTail: How many entries of each journal to take back and replay.
  /// - Returns: What was found, nothing if all is well.
  /// - Throws: If the file cannot be read at all.
  /// - Complexity: O(file).
  public func check(journalTail: Int = 1_000) throws(StorageError) -> [CheckFinding] {
    var findings: [CheckFinding] = []
    do throws(StorageError) {
      findings += try checkFile()
      for summary in try lists() {
        guard let list = try list(named: summary.name, create: false) else { continue }
        findings += try list.check(journalTail: journalTail)
      }
    } catch where error.code == .corrupt {
      findings.append(CheckFinding(message: error.message))
    }
    return findings
  }

  private func checkFile() throws(StorageError) -> [CheckFinding] {
    try read { database in
      let damages = try String.fetchAll(database, sql: "PRAGMA integrity_check(20)")
        .filter { $0 != "ok" }
      let violations = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
        .map { "a row of table \($0[0] as String) refers to a row that is not there" }
      return (damages + violations).map { CheckFinding(message: $0) }
    }
  }
}

extension SQLiteList {
  func check(journalTail: Int) throws(StorageError) -> [CheckFinding] {
    var messages: [String] = []
    do throws(StorageError) {
      messages += try checkPages()
      messages += try checkJournal()
      let state = try load()
      messages += try checkNumbers(state)
      if messages.isEmpty { messages += try checkTail(of: state, length: journalTail) }
    } catch where error.code == .corrupt || error.code == .stale {
      messages.append(error.message)
    }
    return messages.map { CheckFinding(list: name, message: $0) }
  }

  // MARK: Rows

  private func checkPages() throws(StorageError) -> [String] {
    let ofList = "BETWEEN \(keys.first) AND \(keys.last)"
    // A page that does not parse would end every query that looks into pages.
    let unreadable = try offences([
      ("a leaf page is no JSON array",
        "SELECT id FROM leaf WHERE id \(ofList) AND NOT (json_valid(items) AND items LIKE '[%')")
    ])
    guard unreadable.isEmpty else { return unreadable }
    let members = """
      SELECT leaf.id AS leaf, (\(keys.list) << \(RowKey.numberBits)) + element.value AS item
      FROM leaf JOIN json_each(leaf.items) AS element WHERE leaf.id \(ofList)
      """
    return try offences([
      ("the count of a leaf page is not the number of its items",
        "SELECT id FROM leaf WHERE id \(ofList) AND count <> json_array_length(items)"),
      ("an item is in a leaf page, but has no row or names another page",
        "SELECT m.item FROM (\(members)) AS m LEFT JOIN item ON item.id = m.item "
          + "WHERE item.leaf IS NOT m.leaf"),
      ("an item is in leaf pages more than once",
        "SELECT m.item FROM (\(members)) AS m GROUP BY m.item HAVING count(*) > 1"),
      ("an item has a row, but is in no leaf page",
        "SELECT id FROM item WHERE id \(ofList) AND id NOT IN (SELECT m.item FROM (\(members)) AS m)"),
    ])
  }

  /// The rules that are broken, each with the first rows that break it.
  private func offences(
    _ checks: [(rule: String, offenders: String)]
  ) throws(StorageError) -> [String] {
    try store.read { database in
      try checks.compactMap { check in
        let keys = try Int.fetchAll(database, sql: check.offenders + " LIMIT 5")
        guard !keys.isEmpty else { return nil }
        let numbers = keys.map { String(self.keys.number($0)) }.joined(separator: ", ")
        return "\(check.rule): \(numbers)"
      }
    }
  }

  private func checkJournal() throws(StorageError) -> [String] {
    try store.read { database in
      let row = try Row.fetchOne(
        database,
        sql: "SELECT count(*), min(id), max(id) FROM journal WHERE id BETWEEN ? AND ?",
        arguments: [keys.first, keys.last])
      guard let row, let first = row[1] as Int?, let last = row[2] as Int? else { return [] }
      return row[0] == last - first + 1 ? [] : ["the journal has gaps"]
    }
  }

  private func checkNumbers(_ state: ListState) throws(StorageError) -> [String] {
    let next = state.nextIdentifiers
    let ahead = [
      ("item", "item", next.item), ("section", "section", next.section),
      ("leaf page", "leaf", Int(next.leaf)),
    ]
    return try store.read { database in
      try ahead.compactMap { name, table, number in
        let count = try Int.fetchOne(
          database, sql: "SELECT count(*) FROM \(table) WHERE id BETWEEN ? AND ?",
          arguments: [keys.key(number), keys.last])
        return count == 0 ? nil : "an \(name) has a number that was not yet given"
      }
    }
  }

  // MARK: Journal

  /// Takes the tail of the journal back, replays it, and compares fingerprints.
  private func checkTail(of state: ListState, length: Int) throws(StorageError) -> [String] {
    let entries = try journal(
      after: max(0, state.revision - length), limit: min(length, state.revision))
    var base = state
    for entry in entries.reversed() { base = try base.reverting(entry.record) }
    var replayed = base
    var touched: [ItemID: StoredValue] = [:]
    for entry in entries {
      replayed = try replayed.replaying(entry.record).target
      let identities = entry.record.identities
      let changed = identities.insertedItems + identities.updatedItems
      for (item, model) in zip(changed, try models(of: changed, at: entry.revision)) {
        touched[item] = model
      }
    }
    let expected = try fingerprint(of: state) { (items) throws(StorageError) in
      try self.models(of: items, at: state.revision)
    }
    let actual = try fingerprint(of: replayed) { (items) throws(StorageError) in
      let before = try self.models(of: items, at: base.revision)
      return zip(items, before).map { touched[$0] ?? $1 }
    }
    return expected == actual
      ? []
      : ["the journal replayed from revision \(base.revision) gives fingerprint \(actual), "
        + "the list has \(expected)"]
  }

  private func fingerprint(
    of state: ListState, models: ([ItemID]) throws(StorageError) -> [StoredValue?]
  ) throws(StorageError) -> String {
    var fingerprint = Fingerprint()
    for section in 0..<state.sectionCount {
      fingerprint.addSection(canonicalModel: [])
      for start in stride(from: 0, to: state.itemCount(inSection: section), by: 4_096) {
        let items = try state.itemIDs(inSection: section, start..<start + 4_096)
        for (item, model) in zip(items, try models(items)) {
          fingerprint.addItem(canonicalModel: "\(item.rawValue) ".utf8)
          fingerprint.addItem(canonicalModel: (model ?? .null).bytes)
        }
      }
    }
    return fingerprint.hex
  }
}

extension StoredValue {
  fileprivate var bytes: [UInt8] {
    switch self {
    case .null: []
    case .text(let text): Array(text.utf8)
    case .blob(let bytes): bytes
    }
  }
}
