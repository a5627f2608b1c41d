/// What a run of revisions does together, put together as it is read.
///
/// What is held are the changes that are left, not all that there were.
public struct RecordComposition {
  private var composition = Composition()

  /// Begins with no record.
  public init() {}

  /// Adds the record of the next revision.
  ///
  /// - Throws: `corrupt` if the record names more or fewer items than its outline, or places that no
  ///   list has.
  /// - Complexity: O(*k* log *n*) for *k* changes, of which *n* are left in the end.
  public mutating func append(_ record: ChangeRecord) throws(StorageError) {
    guard record.namesWhoGetsModels, composition.append(record.outline, record.identities) else {
      throw StorageError(.corrupt, "a record of the journal contradicts itself")
    }
  }

  /// The one record of them all. It names the items and sections that it updates and inserts, and
  /// no others.
  ///
  /// - Complexity: O(*n* log *n*) for *n* changes that are left.
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
