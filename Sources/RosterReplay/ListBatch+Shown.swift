public import RosterCore
public import RosterEngine
public import RosterLog

extension ListBatch {
  /// What the batch shows of a list that somebody looks at.
  ///
  /// - Throws: `StorageError` if it cannot be read where an item stands.
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
      shown: outputs.map(\.targetPath), hidden: hidden.sorted(),
      counts: (awaitedOutputCount, omittedOutputCount, extents?.unmeasuredCount ?? 0),
      length: extents?.length ?? 0)
  }
}
