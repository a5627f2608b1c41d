internal import RosterCore
internal import RosterRows

/// Checks what undo and redo revert, entry by entry, within a transaction.
struct StepCheck {
  private let keys: RowKey
  private let statement: PreparedStatement
  /// The last revision whose tops the journal does not have.
  private let oldest: Revision
  /// The tops after the entry before, by the bytes of the names of scopes, as far as entries named
  /// them; `nil` is the standard scope.
  private var former: [[UInt8]?: StepTops] = [:]
  private let scopedStatement: PreparedStatement

  init(_ list: SQLiteList, _ database: ListConnection) throws {
    keys = list.keys
    oldest = try list.oldestRevision(database)
    // A file without steps has nothing to read; any statement of that shape will do.
    statement = try database.cachedPrepared(
      list.store.format(database).hasSteps
        ? StepReader.topsSQL : "SELECT id, NULL, NULL, 1 FROM journal WHERE id BETWEEN ? AND ?")
    scopedStatement = try database.cachedPrepared(
      list.store.format(database).hasScopes ? StepReader.scopedTopsSQL : StepReader.noScopedTopsSQL)
  }

  /// Returns whether the tops in a row follow from those in the row before, in the standard scope and
  /// in that of the row.
  ///
  /// - Parameter row: A row of `ListFormat.journalSQL`.
  mutating func isSound(
    _ entry: JournalEntry, _ row: SQLiteRow
  ) throws -> Bool {
    guard !row.isNull(11), !row.isNull(12) else {
      former = [:]
      return row.isNull(10)
    }
    // The revisions that the row names lie before it; otherwise the entry would not have been read.
    let standard = StepTops(undo: row.integer(11), redo: row.integer(12))
    let formerStandard = try replace(standard, inScope: nil, before: entry.revision)
    guard let scoped = ScopedTops(row) else {
      return try isSound(standard, after: formerStandard, entry, inScope: nil)
    }
    let formerScoped = try replace(scoped.tops, inScope: scoped.name, before: entry.revision)
    guard formerStandard == nil || standard == formerStandard else { return false }
    return try isSound(scoped.tops, after: formerScoped, entry, inScope: scoped.name)
  }

  /// Notes the tops in a scope after an entry.
  ///
  /// - Returns: Those before it, `nil` if the journal does not have them.
  private mutating func replace(
    _ tops: StepTops, inScope scope: String?, before revision: Revision
  ) throws -> StepTops? {
    let key = scope.map { Array($0.utf8) }
    let found = try former[key] ?? self.tops(at: revision - 1, inScope: scope)
    former[key] = tops
    return found
  }

  /// Returns whether the tops in the scope of an entry follow from those before it.
  private func isSound(
    _ tops: StepTops, after former: StepTops?, _ entry: JournalEntry, inScope scope: String?
  ) throws -> Bool {
    switch entry.step {
    case .change: return tops.redo == 0
    case .update: return former == nil || tops == former
    case .takingBack(let revision) where tops.redo == entry.revision:
      let beneath = try self.tops(at: revision - 1, inScope: scope)
      return (former == nil || revision == former?.undo)
        && (beneath == nil || tops.undo == beneath?.undo)
    case .takingBack(let revision):
      let beneath = try self.tops(at: revision - 1, inScope: scope)
      return (former == nil || revision == former?.redo) && tops.undo == entry.revision
        && (beneath == nil || tops.redo == beneath?.redo)
    }
  }

  /// Returns the tops in a scope after a revision, `nil` if the journal does not have them.
  private func tops(at revision: Revision, inScope scope: String?) throws -> StepTops? {
    guard revision > oldest || revision == 0 else { return nil }
    guard let scope else { return try StepReader.tops(at: revision, keys, statement) }
    return try StepReader.scopedTops(at: revision, inScope: scope, keys, scopedStatement)
      ?? (oldest == 0 ? StepTops() : nil)
  }
}
