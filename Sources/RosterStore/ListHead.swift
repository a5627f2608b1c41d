internal import GRDB
internal import RosterCore

/// The content of the journal's last row that describes the list.
struct ListHead {
  /// The last revision; 0 if the journal has no row.
  var revision: Revision = 0
  /// The revisions that undo and redo revert next; `nil` if the row does not name them.
  var tops: StepTops?
  /// The digest of the order; `nil` if the last row has none, which only damage can cause.
  var order: Int? = 0

  /// Makes the head of an empty list, in which undo and redo have nothing to revert.
  init(revision: Revision) {
    self.revision = revision
    tops = StepTops()
  }

  /// - Parameter statement: `sql`.
  init(_ keys: RowKey, _ statement: PreparedStatement) throws {
    (revision, tops) = try StepReader.last(upTo: keys.last, keys, statement) { row in
      order = row.isNull(4) ? nil : row.integer(4)
    }
  }

  static let sql = StepReader.topsSQL(and: "pages")
}
