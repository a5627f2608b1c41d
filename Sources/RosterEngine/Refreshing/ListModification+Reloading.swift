package import RosterCore

extension ListModification where Outcome == RefreshOutcome<ListBatch<Model, SectionModel, Output>> {
  /// A reload: outputs are generated again, even if nothing changed. Models, states and paths stay as
  /// they are.
  ///
  /// Component trees in memory are built again; others are built when they are read. Items, headers
  /// and footers that the reload names one by one are built in any case, unless the list has a
  /// working range. The batch has the generated outputs, and tells whether those are all
  /// (``ListBatch/namesAllOutputs``). A reload is a revision only if states begin or end with it.
  ///
  /// Waiting reloads merge: a reload is `superseded` by a later one that includes it, unless its
  /// caller waits on the calling thread.
  ///
  /// A data source refuses it with `noSuchItem`, `noSuchSection` or `noSuchSupplement` for a place
  /// that will not exist after all pending modifications, and with `updateWhileBuilding`. Once it is
  /// queued, it fails with `noSuchItem` or `noSuchSupplement` if something that it names by id does not
  /// exist when its turn comes, and with `conflict` if it names something by place and another writer
  /// commits first. Nothing is reloaded then.
  ///
  /// - Parameter target: What to reload.
  /// - Complexity: O(*w*) to queue behind *w* others; then that of the generator.
  public static func reload(_ target: ReloadTarget = .all) -> Self {
    Self { list, annotation, mode in
      RefreshModification(
        .reload(ReloadedPlaces(target)), annotation, mode, list
      ) { [reader = list.reader] (work, source) throws(DataSourceError) in
        guard case .reload(let places) = work else {
          preconditionFailure("a reload takes over nothing but reloads")
        }
        return try reader.generator?.reload(places, on: source)
      }
    }
  }
  /// A configuration of what makes the outputs; a waiting one is superseded by a later one that replaces
  /// all of its parts.
  ///
  /// - Parameters:
  ///   - parts: The parts that it replaces.
  ///   - plan: Plans the outputs that it changes, when its turn has come.
  package static func configuring(
    _ parts: ConfigurationParts,
    _ plan:
      @escaping @Sendable (ListDataSource<Model, SectionModel, Output>, ListState)
      throws(DataSourceError) -> (any OutputRefresh<Output>)?
  ) -> Self {
    Self { list, annotation, mode in
      RefreshModification(.configuration(parts), annotation, mode, list) {
        (_, source) throws(DataSourceError) in
        try plan(list, source)
      }
    }
  }
}
