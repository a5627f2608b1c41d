extension ListDataSource {
  /// Whether the application is in the background.
  ///
  /// What is of the default level is then worked on with the lowest quality of service, as far as
  /// nothing more urgent is pending; everything else as before. The application says so: the list
  /// asks nobody.
  public var isInBackground: Bool {
    get { runner.levels.withLock { $0.isInBackground } }
    set { runner.levels.withLock { $0.isInBackground = newValue } }
  }
}
