internal import RosterCore

/// A revision in which nothing but states is another.
struct UpdatedRevision: Sendable {
  var applied: ListChange
  /// Ascending by path.
  var items: [UpdatedItem]

  /// What storage is to keep.
  var stored: StoredChange {
    let changes = items.flatMap { $0.changes }
    return StoredChange(
      entry: JournalEntry(
        revision: applied.target.revision, record: applied.record,
        states: changes.map { $0.address }, annotation: ChangeAnnotation(), step: .update),
      nextIdentifiers: applied.target.nextIdentifiers, updatedItems: [], insertedItems: [],
      updatedSections: [], insertedSections: [], states: changes.map { $0.state })
  }
}
