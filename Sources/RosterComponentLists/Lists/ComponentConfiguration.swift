public import RosterComponents
public import RosterEngine

/// What a list of components builds with.
public struct ComponentConfiguration: Sendable {
  /// The values that every tree inherits at its root.
  public var environment: ComponentEnvironment
  /// The constraints that every tree is laid out in; `nil`, the default, if the list has no layout.
  public var layout: LayoutConstraints?
  /// How work is split if the list has a viewport.
  public var splitting = Viewport.Splitting()
  /// How far beyond the viewport trees are kept; `nil`, the default, to build everything that is
  /// inserted or updated. See `ListDataSource.setViewport(_:)`.
  public var workingRange: WorkingRange?
  /// A listener that is called when items enter or leave the working range.
  public var prefetchListener: (any PrefetchListener)?
  /// The maximum number of item trees kept in memory, beside those that callers hold; the most
  /// recently used ones are kept.
  ///
  /// A tree that is not kept is built again from its model and stored states when it is read or
  /// when its item changes. With a working range, exactly the trees in the range are kept, and at
  /// most this many of them are built.
  public var cachedOutputCountMax: Int
  /// The maximum number of header and footer trees kept in memory, beside those of items.
  public var cachedSupplementCountMax = 1_024
  /// A listener that is called for every build.
  public var buildListener: (any BuildListener)?
  /// Called for states that cannot be read or kept, once for each scope of a tree; on any thread.
  public var stateFaultReporter: (@Sendable (StateFault) -> Void)?
  /// Called for items, headers and footers that cannot be laid out; on any thread.
  public var layoutFaultReporter: (@Sendable (LayoutFault) -> Void)?

  /// Makes a configuration.
  public init(
    environment: ComponentEnvironment = ComponentEnvironment(), layout: LayoutConstraints? = nil,
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

extension ComponentConfiguration: OutputConfiguration {
  package func requireSound() {
    precondition(
      cachedOutputCountMax >= 0 && cachedSupplementCountMax >= 0, "a limit is not negative")
    precondition(
      workingRange.map { $0.ahead.isSound && $0.behind.isSound } ?? true,
      "a working range reaches over a number of items or points that is not negative")
  }
}

extension DataSourceConfiguration {
  /// What the components of the list are built with.
  public var components: ComponentConfiguration {
    get { outputs as? ComponentConfiguration ?? ComponentConfiguration() }
    set { outputs = newValue }
  }
}
