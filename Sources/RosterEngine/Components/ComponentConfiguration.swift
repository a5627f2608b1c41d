public import RosterComponents

/// What a list of components is built with.
public struct ComponentConfiguration: Sendable {
  /// What is handed down from the root of every item.
  public var environment: EnvironmentValues
  /// What every item is laid out for; `nil`, the default, if items are not laid out.
  public var layout: LayoutConstraints?
  /// How work is split if the list has a viewport.
  public var splitting = ViewportSplitting()
  /// For which items trees exist; `nil`, the default, if everything that is inserted or updated is
  /// built. See ``ListDataSource/setViewport(_:)``.
  public var workingRange: WorkingRange?
  /// Is told of items that come into the working range and leave it.
  public var prefetchListener: (any PrefetchListener)?
  /// The most trees that are kept in memory beside those that callers hold: those that were used
  /// last.
  ///
  /// A tree that is not kept is built again, from the model and the stored states, when it is asked
  /// for or its item changes. With a working range its trees are kept and no others; of it no more
  /// are built than this.
  public var cachedOutputCountMax: Int
  /// The most trees of headers and footers that are kept in memory, beside those of items.
  public var cachedSupplementCountMax = 1_024
  /// Is told of every build.
  public var buildListener: (any BuildListener)?
  /// Is told of states that cannot be read or kept, once for each scope of an item; on any thread.
  public var stateFaultReporter: (@Sendable (StateFault) -> Void)?
  /// Is told of items that cannot be laid out; on any thread.
  public var layoutFaultReporter: (@Sendable (LayoutFault) -> Void)?

  /// Makes a configuration.
  public init(
    environment: EnvironmentValues = EnvironmentValues(), layout: LayoutConstraints? = nil,
    cachedOutputCountMax: Int = 4_096, buildListener: (any BuildListener)? = nil,
    stateFaultReporter: (@Sendable (StateFault) -> Void)? = nil
  ) {
    self.environment = environment
    self.layout = layout
    self.cachedOutputCountMax = cachedOutputCountMax
    self.buildListener = buildListener
    self.stateFaultReporter = stateFaultReporter
  }
}
