internal import RosterComponents
internal import RosterCore

extension ChangeRunner {
  /// Works on a group of updates: those in a row become one revision; a new environment, new
  /// constraints, or a step through the history, stand between them.
  func process(_ modifications: [QueuedModification]) {
    var updates: [any QueuedUpdate] = []
    var outcomes: [() -> Void] = []
    var stepCount = 0
    for modification in modifications {
      switch modification {
      case .update(let update): updates.append(update)
      case .environment(let environment):
        outcomes.append(process(updates))
        updates = []
        outcomes.append(process(environment))
      case .constraints(let constraints):
        outcomes.append(process(updates))
        updates = []
        outcomes.append(process(constraints))
      case .history(let step):
        outcomes.append(process(updates))
        updates = []
        outcomes.append(process(step))
        stepCount += 1
      }
    }
    outcomes.append(process(updates))
    if stepCount == 0 {
      pipeline.withLock { $0.groupFinished() }
    } else {
      outcomes.append(finish(steps: stepCount))
    }
    for outcome in outcomes { outcome() }
  }

  /// Works on updates that become one revision. One that fails by itself concerns nobody else; if
  /// nothing changes there is no revision.
  ///
  /// - Returns: Gives the callers their outcomes.
  private func process(_ updates: [any QueuedUpdate]) -> () -> Void {
    guard let publisher = updates.first?.publisher else { return {} }
    let source = committer.withLock { $0.state }
    let trees = publisher.trees
    let modification = StateModification(updates, trees, on: source)
    let items = modification.items
    generate(count: items.count) { range in
      for item in items[range] { item.run(trees) }
    }
    var changed = modification.changedItems
    var conflicts: [ItemID: DataSourceError] = [:]
    var result = commit(changed, by: publisher, on: source) { trees.publish(changed) }
    while case .failure(let failure) = result, failure.code == .stale, isShared {
      let followed = follow()
      guard followed.current > followed.base else { break }
      let rebase = rebase(changed, onto: followed)
      changed = rebase.items
      conflicts.merge(rebase.conflicts) { first, _ in first }
      let source = committer.withLock { $0.state }
      result = commit(changed, by: publisher, on: source) { trees.publish(changed) }
    }
    if case .success = result {
      trees.keep(modification.unchangedItems)
      let messages = modification.messages.filter { conflicts[$0.id] == nil }
      if !messages.isEmpty { publisher.send(messages) }
    }
    return { [conflicts] in modification.resolve(result, conflicts: conflicts) }
  }

  /// Works on a new environment: builds the trees in memory again.
  ///
  /// - Returns: Gives the caller the outcome.
  private func process(_ replacement: any QueuedEnvironment) -> () -> Void {
    let source = committer.withLock { $0.state }
    let publisher = replacement.publisher
    let trees = publisher.trees
    var conditions = trees.currentConditions
    conditions.environment = replacement.environment
    do throws(StorageError) {
      let builds = try trees.rebuilds(on: source)
      generate(count: builds.count) { [conditions] range in
        for build in builds[range] { build.rebuild(trees, conditions) }
      }
      let items = builds.map { $0.updated }
      let changed = items.filter { !$0.changes.isEmpty }
      let result = commit(changed, by: publisher, on: source) {
        trees.replaceConditions(conditions, items)
      }
      if case .failure(let failure) = result, failure.code == .stale, isShared {
        let followed = follow()
        // Building is no update, so it may be done once more.
        if followed.current > followed.base { return process(replacement) }
      }
      let batch = try result.get()
      if changed.isEmpty { trees.replaceConditions(conditions, items) }
      let rebuilt = builds.filter { $0.isRebuilt }.map { $0.updated }
      return { replacement.succeed(batch, rebuilt) }
    } catch {
      return { replacement.fail(.storage(error)) }
    }
  }

  /// Works on new constraints: lays out the trees in memory again. Nothing is built or stored.
  ///
  /// - Returns: Gives the caller the outcome.
  private func process(_ replacement: any QueuedConstraints) -> () -> Void {
    let trees = replacement.publisher.trees
    var conditions = trees.currentConditions
    conditions.constraints = replacement.constraints
    do throws(StorageError) {
      let layouts = try trees.rebuilds(on: committer.withLock { $0.state })
      generate(count: layouts.count) { [conditions] range in
        for layout in layouts[range] { layout.layOut(trees, conditions) }
      }
      let items = layouts.map { $0.updated }
      trees.replaceConditions(conditions, items)
      return { replacement.succeed(items) }
    } catch {
      return { replacement.fail(.storage(error)) }
    }
  }

  /// Commits the new states of items as a revision of its own, and publishes it.
  ///
  /// - Returns: The batch, `nil` if there are no items, or why they are not in storage.
  private func commit(
    _ items: [UpdatedItem], by publisher: any RevisionPublisher, on source: ListState,
    _ publishTrees: () -> Void
  ) -> Result<(any Sendable)?, StorageError> {
    if items.isEmpty { return .success(nil) }
    let applied = source.changingNothing
    let revision = UpdatedRevision(applied: applied, items: items)
    let group = CommitGroup(
      source: source, target: applied.target, changes: [revision.stored], pages: applied.pages)
    if let failure = commit(group) { return .failure(failure) }
    return .success(publisher.publish(revision, publishTrees))
  }
}
