internal import RosterCore
internal import RosterGeometry

extension ListDataSource {
  /// Publishes the extents of a batch's target, and returns the batch with them; on the work queue,
  /// while the published list is locked.
  ///
  /// With a working range, the sizes of the returned batch, and the former sizes of headers and
  /// footers, are relative to those that were last published.
  func measured(_ batch: Batch) -> Batch {
    guard let generator = reader.generator, let tracker = generator.extents,
      tracker.published != nil
    else { return batch }
    let given = Dictionary(
      batch.sizes.lazy.map { ($0.tree, $0) }, uniquingKeysWith: { first, _ in first })
    var measured = batch.outputs.map { output in
      (
        id: output.tree,
        tree: MeasuredTree(
          place: output.targetPlace, isThere: output.output != nil, size: output.size)
      )
    }
    let shown = Set(batch.outputs.lazy.map { $0.tree })
    for size in batch.sizes where !shown.contains(size.tree) {
      let tree = MeasuredTree(place: size.targetPlace, isThere: true, size: size.to)
      measured.append((size.tree, tree))
    }
    measured.sort { $0.tree.place < $1.tree.place }
    let absent = batch.absentSupplements(besides: shown)
    var known = measured.map { $0.tree } + absent
    if !absent.isEmpty { known.sort { $0.place < $1.place } }
    guard
      let (before, after) = tracker.publish(
        batch.changes.verified.proof, to: batch.target.state, measuring: known, batch.notes)
    else { return batch }
    if generator.range == nil { return batch.with(batch.sizes, after) }
    let corrections = measured.compactMap { id, tree in
      before.correction(of: id, tree, given: given[id])
    }
    return batch.with(corrections, after)
  }
}

extension ListBatch {
  /// Returns the headers and footers of inserted sections that the batch does not name: they do not
  /// exist.
  fileprivate func absentSupplements(besides named: Set<TreeID>) -> [MeasuredTree] {
    changes.changeset.outline.insertedSections.flatMap { section -> [MeasuredTree] in
      guard let id = changes.target.sectionID(at: section) else { return [] }
      return SupplementKind.allCases.compactMap { kind in
        if named.contains(.supplement(SupplementID(kind, of: id))) { return nil }
        return MeasuredTree(
          place: .supplement(kind, ofSection: section), isThere: false, size: nil)
      }
    }
  }
}

extension ListExtents {
  /// Returns the change of a tree's size since the last published one; `nil` if it did not change.
  ///
  /// The list remembers extents along its axis, not sizes. So if a header had the extent 20 and is
  /// now 300 by 30, its former size is given as 300 by 20.
  ///
  /// - Parameter given: The change that is known from its trees.
  fileprivate func correction(
    of id: TreeID, _ tree: MeasuredTree, given: ChangedSize?
  ) -> ChangedSize? {
    // An item without a layout has an unknown size; a header or footer without a size does not
    // exist.
    if tree.size == nil, id.item != nil { return given }
    guard let known = measuredExtent(at: tree.place) else {
      return ChangedSize(id, at: tree.place, from: nil, to: tree.size)
    }
    if let from = given?.from, axis.extent(of: from) == known { return given }
    if let size = tree.size, axis.extent(of: size) == known, known > 0 || id.item != nil {
      return nil
    }
    if known == 0, id.item == nil, given?.from == nil {
      return ChangedSize(id, at: tree.place, from: nil, to: tree.size)
    }
    var former = tree.size ?? given?.from ?? Size(width: 0, height: 0)
    axis.setExtent(known, of: &former)
    return ChangedSize(id, at: tree.place, from: former, to: tree.size)
  }
}

extension Viewport.Axis {
  fileprivate func setExtent(_ extent: Double, of size: inout Size) {
    switch self {
    case .horizontal: size.width = extent
    case .vertical: size.height = extent
    }
  }
}
