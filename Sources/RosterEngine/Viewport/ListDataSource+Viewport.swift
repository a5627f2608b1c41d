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
  /// Headers and footers are built with the modification in any case, and are not counted where what is
  /// visible is looked for.
  ///
  /// Items must be laid out; how long those are that are not in memory is estimated
  /// (``ViewportSplitting``).
  ///
  /// - Parameter viewport: `nil` if everything is to be built at once.
  public func setViewport<Message: Sendable>(_ viewport: Viewport?)
  where Output == ComponentTree<Message> {
    components().trees.viewport.withLock { $0 = viewport }
  }
}

extension ListDataSource {
  /// Whether the outputs of a modification may be made in parts.
  func mayBeSplit(outputCount: Int) -> Bool {
    reader.generator?.mayBeSplit(outputCount: outputCount) ?? false
  }

  /// Has outputs made that a published batch has left for later; on the work queue.
  ///
  /// - Parameter annotation: That of the batch.
  func add(_ remainder: Remainder<Output>, _ annotation: ChangeAnnotation) {
    runner.add(
      remainder.chunks.map { chunk in
        AcceptedRemainder(chunk, annotation, self, output: remainder.output)
      })
  }
}
