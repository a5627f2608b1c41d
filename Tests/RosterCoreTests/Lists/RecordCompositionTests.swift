import RosterCore
import RosterTestSupport
import Testing

@Suite("RecordComposition")
struct RecordCompositionTests {
  @Test(arguments: 0..<30 as Range<UInt64>)
  func saysOfIdentitiesWhatComposedChangesetsSayOfModels(seed: UInt64) throws {
    var generator = RandomChangesets(seed: seed)
    var state = try ListState().applying(
      ListRows<String, String>(counts: [5, 0, 40]).asInsertion
    ).target
    var composition = RecordComposition()
    var run: [Changeset<ItemID, SectionID>] = []
    for _ in 0..<40 {
      let parts = generator.valid(for: state.itemCounts)
      let change = try state.applying(parts.changeset(models: ""))
      try composition.append(change.record)
      run.append(namedChangeset(change.record))
      state = change.target
    }
    let composed = namedChangeset(composition.finish())
    #expect(composed == Changeset.composing(run), "seed \(seed)")
  }

  /// The changeset of a record, with identities as models.
  private func namedChangeset(_ record: ChangeRecord) -> Changeset<ItemID, SectionID> {
    let (outline, identities) = (record.outline, record.identities)
    return Changeset {
      for (path, id) in zip(outline.updatedItems, identities.updatedItems) {
        $0.updateItem(at: path, id)
      }
      for path in outline.removedItems { $0.removeItem(at: path) }
      for move in outline.movedItems { $0.moveItem(from: move.source, to: move.target) }
      for (path, id) in zip(outline.insertedItems, identities.insertedItems) {
        $0.insertItem(id, at: path)
      }
      for (section, id) in zip(outline.updatedSections, identities.updatedSections) {
        $0.updateSection(at: section, id)
      }
      for section in outline.removedSections { $0.removeSection(at: section) }
      for move in outline.movedSections { $0.moveSection(from: move.source, to: move.target) }
      for (section, id) in zip(outline.insertedSections, identities.insertedSections) {
        $0.insertSection(at: section, id)
      }
    }
  }

  @Test func aRunOfNothingIsTheEmptyRecord() throws {
    var composition = RecordComposition()
    let empty = ChangeRecord(outline: ChangesetOutline(), identities: ChangeIdentities())
    #expect(composition.finish() == empty)
    try composition.append(empty)
    #expect(composition.finish() == empty)
  }

  @Test func aRecordThatContradictsItselfIsRefused() {
    var record = ChangeRecord(
      outline: ChangesetOutline(items: .init(inserted: [ItemPath(section: 0, item: 0)])),
      identities: ChangeIdentities())
    var composition = RecordComposition()
    #expect(throws: StorageError.self) { try composition.append(record) }
    record.identities.insertedItems = [ItemID(rawValue: 1)]
    #expect(throws: Never.self) { try composition.append(record) }
  }

  @Test(arguments: [Int.min, -1, 1 << 60, Int.max])
  func aRecordOfPlacesThatNoListHasIsRefused(index: Int) {
    var identities = ChangeIdentities()
    identities.insertedItems = [ItemID(rawValue: 1)]
    for path in [ItemPath(section: 0, item: index), ItemPath(section: index, item: 0)] {
      let record = ChangeRecord(
        outline: ChangesetOutline(items: .init(inserted: [path])), identities: identities)
      var composition = RecordComposition()
      #expect(throws: StorageError.self) { try composition.append(record) }
    }
  }
}
