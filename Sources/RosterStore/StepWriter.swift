internal import RosterCore
internal import RosterRows

/// Determines for each revision of a group what undo and redo would revert after it, within a
/// transaction.
struct StepWriter {
  private let keys: RowKey
  private let statements: WritingStatements
  private var steps: StepAdvance

  /// - Parameter tops: The tops after the last revision of the journal, if its row names them.
  init(keys: RowKey, statements: WritingStatements, tops: StepTops?) {
    self.keys = keys
    self.statements = statements
    steps = StepAdvance(standard: tops)
  }

  /// The tops in the standard scope after the last entry.
  var standardTops: StepTops? { steps.standard }

  /// Returns what the row of an entry says. The rows before it are written.
  ///
  /// - Throws: `stale` if the entry reverts a revision other than the next one to be reverted.
  mutating func advance(_ entry: JournalEntry) throws -> RowTops {
    try steps.advance(entry) { [keys, statements] revision, scope in
      guard let scope else { return try StepReader.tops(at: revision, keys, statements.tops) }
      if let tops = try StepReader.scopedTops(
        at: revision, inScope: scope, keys, statements.scopedTops)
      {
        return tops
      }
      return StepTops(undo: min(revision, try StepReader.oldest(keys, statements.oldest)))
    }
  }
}
