/// The numbers of an outline's models, by their indexes in its parts.
protocol ModelNumbering {
  func updatedItemModel(_ index: Int) -> Int
  func insertedItemModel(_ index: Int) -> Int
  func updatedSectionModel(_ index: Int) -> Int
  func insertedSectionModel(_ index: Int) -> Int
}

/// Consecutive numbers, those of items and those of sections: first those of updates, then those of
/// insertions.
struct ConsecutiveModels: ModelNumbering {
  private let first: Int
  private let firstInsertedItem: Int
  private let firstInsertedSection: Int

  init(of outline: ChangesetOutline, from first: Int) {
    self.first = first
    firstInsertedItem = first + outline.updatedItems.count
    firstInsertedSection = first + outline.updatedSections.count
  }

  func updatedItemModel(_ index: Int) -> Int { first + index }
  func insertedItemModel(_ index: Int) -> Int { firstInsertedItem + index }
  func updatedSectionModel(_ index: Int) -> Int { first + index }
  func insertedSectionModel(_ index: Int) -> Int { firstInsertedSection + index }
}

/// The identity of an item or section stands for its model.
extension ChangeIdentities: ModelNumbering {
  func updatedItemModel(_ index: Int) -> Int { updatedItems[index].rawValue }
  func insertedItemModel(_ index: Int) -> Int { insertedItems[index].rawValue }
  func updatedSectionModel(_ index: Int) -> Int { updatedSections[index].rawValue }
  func insertedSectionModel(_ index: Int) -> Int { insertedSections[index].rawValue }
}
