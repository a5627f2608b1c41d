internal import RosterCore

extension SectionID {
  /// Its header and its footer, whether it has them or not.
  var supplements: [SupplementID] { SupplementKind.allCases.map { SupplementID($0, of: self) } }
}
