internal import RosterComponents

/// A replacement of what items are laid out for on its way through the pipeline, without its types.
protocol QueuedConstraints: AnyObject, Sendable {
  /// What every item is laid out for; `nil` if they are not laid out.
  var constraints: LayoutConstraints? { get }
  /// The list.
  var publisher: any RevisionPublisher { get }

  /// The replacement is published: gives its caller the outcome.
  ///
  /// - Parameter items: All in memory, ascending by path.
  func succeed(_ items: [UpdatedItem])

  /// The replacement has failed: gives its caller the outcome.
  func fail(_ error: DataSourceError)
}
