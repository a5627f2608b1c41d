public import RosterComponents
public import RosterEngine

extension ListModification where Outcome == RefreshOutcome<ListBatch<Model, SectionModel, Output>> {
  /// A new configuration: what items, headers and footers are built with and laid out for.
  ///
  ///     try await list.apply(.configuration(.environment(dark), .layout(wide)))
  ///
  /// Trees in memory are built or laid out again where the configuration affects them. Other trees
  /// are built when they are read. The batch has all outputs that changed in memory, and tells
  /// whether others may have changed (`ListBatch.namesAllOutputs`). An equal configuration
  /// changes nothing. A configuration is a revision only if states begin or end with it: the file
  /// does not contain it.
  ///
  /// A configuration that waits is `superseded` by a later one that replaces the same parts. If it
  /// fails, everything stays built and laid out as it was. A data source refuses it with
  /// `updateWhileBuilding` if it is called from within a build.
  ///
  /// - Parameter changes: The parts to replace, together.
  /// - Complexity: That of building and laying out the affected trees in memory, on all cores.
  public static func configuration<Message: Sendable>(
    _ changes: ConfigurationChange<Model, SectionModel, Message>...
  ) -> Self
  where Output == ComponentTree<Message> {
    let changes = Reconfiguration(changes)
    return configuring(changes.parts) { (list, source) throws(DataSourceError) in
      try list.components().reconfigure(changes, on: source)
    }
  }
}

extension ListDataSource {
  /// Returns the values that every tree inherits at its root, as they were last published.
  public func environment<Message: Sendable>() -> ComponentEnvironment
  where Output == ComponentTree<Message> { components().trees.currentConditions.environment }

  /// Returns the constraints that every tree is laid out in, as they were last published; `nil` if
  /// the list has no layout.
  public func layoutConstraints<Message: Sendable>() -> LayoutConstraints?
  where Output == ComponentTree<Message> { components().trees.currentConditions.constraints }
}
