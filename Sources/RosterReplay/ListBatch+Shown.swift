public import RosterCore
public import RosterEngine
public import RosterLog

extension ListBatch {
  /// Returns the visible results of the batch, for a list with a viewport.
  ///
  /// - Throws: `StorageError` if the path of an item cannot be read.
  public func shownItems() throws(StorageError) -> ShownItems {
    var hidden: [ItemPath] = []
    for item in hiddenItems {
      if let path = try target.state.path(of: item) { hidden.append(path) }
    }
    let names: [(BatchCauses, String)] = [
      (.change, "change"), (.remainder, "remainder"), (.workingRange, "workingRange"),
    ]
    return ShownItems(
      revision: target.revision,
      causes: names.filter { causes.contains($0.0) }.map { $0.1 },
      shown: items.map(\.targetPath), hidden: hidden.sorted(),
      counts: (awaitedOutputCount, omittedOutputCount, extents?.unmeasuredCount ?? 0),
      length: extents?.length ?? 0)
  }
}
