internal import RosterComponents
internal import RosterCore

extension ComponentGenerator {
  func reload(
    _ places: ReloadedPlaces, on source: ListState
  ) throws(DataSourceError) -> any OutputRefresh<Output> {
    let (items, areAll) = try trees.reloads(of: places, on: source)
    do throws(StorageError) {
      return try ComponentRefresh<Message>(
        items, trees, trees.currentConditions, on: source, namesAllOutputs: areAll
      ) { [trees] items, deferred in
        trees.publishReloaded(items, deferred)
      }
    } catch {
      throw .storage(error)
    }
  }

  /// Finds out what a new configuration is to generate; on the work queue.
  ///
  /// - Parameter source: The list as it was last published.
  /// - Returns: `nil` if the configuration is equal.
  func reconfigure(
    _ changes: Reconfiguration<Model, SectionModel, Message>, on source: ListState
  ) throws(DataSourceError) -> (any OutputRefresh<Output>)? {
    let former = trees.currentConditions
    let conditions = changes.conditions(after: former)
    do throws(StorageError) {
      if conditions == former, changes.provider == nil {
        guard changes.replacesSupplements else { return nil }
        return try ComponentRefresh<Message>(
          [], trees, conditions, on: source, namesAllOutputs: true
        ) { _, _ in }
      }
      let placed = try trees.placedTrees(in: source)
      let items: [ItemRefresh]
      if let provider = changes.provider {
        let roots = try roots(of: placed.map { $0.id }, at: source.revision, provider)
        items = trees.refreshes(of: placed) { .components(roots[$0]) }
      } else {
        let isSameEnvironment = conditions.environment == former.environment
        items = trees.refreshes(of: placed) { _ in isSameEnvironment ? .layout : .environment }
      }
      return try ComponentRefresh<Message>(
        items, trees, conditions, on: source, namesAllOutputs: items.count == source.itemCount
      ) { [self] items, _ in
        // Before the conditions: whoever builds on demand in between is outdated by them.
        if let provider = changes.provider { replaceProvider(provider) }
        trees.replaceConditions(conditions, items)
      }
    } catch {
      throw .storage(error)
    }
  }
}
