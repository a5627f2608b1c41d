internal import RosterComponents
internal import RosterCore
internal import RosterLayout

extension ListDataSource {
  /// A batch with the extents of its target, which are published; on the work queue, while nobody else
  /// sees the published list.
  ///
  /// With a working range its sizes, and the former ones of headers and footers, are against what
  /// everybody was told before.
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
    let shown = Set(batch.outputs.lazy.map(\.tree))
    for size in batch.sizes where !shown.contains(size.tree) {
      let tree = MeasuredTree(place: size.targetPlace, isThere: true, size: size.to)
      measured.append((size.tree, tree))
    }
    measured.sort { $0.tree.place < $1.tree.place }
    let known = (measured.map(\.tree) + batch.absentSupplements(besides: shown))
      .sorted { $0.place < $1.place }
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
  /// The headers and footers of inserted sections that the batch does not name: they have none.
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
  /// What is to be said of the size of a tree, `nil` if it is as everybody was told.
  ///
  /// What is remembered is an extent, not a size: what has another is said to have had the other side
  /// that it has now.
  ///
  /// - Parameter given: What is known from its trees.
  fileprivate func correction(
    of id: TreeID, _ tree: MeasuredTree, given: ChangedSize?
  ) -> ChangedSize? {
    // The size of an item that is not laid out is not known; a header without one is not there.
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
