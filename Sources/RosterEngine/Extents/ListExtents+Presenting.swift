package import RosterCore
package import RosterGeometry

extension ListExtents {
  /// Returns the places of which any part lies between two points, ascending. Headers and footers
  /// are included if it is not known yet whether they exist.
  ///
  /// - Complexity: O(log *n* + *m* log *n*) for *m* places.
  package func places(from start: Double, to end: Double) -> [TreePlace] {
    let items = index.items(from: start, to: end).compactMap {
      state.path(atOffset: $0).map(TreePlace.item)
    }
    guard index.estimates.hasSupplements else { return items }
    let supplements = supplements(in: index.places(from: start, to: end)).map(\.place)
    return (items + supplements).sorted()
  }

  /// Returns the extents after a batch.
  ///
  /// The extents of the batch itself are better, because they contain everything that was measured
  /// elsewhere. A batch that was read from the journal has none.
  ///
  /// - Complexity: O(1) for a batch with extents; otherwise O(*k* log *n*) for *k* changes.
  package func following<Model, SectionModel, Output>(
    _ batch: ListBatch<Model, SectionModel, Output>
  ) -> ListExtents {
    if let extents = batch.extents { return extents }
    let target = batch.changes.target
    if target.revision == state.revision { return self }
    return following(batch.changes.verified.proof, to: target)
  }

  /// Records the sizes of outputs.
  ///
  /// - Parameter outputs: The place of each output in this list; its size, or `nil` if that is not
  ///   known; and whether it exists. Ascending by place.
  /// - Complexity: O(log *n*) for each.
  package mutating func measure(
    _ outputs: [(place: TreePlace, size: Size?, exists: Bool)]
  ) {
    measure(outputs.map { MeasuredTree(place: $0.place, isThere: $0.exists, size: $0.size) })
  }
}
