internal import RosterComponents
internal import RosterCore

extension ChangeRunner {
  /// Works on a group of updates: those in a row become one revision, a new environment and new
  /// constraints stand between them.
  func process(_ modifications: [QueuedModification]) {
    var updates: [any QueuedUpdate] = []
    var outcomes: [() -> Void] = []
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
      }
    }
    outcomes.append(process(updates))
    pipeline.withLock { $0.groupFinished() }
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
    let changed = modification.changedItems
    let result = commit(changed, by: publisher, on: source) { trees.publish(changed) }
    if case .success = result {
      trees.keep(modification.unchangedItems)
      let messages = modification.messages
      if !messages.isEmpty { publisher.send(messages) }
    }
    return { modification.resolve(result) }
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
    if let failure = committer.withLock({ $0.commit(group) }) { return .failure(failure) }
    return .success(publisher.publish(revision, publishTrees))
  }
}
