package import RosterCore
package import RosterJSON

/// A row that a database has returned, read column by column.
package protocol StoredRow {
  /// The number in a column; 0 if there is none.
  func integer(_ column: Int32) -> Int

  /// Whether a column has no value.
  func isNull(_ column: Int32) -> Bool

  /// The text in a column.
  func text(_ column: Int32) -> String

  /// The bytes of a column, which are valid until the next row is read.
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer

  /// The model or state that begins in a column.
  func value(_ column: Int32) -> StoredValue

  /// The key of an item in a column; `nil` if there is none, or what no key can be.
  func modelKey(_ column: Int32) -> ModelKey?
}

extension StoredRow {
  /// The number in a column, `nil` if there is none.
  package func optionalInteger(_ column: Int32) -> Int? { isNull(column) ? nil : integer(column) }

  /// The text in a column, `nil` if there is none.
  package func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
}

extension NextIdentifiers {
  /// Reads the numbers that a list gives next, from a column on.
  package init(_ row: some StoredRow, from column: Int32) {
    self.init(
      item: row.integer(column), section: row.integer(column + 1),
      leaf: UInt32(exactly: row.integer(column + 2)) ?? 0)
  }
}

extension JournalNumbers {
  /// - Parameter row: A row of the columns of `JournalEntry.columns`.
  package init(_ row: some StoredRow) {
    self.init(
      key: row.integer(0), nextItem: row.integer(1), nextSection: row.integer(2),
      nextLeaf: row.integer(3), committed: row.optionalInteger(13),
      undo: row.optionalInteger(11), redo: row.optionalInteger(12),
      order: row.optionalInteger(14), written: row.optionalInteger(19))
  }
}

extension JournalEntry {
  /// The columns of the journal, in the order in which they are read.
  package static let columns = [
    "id", "next_item", "next_section", "next_leaf", "digest", "change", "origin", "at", "user_info",
    "step_group", "takes_back", "undo", "redo", "committed", "pages", "step_scope", "scope_undo",
    "scope_redo", "parts", "written",
  ]

  /// Reads the user info in a column of a row; `nil` if it is damaged.
  package static func userInfo(_ row: some StoredRow, _ column: Int32) -> JSONObject? {
    row.isNull(column)
      ? [:] : try? JSONParser.ofMessages.parse(row.bytes(column)).objectValue
  }

  /// Reads a row of the journal.
  ///
  /// - Parameter row: A row of `columns`. The columns of steps are NULL in older formats.
  /// - Throws: `DamagedRow`.
  package init(_ row: some StoredRow, _ keys: RowKey) throws {
    let revision = keys.number(row.integer(0))
    let next = NextIdentifiers(row, from: 1)
    let userInfo = Self.userInfo(row, 8)
    guard row.integer(0) >> RowKey.numberBits == keys.list, next.isPossible,
      let (record, states) = JournalCoding.decode(row.bytes(5), next: next), let userInfo,
      row.isNull(10) || (1..<max(1, revision)).contains(row.integer(10)),
      row.isNull(11) || (0...revision).contains(row.integer(11)),
      row.isNull(12) || (0...revision).contains(row.integer(12)),
      row.isNull(15) == row.isNull(16), row.isNull(15) == row.isNull(17),
      row.isNull(15) || !row.isNull(11),
      (0...revision).contains(row.integer(16)), (0...revision).contains(row.integer(17)),
      let otherParts = row.isNull(18)
        ? [] : [JournalPart](journalText: row.bytes(18), ofOtherListsThan: keys.list)
    else { throw DamagedRow("journal", row.integer(0)) }
    let scoped = ScopedTops(row)
    let step = JournalStep(row, revision, record, scoped)
    let isOfNone = scoped == nil && step.isNotUndoable(record)
    self.init(
      revision: revision, record: record, states: states,
      annotation: ChangeAnnotation(
        origin: row.optionalText(6), at: row.optionalText(7), userInfo: userInfo,
        group: row.optionalText(9),
        undo: scoped.map { UndoScope($0.name) } ?? (isOfNone ? .none : .standard)),
      step: step, otherParts: otherParts)
  }
}

extension JournalStep {
  fileprivate init(
    _ row: some StoredRow, _ revision: Revision, _ record: ChangeRecord,
    _ scoped: ScopedTops?
  ) {
    if let takenBack = row.optionalInteger(10) {
      self = .takingBack(takenBack)
      return
    }
    let isChange =
      row.isNull(11)
      ? record.outline != ChangesetOutline()
      : (scoped?.tops.undo ?? row.integer(11)) == revision
    self = isChange ? .change : .update
  }
}

extension StoredListSummary {
  /// Reads the name of a list, its revision, and the numbers of its sections and items.
  package init(_ row: some StoredRow) {
    self.init(
      name: row.text(0), revision: row.integer(1), sectionCount: row.integer(2),
      itemCount: row.integer(3))
  }
}
