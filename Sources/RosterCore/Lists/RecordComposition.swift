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
    guard let outline = ModelledOutline(record), composition.append(outline) else {
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

extension ModelledOutline {
  /// The outline of a record, in which the identities stand for the models; `nil` if the record
  /// contradicts itself.
  fileprivate init?(_ record: ChangeRecord) {
    let identities = record.identities
    outline = record.outline
    updatedItemModels = identities.updatedItems.map(\.rawValue)
    insertedItemModels = identities.insertedItems.map(\.rawValue)
    updatedSectionModels = identities.updatedSections.map(\.rawValue)
    insertedSectionModels = identities.insertedSections.map(\.rawValue)
    guard outline.updatedItems.count == updatedItemModels.count,
      outline.insertedItems.count == insertedItemModels.count,
      outline.updatedSections.count == updatedSectionModels.count,
      outline.insertedSections.count == insertedSectionModels.count
    else { return nil }
  }
}
