/// The effect of one applied changeset, without models: the outline as it was applied, and the
/// identities of the items and sections that it touched.
///
/// Storage keeps a record for each revision. It leads from the state before to the state after
/// (``ListState/replaying(_:)``) and back (``ListState/reverting(_:)``), with every identity in its
/// place. A record that was read from storage may be wrong; the two methods then throw.
package struct ChangeRecord: Hashable, Sendable {
  /// The outline as it was applied, including the parts that the removal of a section absorbed.
  package var outline: ChangesetOutline
  /// The identities of what was touched, each row in the order of its part of the outline.
  package var identities: ChangeIdentities

  /// Makes a record of its parts. Whether they fit is checked when the record is used.
  package init(outline: ChangesetOutline, identities: ChangeIdentities) {
    self.outline = outline
    self.identities = identities
  }

  /// The record of the change that undoes this one: source and target are exchanged.
  ///
  /// The inverse removes what was inserted. It inserts what was removed, alone or with its section,
  /// where it stood and with the identity that it had:
  ///
  ///     source  A B C D      removed [0, 1], inserted [0, 0]
  ///     target  X A C D      the inverse: removed [0, 0], inserted [0, 1] as B
  ///
  /// The inverse does not contain updates and removals that the removal of a section absorbed. So
  /// the inverse of the inverse is this record without them.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes and removed items together.
  package var inverse: ChangeRecord { RecordInversion(self).inverse }

  /// Returns the record without the updates of some items and sections.
  package func withoutUpdates(
    of items: Set<ItemID>, _ sections: Set<SectionID>
  ) -> ChangeRecord {
    if items.isEmpty && sections.isEmpty { return self }
    var record = self
    let keptItems = zip(outline.updatedItems, identities.updatedItems)
      .filter { !items.contains($0.1) }
    record.outline.updatedItems = keptItems.map(\.0)
    record.identities.updatedItems = keptItems.map(\.1)
    let keptSections = zip(outline.updatedSections, identities.updatedSections)
      .filter { !sections.contains($0.1) }
    record.outline.updatedSections = keptSections.map(\.0)
    record.identities.updatedSections = keptSections.map(\.1)
    return record
  }

  /// The identities of what the outline inserts.
  var returning: ListState.ReturningIdentities {
    ListState.ReturningIdentities(
      items: identities.insertedItems, sections: identities.insertedSections)
  }
}

extension ListChange {
  /// The record that storage keeps of this change.
  package var record: ChangeRecord { ChangeRecord(outline: proof.outline, identities: identities) }

  /// The record of the change that undoes this one.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes and removed items together.
  package var inverse: ChangeRecord { record.inverse }
}

/// One inversion of a record. A record that contradicts itself gives an inverse that no state
/// accepts.
private struct RecordInversion {
  private let record: ChangeRecord
  private let transform: PathTransform
  private(set) var inverse = ChangeRecord(
    outline: ChangesetOutline(), identities: ChangeIdentities())

  init(_ record: ChangeRecord) {
    self.record = record
    transform = PathTransform(record.outline)
    invertSections()
    invertItems()
  }

  private mutating func invertSections() {
    let outline = record.outline
    inverse.outline.insertedSections = outline.removedSections
    inverse.outline.removedSections = outline.insertedSections
    inverse.outline.movedSections =
      outline.movedSections.map { SectionMove(source: $0.target, target: $0.source) }.ascending()
    inverse.identities.insertedSections = record.identities.removedSections
    inverse.identities.removedSections = record.identities.insertedSections
    let updated = zip(outline.updatedSections, record.identities.updatedSections)
      .compactMap { source, id in transform.targetSection(forSource: source).map { ($0, id) } }
      .sorted { $0.0 < $1.0 }
    inverse.outline.updatedSections = updated.map(\.0)
    inverse.identities.updatedSections = updated.map(\.1)
  }

  private mutating func invertItems() {
    let outline = record.outline
    let goingSections = Set(outline.insertedSections)
    inverse.outline.removedItems =
      outline.insertedItems.filter { !goingSections.contains($0.section) }
    inverse.identities.removedItems = zip(outline.insertedItems, record.identities.insertedItems)
      .map { ChangeIdentities.RemovedItem(sourcePath: $0, id: $1) }
    inverse.outline.insertedItems = record.identities.removedItems.map(\.sourcePath)
    inverse.identities.insertedItems = record.identities.removedItems.map(\.id)

    let moved = zip(outline.movedItems, record.identities.movedItems)
      .map { (ItemMove(source: $0.target, target: $0.source), $1) }
      .sorted { $0.0 < $1.0 }
    inverse.outline.movedItems = moved.map(\.0)
    inverse.identities.movedItems = moved.map(\.1)
    let updated = zip(outline.updatedItems, record.identities.updatedItems)
      .compactMap { source, id in transform.targetPath(forSource: source).map { ($0, id) } }
      .sorted { $0.0 < $1.0 }
    inverse.outline.updatedItems = updated.map(\.0)
    inverse.identities.updatedItems = updated.map(\.1)
  }
}

/// The combined effect of a run of revisions, built while their records are read.
///
/// Memory is used only for the changes that remain, not for all changes of the run.
package struct RecordComposition {
  private var composition = Composition()

  /// Makes a composition without records.
  package init() {}

  /// Adds the record of the next revision.
  ///
  /// - Throws: `corrupt` if the number of identities in the record does not match its outline, or
  ///   if it names places that no list has.
  /// - Complexity: O(*k* log *n*) for *k* changes, with *n* changes remaining in the end.
  package mutating func append(_ record: ChangeRecord) throws(StorageError) {
    guard record.namesWhoGetsModels, composition.append(record.outline, record.identities) else {
      throw StorageError(.corrupt, "a record of the journal contradicts itself")
    }
  }

  /// Returns the one record that has the effect of all records. It names only the items and
  /// sections that it updates and inserts.
  ///
  /// - Complexity: O(*n* log *n*) for *n* changes that remain.
  package func finish() -> ChangeRecord {
    let composed = composition.composed
    var identities = ChangeIdentities()
    identities.updatedItems = composed.updatedItemModels.map(ItemID.init)
    identities.insertedItems = composed.insertedItemModels.map(ItemID.init)
    identities.updatedSections = composed.updatedSectionModels.map(SectionID.init)
    identities.insertedSections = composed.insertedSectionModels.map(SectionID.init)
    return ChangeRecord(outline: composed.outline, identities: identities)
  }
}

extension ChangeRecord {
  /// Whether there is an identity for each place that gets a model.
  fileprivate var namesWhoGetsModels: Bool {
    outline.updatedItems.count == identities.updatedItems.count
      && outline.insertedItems.count == identities.insertedItems.count
      && outline.updatedSections.count == identities.updatedSections.count
      && outline.insertedSections.count == identities.insertedSections.count
  }
}
