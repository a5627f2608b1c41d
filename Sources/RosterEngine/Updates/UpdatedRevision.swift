internal import RosterCore

/// A revision in which nothing but states is another.
struct UpdatedRevision: Sendable {
  var applied: ListChange
  /// Ascending by path.
  var items: [UpdatedItem]
  /// What the callers of the updates say about it.
  var annotation: ChangeAnnotation

  /// What storage is to keep.
  var stored: StoredChange {
    let changes = items.flatMap { $0.changes }
    return StoredChange(
      entry: JournalEntry(
        revision: applied.target.revision, record: applied.record,
        states: changes.map { $0.address }, annotation: annotation, step: .update),
      nextIdentifiers: applied.target.nextIdentifiers, updatedItems: [], insertedItems: [],
      updatedSections: [], insertedSections: [], states: changes.map { $0.state })
  }
}
