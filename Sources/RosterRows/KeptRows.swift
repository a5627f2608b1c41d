package import RosterCore
internal import RosterJSON

/// What the list of a table has of its rows.
///
/// Its models tell. A revision that leaves the list without items says it in its user info, so that all who have the
/// list open write models of one kind:
///
///     {"keptRows":"copies"}
package enum KeptRows: String, Sendable {
  /// Copies of the rows.
  case copies
  /// Versions of the rows, which stay in their table.
  case versions
  /// Versions of the rows, with copies of some of their columns.
  case excerpts
}

extension ChangeAnnotation {
  private static let keptRowsMember = "keptRows"

  /// What the list has of the rows of its table, if the revision says so.
  package var keptRows: KeptRows? {
    get { userInfo[Self.keptRowsMember]?.stringValue.flatMap(KeptRows.init) }
    set { userInfo[Self.keptRowsMember] = newValue.map { .string($0.rawValue) } }
  }
}
