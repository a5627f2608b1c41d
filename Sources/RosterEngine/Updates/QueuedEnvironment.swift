internal import RosterComponents

/// A replacement of the environment on its way through the pipeline, without its types.
protocol QueuedEnvironment: AnyObject, Sendable {
  /// What is handed down from the root of every item.
  var environment: EnvironmentValues { get }
  /// The list.
  var publisher: any RevisionPublisher { get }

  /// The replacement is published: gives its caller the outcome.
  ///
  /// - Parameters:
  ///   - batch: In which states are others, `nil` if none are.
  ///   - items: Of which something was built again, ascending by path.
  func succeed(_ batch: (any Sendable)?, _ items: [UpdatedItem])

  /// The replacement has failed: gives its caller the outcome.
  func fail(_ error: DataSourceError)
}
