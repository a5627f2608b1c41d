/// What one applied changeset did, without models: the outline as it was applied, and who was
/// touched.
///
/// A record is what storage keeps for each revision. It leads from the state before to the state
/// after (``ListState/replaying(_:)``) and back (``ListState/reverting(_:)``), with every identity
/// in its place. One that was read back is data like any other: it may be wrong, and then the two
/// methods throw.
public struct ChangeRecord: Hashable, Sendable {
  /// The outline as it was applied, with whatever was absorbed.
  public var outline: ChangesetOutline
  /// Who was touched, each row in the order of its part of the outline.
  public var identities: ChangeIdentities

  /// Makes a record of the paths and of what is at them.
  public init(outline: ChangesetOutline, identities: ChangeIdentities) {
    self.outline = outline
    self.identities = identities
  }

  /// The record of the change that undoes this one: source and target change places.
  ///
  /// What was inserted is removed; what was removed, alone or with its section, is inserted where it
  /// stood and under the identity it had:
  ///
  ///     source  A B C D      removed [0, 1], inserted [0, 0]
  ///     target  X A C D      the inverse: removed [0, 0], inserted [0, 1] as B
  ///
  /// Updates and removals that the removal of a section absorbed leave no trace of their own, so
  /// that the inverse of the inverse is this record without them.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes and removed items together.
  public var inverse: ChangeRecord { RecordInversion(self).inverse }

  /// The identities to give to what the outline inserts.
  var returning: ListState.ReturningIdentities {
    ListState.ReturningIdentities(
      items: identities.insertedItems, sections: identities.insertedSections)
  }
}

extension ListChange {
  /// What storage keeps of this change.
  public var record: ChangeRecord { ChangeRecord(outline: proof.outline, identities: identities) }

  /// The record of the change that undoes this one.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes and removed items together.
  public var inverse: ChangeRecord { record.inverse }
}

/// One inversion of a record. It trusts nothing: a record that contradicts itself gives an inverse
/// that no state takes.
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
