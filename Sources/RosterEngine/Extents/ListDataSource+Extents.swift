internal import RosterCore
internal import RosterLayout

extension ListDataSource {
  /// A batch with the extents of its target, which are published; on the work queue, while nobody else
  /// sees the published list.
  ///
  /// With a working range its sizes are what is not as everybody was told before.
  func measured(_ batch: Batch) -> Batch {
    guard let generator = reader.generator, let tracker = generator.extents,
      tracker.published != nil
    else { return batch }
    let shown = generator.sizes(of: batch.outputs)
    var given: [ItemPath: ChangedSize] = [:]
    for size in batch.sizes { given[size.targetPath] = size }
    let shownPaths = Set(shown.lazy.map { $0.path })
    let others = batch.sizes.filter { !shownPaths.contains($0.targetPath) }
    let sizes = (shown + others.map { (path: $0.targetPath, size: $0.to) })
      .sorted { $0.path < $1.path }
    guard
      let (before, after) = tracker.publish(
        batch.changes.verified.proof, to: batch.target.state, measuring: sizes,
        forgetsSizes: batch.notes.forgetsSizes)
    else { return batch }
    if generator.range == nil { return batch.with(batch.sizes, after) }
    var ids: [ItemPath: ItemID] = [:]
    for item in batch.outputs { ids[item.targetPath] = item.id }
    let corrections = sizes.compactMap { path, size in
      (ids[path] ?? given[path]?.id).flatMap { id in
        before.correction(of: id, at: path, to: size, given: given[path])
      }
    }
    return batch.with(corrections, after)
  }
}

extension ListExtents {
  /// What is to be said of the size of an item, `nil` if it is as everybody was told.
  ///
  /// What is remembered is an extent, not a size: an item that has another is said to have had the
  /// other side that it has now.
  ///
  /// - Parameter given: What is known from its trees.
  fileprivate func correction(
    of id: ItemID, at path: ItemPath, to size: Size?, given: ChangedSize?
  ) -> ChangedSize? {
    guard let size else { return given }
    guard let known = measuredExtent(of: path) else {
      return ChangedSize(id, at: path, from: nil, to: size)
    }
    if let from = given?.from, axis.extent(of: from) == known { return given }
    if axis.extent(of: size) == known { return nil }
    var former = size
    switch axis {
    case .horizontal: former.width = known
    case .vertical: former.height = known
    }
    return ChangedSize(id, at: path, from: former, to: size)
  }
}
