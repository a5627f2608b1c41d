/// What a run of revisions does together, put together as it is read.
///
/// The records come one by one and are composed in pairs, then the results, so that no change is
/// looked at more than O(log *r*) times. What is held are the changes that are left, not all that
/// there were.
public struct RecordComposition {
  /// The outlines so far; each is of at least twice as many records as the next one.
  private var outlines: [(recordCount: Int, outline: ModelledOutline)] = []

  /// Begins with no record.
  public init() {}

  /// Adds the record of the next revision.
  ///
  /// - Throws: `corrupt` if the record names more or fewer items than its outline.
  /// - Complexity: O(*k* log *k*) for *k* changes so far, amortized O(log *k* log *r*) for each.
  public mutating func append(_ record: ChangeRecord) throws(StorageError) {
    guard let outline = ModelledOutline(record) else {
      throw StorageError(.corrupt, "a record of the journal contradicts itself")
    }
    if record.outline.isEmpty { return }
    outlines.append((1, outline))
    while outlines.count > 1,
      outlines[outlines.count - 2].recordCount <= outlines[outlines.count - 1].recordCount
    {
      composeLastTwo()
    }
  }

  private mutating func composeLastTwo() {
    let next = outlines.removeLast()
    let first = outlines.removeLast()
    outlines.append(
      (first.recordCount + next.recordCount, first.outline.composed(with: next.outline)))
  }

  /// The one record of them all. It names the items and sections that it updates and inserts, and
  /// no others.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes that are left.
  public mutating func finish() -> ChangeRecord {
    while outlines.count > 1 { composeLastTwo() }
    return outlines.popLast()?.outline.record
      ?? ChangeRecord(outline: ChangesetOutline(), identities: ChangeIdentities())
  }
}

extension ModelledOutline {
  /// The outline of a record, in which the identities stand for the models; `nil` if the record
  /// contradicts itself.
  fileprivate init?(_ record: ChangeRecord) {
    let outline = record.outline
    let identities = record.identities
    guard outline.updatedItems.count == identities.updatedItems.count,
      outline.insertedItems.count == identities.insertedItems.count,
      outline.updatedSections.count == identities.updatedSections.count,
      outline.insertedSections.count == identities.insertedSections.count
    else { return nil }
    self.init(
      outline, updatedItemModels: identities.updatedItems.map(\.rawValue),
      insertedItemModels: identities.insertedItems.map(\.rawValue),
      updatedSectionModels: identities.updatedSections.map(\.rawValue),
      insertedSectionModels: identities.insertedSections.map(\.rawValue))
  }

  fileprivate var record: ChangeRecord {
    var identities = ChangeIdentities()
    identities.updatedItems = items.updated.map { ItemID(rawValue: $0.model) }
    identities.insertedItems = items.inserted.map { ItemID(rawValue: $0.model) }
    identities.updatedSections = sections.updated.map { SectionID(rawValue: $0.model) }
    identities.insertedSections = sections.inserted.map { SectionID(rawValue: $0.model) }
    return ChangeRecord(outline: outline, identities: identities)
  }
}
