extension ListDataSource {
  /// Whether the application is in the background. The application sets this; the list does not
  /// find out by itself.
  ///
  /// In the background, work at the default level gets the lowest quality of service while nothing
  /// more urgent is pending. Other levels are unaffected.
  public var isInBackground: Bool {
    get { runner.levels.withLock { $0.isInBackground } }
    set { runner.levels.withLock { $0.isInBackground = newValue } }
  }
}
