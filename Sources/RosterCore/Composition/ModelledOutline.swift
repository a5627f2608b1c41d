/// An outline, and the number of the model of each place in it that gets one.
///
/// Changesets are composed in this form. It is not generic, and no model is touched before the
/// result is known.
struct ModelledOutline {
  var outline = ChangesetOutline()
  /// Each row in the order of its part of the outline.
  var updatedItemModels: [Int] = []
  var insertedItemModels: [Int] = []
  var updatedSectionModels: [Int] = []
  var insertedSectionModels: [Int] = []
}

extension Array {
  /// Returns the first place from which on a condition holds, the end if there is none.
  ///
  /// - Complexity: O(log *n*).
  func firstIndex(fromWhich condition: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

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
