internal import GRDB
internal import RosterCore

/// What the last row of the journal says of a list.
struct ListHead {
  /// 0 if the journal has no row.
  var revision: Revision = 0
  /// What can be taken back; `nil` if the row does not name it.
  var tops: StepTops?
  /// The digest of the order; `nil` if the row has none, which only damage leaves last.
  var order: Int? = 0

  /// Makes that of an empty list in which nothing can be taken back.
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
