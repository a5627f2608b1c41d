package import RosterCore
package import RosterEngine
package import RosterJSON

extension ListSnapshot where Model == JSONValue {
  /// Returns some models from all over the list, in order: what they have in common does not change if a few
  /// others come first.
  ///
  /// Models that cannot be read are left out.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(log *n*), and one row for each of ``RowTemplate/sampleCount`` models.
  package func sampledModels() throws(StorageError) -> [JSONValue] {
    try readableModels(of: state.sampledItems())
  }

  /// Returns the models of items, in order, without those that do not decode.
  private func readableModels(of items: [ItemID]) throws(StorageError) -> [Model] {
    do throws(StorageError) {
      return try models(of: items)
    } catch {
      guard error.isUnreadableModel else { throw error }
      // One that cannot be read does not hide the others.
      guard items.count > 1 else { return [] }
    }
    var readable: [Model] = []
    for item in items { readable += try readableModels(of: [item]) }
    return readable
  }
}

extension ListState {
  /// Returns some items from all over the list, in order.
  ///
  /// - Throws: `StorageError` if a page of the list cannot be read.
  /// - Complexity: O(log *n*), and ``RowTemplate/sampleCount`` items.
  package func sampledItems() throws(StorageError) -> [ItemID] {
    var items: [ItemID] = []
    for offsets in Self.sampledOffsets(of: itemCount) {
      try forEachItem(atOffsets: offsets) { _, item in
        items.append(item)
        return true
      }
    }
    return items
  }

  /// Returns some runs of offsets: the first items, the last ones, and some between them at equal distances.
  ///
  ///     1,000 items    0..<8, 141..<149, 283..<291, …, 992..<1000
  static func sampledOffsets(of count: Int) -> [Range<Int>] {
    guard count > RowTemplate.sampleCount else { return [0..<count] }
    let length = RowTemplate.sampleCount / sampledRunCount
    return (0..<sampledRunCount).map { number in
      let start = (count - length) * number / (sampledRunCount - 1)
      return start..<start + length
    }
  }

  private static var sampledRunCount: Int { 8 }
}
