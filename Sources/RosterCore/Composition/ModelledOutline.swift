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
