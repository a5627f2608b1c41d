/// The combined effect of a run of revisions, built while their records are read.
///
/// Memory is used only for the changes that remain, not for all changes of the run.
public struct RecordComposition {
  private var composition = Composition()

  /// Makes a composition without records.
  public init() {}

  /// Adds the record of the next revision.
  ///
  /// - Throws: `corrupt` if the number of identities in the record does not match its outline, or
  ///   if it names places that no list has.
  /// - Complexity: O(*k* log *n*) for *k* changes, with *n* changes remaining in the end.
  public mutating func append(_ record: ChangeRecord) throws(StorageError) {
    guard record.namesWhoGetsModels, composition.append(record.outline, record.identities) else {
      throw StorageError(.corrupt, "a record of the journal contradicts itself")
    }
  }

  /// Returns the one record that has the effect of all records. It names only the items and
  /// sections that it updates and inserts.
  ///
  /// - Complexity: O(*n* log *n*) for *n* changes that remain.
  public func finish() -> ChangeRecord {
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
