package import RosterCore
internal import RosterJSON

extension ChangeAnnotation {
  /// What a revision of a derived list shows, if it notes that: the name of the source, and its revision.
  package var derivedBasis: (source: String, basis: Revision)? {
    guard let note = userInfo[JournalSubscriber.derivedNote],
      let source = note["source"]?.stringValue, let basis = note["basis"]?.intValue
    else { return nil }
    return (source, basis)
  }
}
