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
        batch.measuredSupplements, batch.notes)
    else { return batch }
    if generator.range == nil { return batch.with(batch.sizes, batch.supplements, after) }
    var ids: [ItemPath: ItemID] = [:]
    for item in batch.outputs { ids[item.targetPath] = item.id }
    let corrections = sizes.compactMap { path, size in
      (ids[path] ?? given[path]?.id).flatMap { id in
        before.correction(of: id, at: path, to: size, given: given[path])
      }
    }
    let supplements = batch.supplements.map { supplement in
      supplement.with(
        formerSize: before.former(
          supplement.id.kind, ofSection: supplement.targetSection, supplement.formerSize,
          now: supplement.size))
    }
    return batch.with(corrections, supplements, after)
  }
}

extension ListBatch {
  /// How large the headers and footers are that the batch names, and that an inserted section has
  /// none of which it does not.
  fileprivate var measuredSupplements: [MeasuredSupplement] {
    var measured = supplements.map { supplement in
      MeasuredSupplement(
        kind: supplement.id.kind, section: supplement.targetSection,
        isThere: supplement.output != nil, size: supplement.size)
    }
    let inserted = changes.changeset.outline.insertedSections
    if inserted.isEmpty { return measured }
    let named = Set(supplements.lazy.map(\.id))
    for section in inserted {
      guard let id = changes.target.sectionID(at: section) else { continue }
      for kind in SupplementKind.allCases where !named.contains(SupplementID(kind, of: id)) {
        measured.append(MeasuredSupplement(kind: kind, section: section, isThere: false))
      }
    }
    return measured
  }
}

extension ListExtents {
  /// How large a header or footer was as everybody was told, `nil` if an estimate was known.
  ///
  /// - Parameter given: What is known from its trees.
  fileprivate func former(
    _ kind: SupplementKind, ofSection section: Int, _ given: Size?, now size: Size?
  ) -> Size? {
    guard let known = measuredExtent(of: kind, ofSection: section) else { return nil }
    if let given, axis.extent(of: given) == known { return given }
    if known == 0, given == nil { return nil }
    var former = size ?? given ?? Size(width: 0, height: 0)
    axis.setExtent(known, of: &former)
    return former
  }

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
    axis.setExtent(known, of: &former)
    return ChangedSize(id, at: path, from: former, to: size)
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
