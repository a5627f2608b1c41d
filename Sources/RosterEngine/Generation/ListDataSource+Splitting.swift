internal import RosterCore

extension ListDataSource {
  /// Returns whether the outputs of a modification may be made in parts.
  func mayBeSplit(outputCount: Int) -> Bool {
    reader.generator?.mayBeSplit(outputCount: outputCount) ?? false
  }

  /// Schedules outputs that a published batch has left for later; on the work queue.
  ///
  /// - Parameters:
  ///   - annotation: The annotation of the batch.
  ///   - qos: How urgent the modification was.
  func add(
    _ remainder: any OutputRemainder<Output>, _ annotation: ChangeAnnotation, _ qos: DataSourceQoS
  ) {
    runner.add(remainder.parts(behind: annotation, qos, of: self))
  }
}
