internal import Migrations
public import RosterCore
internal import RosterRows

extension SQLiteStore {
  /// The findings of a check, and which parts of the file are still good.
  public struct CheckReport: Sendable {
    /// How much of a list can be read.
    public struct ListCondition: Sendable {
      /// The name of the list.
      public var name: String
      /// The last revision.
      public var revision: Revision = 0
      /// The oldest revision from which on all revisions are as they were written; `nil` if no such
      /// revision is known. A value that was altered is part of each revision until one replaced it.
      public var intactRevision: Revision?
      /// The number of sections; `nil` if the contents cannot be read.
      public var sectionCount: Int?
      /// The number of items; `nil` if the contents cannot be read.
      public var itemCount: Int?
      /// The number of items that have a model.
      public var modelCount: Int = 0
      /// The number of bytes that the revisions of the journal have written: models, states and texts. Those of
      /// formats before the ninth count as empty.
      public var journalByteCount: Int = 0
    }

    /// Something in a file that is wrong.
    public struct Finding: Sendable, Hashable, CustomStringConvertible {
      /// The list, `nil` for the file as a whole.
      public var list: String?
      /// What is wrong.
      public var message: String

      /// Makes a finding.
      package init(list: String? = nil, message: String) {
        self.list = list
        self.message = message
      }

      /// The list and what is wrong with it, on one line.
      public var description: String { (list.map { "list \($0.inQuotes): " } ?? "") + message }
    }

    /// What is wrong with the file; empty if nothing is.
    public var findings: [Finding] = []
    /// The lists in the file, by name.
    public var lists: [ListCondition] = []
  }
}

/// How far a check is.
package struct CheckProgress: Hashable, Sendable {
  /// The list that is checked; `nil` while the file as a whole is.
  package var list: String?
  /// The number of revisions of its journal that were checked.
  package var revisionCount = 0

  /// Says that the check has begun.
  package init() {}

  init(list: String, revisionCount: Int = 0) {
    self.list = list
    self.revisionCount = revisionCount
  }
}

extension SQLiteStore {
  /// Checks the file and all lists in it.
  ///
  /// - the schema; if something of it is not Roster's that reading would run, no row is read;
  /// - SQLite's own integrity check and the foreign keys, only of Roster's tables if the file has
  ///   others; every row belongs to an existing list;
  /// - the names of lists, the subscribers, and the beginnings of journals, by their digests;
  /// - the models: none has two values at one revision, and each was written and ended by the
  ///   revisions that the journal names; those of compacted revisions by their digest;
  /// - the order of items and sections, by its digest;
  /// - the directory: counts, order keys, and numbers that exist but that the list has not yet
  ///   given;
  /// - the pages: every item is in exactly one leaf, and its row names one that the list has given;
  /// - the states: each belongs to a possible item and scope, none has two values at one revision,
  ///   and each was written and ended by the revisions that the journal names;
  /// - a list that shows a table of the application: rows that change are noted, and those that are not noted are
  ///   its items, in the versions that it has if it does not copy them;
  /// - the journal: it has no gaps; every revision has the digest of what it wrote; reverting and
  ///   replaying its last entries gives the list again.
  ///
  /// The check reads everything in one transaction, so other processes may write the file
  /// meanwhile.
  ///
  /// - Parameter journalTail: The number of entries of each journal to revert and replay.
  /// - Returns: The findings; empty if nothing is wrong.
  /// - Throws: If the file cannot be read at all.
  /// - Complexity: O(file), and O(*n* log *n*) for *n* items of a list.
  public func check(journalTail: Int = 1_000) throws(StorageError) -> [CheckReport.Finding] {
    try checkReport(journalTail: journalTail).findings
  }

  /// Checks the file and all lists in it, and reports what is still good.
  ///
  /// - Parameters:
  ///   - journalTail: The number of entries of each journal to revert and replay.
  ///   - isReadable: Returns whether the codec of the list can have written a model; by default it
  ///     always does. A section may always be without a model.
  /// - Throws: If the file cannot be read at all.
  /// - Complexity: As for ``check(journalTail:)``.
  public func checkReport(
    journalTail: Int = 1_000, isReadable: ((StoredValue) -> Bool)? = nil
  ) throws(StorageError) -> CheckReport {
    try checkReport(journalTail: journalTail, isReadable: isReadable) { _ in }
  }

  /// Checks the file and all lists in it, and says how far it is.
  ///
  /// - Parameter progress: Receives what is checked next. What it throws ends the check.
  package func checkReport(
    journalTail: Int, isReadable: ((StoredValue) -> Bool)?,
    progress: @escaping (CheckProgress) throws -> Void
  ) throws(StorageError) -> CheckReport {
    do throws(StorageError) {
      return try read { database in
        try database.database.withBoundedSteps {
          try checkReport(database, journalTail: journalTail, isReadable: isReadable, progress)
        }
      }
    } catch {
      guard error.code == .corrupt else { throw error }
      return CheckReport(findings: [CheckReport.Finding(message: error.message)])
    }
  }

  private func checkReport(
    _ database: ListConnection, journalTail: Int, isReadable: ((StoredValue) -> Bool)?,
    _ progress: @escaping (CheckProgress) throws -> Void
  ) throws -> CheckReport {
    var report = CheckReport()
    try progress(CheckProgress())
    let schema = try DatabaseSchema(database)
    let obstacles = try schema.impostors() + schema.otherIndexes()
    guard obstacles.isEmpty else {
      report.findings =
        (obstacles + ["no row was read: with a schema of others, reading may never end"])
        .map { CheckReport.Finding(message: $0) }
      return report
    }
    report.findings = try checkFile(database, schema)
    for (id, name) in try listNames(database) {
      let list = SQLiteList(self, id: id, name: name)
      try progress(CheckProgress(list: name))
      var findings = try findings(
        in: list, database, journalTail: max(0, journalTail), isReadable, progress)
      for matching in WordMatching.allCases {
        findings.messages += try self.findings {
          let index = SearchIndex(matching, list.keys, database, of: self)
          return ListFindings(messages: try index.findings(at: list.storedRevision(database)))
        }.messages
      }
      report.findings += findings.messages.map { CheckReport.Finding(list: name, message: $0) }
      report.lists.append(try condition(of: list, findings, database))
    }
    for shown in try ShownTable.all(in: database) {
      let findings = try findings { ListFindings(messages: try shown.findings(database)) }
      report.findings += findings.messages.map {
        CheckReport.Finding(list: shown.list, message: $0)
      }
    }
    return report
  }

  /// Verifies that the rows of a list are what was written, before they go elsewhere: there they
  /// get digests of their own, which call an altered row right.
  ///
  /// - Throws: `corrupt` with what is wrong.
  /// - Complexity: O(list), and O(*n* log *n*) for *n* items.
  package func verify(listNamed name: String) throws(StorageError) {
    // A name is its bytes: `==` of Swift treats a composed and a decomposed letter as equal.
    let id = try read { database in
      try listNames(database).first { $0.name.utf8.elementsEqual(name.utf8) }?.id
    }
    if let id { try verify(SQLiteList(self, id: id, name: name)) }
  }

  /// Verifies a list, as ``verify(listNamed:)``.
  func verify(_ list: SQLiteList) throws(StorageError) {
    try read { database in
      let findings = try findings(in: list, database, journalTail: 0, nil) { _ in }
      if let finding = findings.messages.first { throw list.isDamaged(finding) }
    }
  }

  /// Checks one list. Damage that ends this check does not end the checks of other lists.
  private func findings(
    in list: SQLiteList, _ database: ListConnection, journalTail: Int,
    _ isReadable: ((StoredValue) -> Bool)?,
    _ progress: @escaping (CheckProgress) throws -> Void
  ) throws -> ListFindings {
    try findings {
      // A derived list has keys in place of models.
      let isDerived = try list.rows(database).registeredSubscribers().areOfDerivedList
      var check = try ListCheck(
        list, database, journalTail: journalTail, isReadable: isDerived ? nil : isReadable,
        progress: progress)
      return try check.run()
    }
  }

  private func findings(_ check: () throws -> ListFindings) throws -> ListFindings {
    do {
      return try check()
    } catch {
      // What a suspension interrupts says nothing about the file.
      if gate.isSuspended { throw error }
      let error = StorageError(error, path: path)
      guard error.code == .corrupt else { throw error }
      return ListFindings(messages: [error.message])
    }
  }

  private func journalByteCount(of list: SQLiteList, _ database: ListConnection) throws -> Int {
    guard try format(database).hasWrittenCounts else { return 0 }
    func written(_ order: String) throws -> (revision: Revision, count: Int) {
      var row = (revision: 0, count: 0)
      try database.cachedPrepared(
        "SELECT id, written FROM journal WHERE id BETWEEN ? AND ? ORDER BY id \(order) LIMIT 1"
      ).forEachRow(list.keys.first, list.keys.last) {
        row = (list.keys.number($0.integer(0)), $0.integer(1))
      }
      return row
    }
    let (first, last) = try (written("ASC"), written("DESC"))
    // What was written before the first row is known only if that is the first revision.
    return max(0, last.count &- (first.revision == 1 ? 0 : first.count))
  }

  private func condition(
    of list: SQLiteList, _ findings: ListFindings, _ database: ListConnection
  ) throws -> CheckReport.ListCondition {
    var condition = CheckReport.ListCondition(name: list.name)
    _ = try self.findings {
      condition.revision = try list.storedRevision(database)
      condition.intactRevision = findings.intactRevision(
        oldest: try list.oldestRevision(database), newest: condition.revision)
      let state = try ListState(list.rows(database).directory(), pages: CheckedPages())
      try database.cachedPrepared(
        "SELECT count(*) FROM item WHERE id BETWEEN ? AND ?"
      ).forEachRow(list.keys.first, list.keys.last) { condition.modelCount = $0.integer(0) }
      condition.journalByteCount = try journalByteCount(of: list, database)
      condition.sectionCount = state.sectionCount
      condition.itemCount = state.itemCount
      return findings
    }
    return condition
  }

  private func listNames(_ database: ListConnection) throws -> [(id: Int, name: String)] {
    var names: [(id: Int, name: String)] = []
    try database.cachedPrepared(
      "SELECT id, name FROM list WHERE \(RemovedList.sqlIsThere) ORDER BY name"
    ).forEachRow {
      names.append((id: $0.integer(0), name: $0.text(1)))
    }
    return names
  }

  private func checkFile(
    _ database: ListConnection, _ schema: DatabaseSchema
  ) throws -> [CheckReport.Finding] {
    let damages = Array(
      try (schema.tablesBesideOthers() ?? ["20"]).flatMap {
        try database.texts("PRAGMA integrity_check(\($0))").filter { $0 != "ok" }
      }.prefix(20))
    // Only the tables of a file of Roster's own have foreign keys.
    let referring = names == .plain ? [] : ["subscriber"]
    let violations =
      try names == .plain
      ? DatabaseFile.danglingRows(database.database)
        .map { "a row of table \($0) refers to a row that is not there" } : []
    let synced = try SyncRole.allCases.filter { try format(database).has($0) }.flatMap(\.tables)
    let keyed =
      try [("leaf", "id"), ("journal", "id")]
      + valueTables(database).flatMap { [($0.name, $0.key), ($0.history, $0.owner)] }
    let existing =
      (referring + synced).map { ($0, "list") }
      + keyed.map { ($0, "(\($1)) >> \(RowKey.numberBits)") }
    let strays = try existing.compactMap { table, list in
      let count = try database.integer(
        "SELECT count(*) FROM \(table) "
          + "WHERE \(list) NOT IN (SELECT id FROM list WHERE \(RemovedList.sqlIsThere))"
      )
      return count == 0 ? nil : "table \(table) has rows of a list that does not exist"
    }
    return (damages + violations + strays + (try schemaDamages(database, schema)))
      .map { CheckReport.Finding(message: $0) }
  }

  /// Compares the schema with the one that the migration steps to the file's format make.
  private func schemaDamages(_ database: ListConnection, _ schema: DatabaseSchema) throws
    -> [String]
  {
    let taken = try DatabaseFile.takenSteps(database.database)
    let format =
      try names == .plain ? database.integer("PRAGMA user_version") ?? 0 : taken.completedCount
    var damages: [String] = []
    if taken.known != Set(Migration.all.prefix(max(0, format)).map(\.name)) || taken.later != nil {
      damages.append("the file has not taken the steps to its format, which is \(format)")
    }
    damages += try schema.differences(from: format) + schema.triggers()
    if format >= DatabaseFile.formatOfSeals {
      let count = try database.integer("SELECT count(*) FROM list")
      if try database.integer("SELECT list_count FROM file") != count {
        damages.append("a list is gone, or one is there that Roster did not create")
      }
    }
    return damages
  }
}
