public import RosterComponents
internal import RosterCore

extension ListDataSource {
  /// Says what is visible; from any thread, at any time.
  ///
  /// With a viewport, a modification of many items is built in parts. What is visible is built first
  /// and published with the modification: its batch has the whole structure, which is committed
  /// whole, and the outputs of what is visible. The other outputs follow before anything that waits,
  /// in batches of the cause `remainder` (``ListBatch/awaitedOutputCount``), also if the call was a
  /// synchronous one. States that begin in them are stored with the next change of their item.
  ///
  /// Headers and footers take room like items: what is visible is found with them. Those of inserted
  /// and updated sections are built with the modification in any case.
  ///
  /// Items must be laid out; how long those are that were never measured is estimated
  /// (``ViewportSplitting``).
  ///
  /// With a working range (``ComponentConfiguration/workingRange``), trees exist only around what is
  /// visible. Of a change only those are built that are in the range; the range follows every viewport
  /// and every change in batches of the cause `workingRange`, which are no revisions: what is visible
  /// first, then what lies ahead in the direction of scrolling. Headers and footers between the items of
  /// the range, and those that are visible, are built and told of in the same batches. Only the newest viewport counts, and
  /// what an earlier one would have had built is not. Without a viewport, the range begins at the start
  /// of the list.
  ///
  /// - Parameter viewport: `nil` if everything is to be built at once.
  public func setViewport<Message: Sendable>(_ viewport: Viewport?)
  where Output == ComponentTree<Message> {
    let trees = components().trees
    if let viewport { keepExtents(along: viewport.axis) }
    trees.viewport.withLock { $0 = viewport }
    if let range = trees.range, range.viewportChanged() { runner.scheduleRangeWork() }
  }

  /// What is visible, as it was last said; `nil` if nobody has.
  public func viewport<Message: Sendable>() -> Viewport?
  where Output == ComponentTree<Message> { components().trees.viewport.withLock { $0 } }
}

extension ListDataSource {
  /// Whether the outputs of a modification may be made in parts.
  func mayBeSplit(outputCount: Int) -> Bool {
    reader.generator?.mayBeSplit(outputCount: outputCount) ?? false
  }

  /// Has outputs made that a published batch has left for later; on the work queue.
  ///
  /// - Parameters:
  ///   - annotation: That of the batch.
  ///   - qos: How urgent the modification was.
  func add(
    _ remainder: Remainder<Output>, _ annotation: ChangeAnnotation, _ qos: DataSourceQoS
  ) {
    runner.add(
      remainder.chunks.map { chunk in
        AcceptedRemainder(chunk, annotation, qos, self, outputs: remainder.outputs)
      })
  }
}
