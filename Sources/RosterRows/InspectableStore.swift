package import RosterCore
internal import RosterJSON

/// A file or server whose lists an inspector shows.
package protocol InspectableStore: CopiedStore {
  /// Returns the lists, by name.
  func lists() throws(StorageError) -> [StoredListSummary]

  /// Opens a list; `nil` if it does not exist.
  func inspectableList(named name: String) throws(StorageError) -> (any InspectableStorage)?

  /// Returns how large the tables are.
  ///
  /// - Parameters:
  ///   - rowCountMax: The maximum number of rows of a table to count.
  ///   - pageCountMax: The maximum number of pages of a file whose tables are measured, which reads
  ///     all of it. A server knows their sizes.
  func sizeReport(rowCountMax: Int, pageCountMax: Int) throws(StorageError) -> SizeReport

  /// Returns the number of bytes that a check reads.
  func checkedByteCount() throws(StorageError) -> Int

  /// The number of bytes above which a check is too long for an inspector.
  var checkedByteCountMax: Int { get }

  /// Returns what is wrong beside the rows that a file has as well, so that no check of a file can find
  /// it: with a list, or with the place as a whole.
  func findingsBesideRows() throws(StorageError) -> [(list: String?, message: String)]
}

/// What an inspector reads of a list. Nothing here stops at damage: a row that is unreadable is what
/// the inspector is for.
package protocol InspectableStorage: JournalStorage {
  /// The name of the list.
  var name: String { get }
  /// Where the list is.
  var inspectableStore: any InspectableStore { get }

  /// Returns the present and the oldest revision, and the subscribers.
  ///
  /// - Complexity: O(log *n* + *s*) for *s* subscribers.
  func head() throws(StorageError) -> JournalHead

  /// Returns the rows of revisions, ascending. Revisions that the journal does not have are left
  /// out.
  ///
  /// - Complexity: O(size of the rows).
  func journalRows(
    _ revisions: ClosedRange<Revision>, limit: Int
  ) throws(StorageError) -> [JournalRow]

  /// Returns the row of a revision with what the list reads in it; `nil` if there is no such row.
  ///
  /// - Parameters:
  ///   - changeCountMax: The maximum number of changes of which an entry is read.
  ///   - checksDigest: Whether the digest is computed, for which all models that the revision wrote
  ///     are read.
  /// - Returns: The row; its entry unless the row is damaged or has too many changes; and whether it
  ///   has its digest, if that was computed.
  func journalRow(
    _ revision: Revision, changeCountMax: Int, checksDigest: Bool
  ) throws(StorageError) -> (
    row: JournalRow, entry: JournalEntry?, digest: JournalRow.DigestState?
  )?

  /// Returns which later revisions take back some revisions.
  ///
  /// - Parameters:
  ///   - revisions: The revisions that may be taken back.
  ///   - last: The last revision that is looked at.
  /// - Returns: The last revision that takes each one back.
  /// - Complexity: O(*k*) for *k* revisions from the first of them to the last one.
  func takenBack(
    _ revisions: ClosedRange<Revision>, upTo last: Revision
  ) throws(StorageError) -> [Revision: Revision]

  /// Returns when the model of an item or section was written before a revision, newest first.
  ///
  /// - Complexity: O(log *n* + limit).
  func modelSpans(
    of tree: TreeID, before revision: Revision, limit: Int
  ) throws(StorageError) -> [ValueSpan]

  /// Returns when the states of an item, header or footer were written before a revision, newest first.
  ///
  /// - Complexity: O(log *n* + *h* log *h*) for *h* states that it ever had.
  func stateSpans(
    of tree: TreeID, before revision: Revision, limit: Int
  ) throws(StorageError) -> [ValueSpan]

  /// Returns the largest models of present items, the largest first.
  ///
  /// - Parameter numbers: The numbers of the items to look at.
  /// - Complexity: O(size of the models of these items).
  func largestItems(
    among numbers: ClosedRange<Int>, limit: Int
  ) throws(StorageError) -> [(item: ItemID, byteCount: Int)]

  /// Returns the revisions that moved an item by itself, newest first. Moves are kept nowhere but in
  /// the journal.
  ///
  /// - Complexity: O(size of the rows of the revisions).
  func moves(
    of item: ItemID, in revisions: ClosedRange<Revision>
  ) throws(StorageError) -> [(revision: Revision, move: ItemMove)]
}

/// Where a list is, and who reads it.
package struct JournalHead: Sendable {
  /// The last revision.
  package var present: Revision
  /// The oldest revision that can be read.
  package var oldest: Revision
  /// The registered subscribers, by name.
  package var subscribers: [JournalSubscriber]

  package init(present: Revision, oldest: Revision, subscribers: [JournalSubscriber]) {
    self.present = present
    self.oldest = oldest
    self.subscribers = subscribers
  }
}

/// A model or state that was written: the revision that wrote it, and the one that ended it.
package struct ValueSpan: Hashable, Sendable {
  /// The scope of a state, as text; `nil` for a model.
  package var scope: String?
  package var version: Revision
  /// `nil` if the value is the present one.
  package var until: Revision?

  /// - Parameter row: A row of `InspectionSQL.modelSpans` or `stateSpans`.
  package init(_ row: some StoredRow) {
    scope = row.optionalText(0)
    version = row.integer(1)
    until = row.optionalInteger(2)
  }
}

extension ItemMove {
  /// Reads the move of an item in the change of a revision.
  ///
  /// - Returns: `nil` if the item was not moved by itself, or the text is damaged.
  package init?(of item: ItemID, change: UnsafeRawBufferPointer) {
    let parts = try? JSONParser().parse(change)
    let moves = (parts?[JournalCoding.Part.movedItems.rawValue]?.arrayValue ?? [])
      .map { ($0.arrayValue ?? []).compactMap(\.intValue) }
    guard let numbers = moves.first(where: { $0.count == 5 && $0[4] == item.rawValue }) else {
      return nil
    }
    self.init(
      source: ItemPath(section: numbers[0], item: numbers[1]),
      target: ItemPath(section: numbers[2], item: numbers[3]))
  }
}

/// The statements of an inspector that are the same in a file and on a server. Both read `$1` as the
/// first parameter.
package enum InspectionSQL {
  /// Reads the keys of the revisions from `$1` to `$2` that take back one from `$3` to `$4`, and the
  /// revision that each takes back.
  package static let takenBack = """
    SELECT id, takes_back FROM journal
    WHERE id BETWEEN $1 AND $2 AND takes_back BETWEEN $3 AND $4 ORDER BY id
    """

  /// Reads the spans of the model with the key `$1` that began before revision `$2`, at most `$3`.
  package static func modelSpans(of tree: TreeID) -> String {
    let table: ValueTable = tree.item == nil ? .sections : .items
    return """
      SELECT NULL, version, NULL AS until FROM \(table.name)
      WHERE \(table.key) = $1 AND version < $2
      UNION ALL SELECT NULL, version, until FROM \(table.history)
      WHERE \(table.owner) = $1 AND version < $2
      ORDER BY 2 DESC LIMIT $3
      """
  }

  /// Reads the spans of the states of the tree with the key `$1` that began before revision `$2`, at most
  /// `$3`.
  package static func stateSpans(of tree: TreeID) -> String {
    let table = StateTable(tree)
    return """
      SELECT scope, version, NULL AS until FROM \(table.name)
      WHERE \(table.isOfOwner) AND version < $2
      UNION ALL SELECT scope, version, until FROM \(table.name)_history
      WHERE \(table.isOfOwner) AND version < $2
      ORDER BY 2 DESC, 1 LIMIT $3
      """
  }

  /// Reads the keys and changes of the revisions from `$1` to `$2` that moved items, newest first.
  package static let moves = """
    SELECT id, change FROM journal
    WHERE id BETWEEN $1 AND $2 AND change LIKE '%"\(JournalCoding.Part.movedItems.rawValue)"%'
    ORDER BY id DESC
    """
}
