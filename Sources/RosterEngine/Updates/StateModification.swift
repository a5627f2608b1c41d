internal import RosterComponents
internal import RosterCore

/// Updates that are worked on together, and become one revision if they change anything.
struct StateModification {
  private let updates: [any QueuedUpdate]
  private let plan: UpdatePlan
  /// What came of each tree; known once everything was run.
  private var done: [UpdatedTree] = []

  /// Finds the trees of some updates of one list, and what is known of them.
  ///
  /// - Parameter source: The list as it was last published.
  init(_ updates: [any QueuedUpdate], _ trees: ListTrees, on source: ListState) {
    self.updates = updates
    plan = UpdatePlan(updates, trees, source)
  }

  /// What is done, tree by tree.
  var works: [TreeWork] { plan.works }

  /// Why storage has failed to give a tree, if it has; then none of them is run.
  var failure: DataSourceError? {
    for case .failure(let error) in plan.shares where error.storageFailure != nil { return error }
    return nil
  }

  /// Gives each caller the outcome if nothing was run, since storage has failed.
  ///
  /// - Parameter failure: What those fail with that could have been done.
  func fail(_ failure: StorageError) {
    for (update, share) in zip(updates, plan.shares) {
      do throws(DataSourceError) {
        _ = try share.get()
        update.fail(.storage(failure))
      } catch {
        update.fail(error)
      }
    }
  }

  /// Notes that everything was run.
  mutating func finish() { done = plan.works.map(\.updated) }

  /// The trees with another state, ascending by place.
  var changedTrees: [UpdatedTree] { done.filter { !$0.changes.isEmpty }.sortedByPlace() }

  /// The trees with the same states.
  var unchangedTrees: [UpdatedTree] {
    done.filter { $0.changes.isEmpty && $0.built.tree != nil }
  }

  /// The messages of all updates, in their order.
  var messages: [SentMessage] {
    var messages: [SentMessage] = []
    for case .success(let share) in plan.shares {
      let work = plan.works[share.work]
      for case .success(let message?) in work.outcomes?[share.edits] ?? [] {
        messages.append(SentMessage(tree: work.id, message: message))
      }
    }
    return messages
  }

  /// Gives each caller the outcome.
  ///
  /// - Parameters:
  ///   - result: The batch of the updates, `nil` if there is none, or why they cannot be committed.
  ///     An update that cannot be done says so in any case.
  ///   - conflicts: The trees whose new states were not committed, and why.
  func resolve(
    _ result: Result<(any Sendable)?, StorageError>, conflicts: [TreeID: DataSourceError] = [:]
  ) {
    for (update, share) in zip(updates, plan.shares) {
      do throws(DataSourceError) {
        let share = try share.get()
        let (work, tree) = (plan.works[share.work], done[share.work])
        guard let outcomes = work.outcomes?[share.edits] else { throw update.tree.absence }
        for case .failure(let error) in outcomes { throw .edit(error) }
        if let conflict = conflicts[tree.id] { throw conflict }
        switch result {
        case .success(let batch):
          update.succeed(
            tree.changes.isEmpty ? nil : batch,
            messageCount: outcomes.count { (try? $0.get()) != nil })
        case .failure(let error): throw .storage(error)
        }
      } catch {
        update.fail(error)
      }
    }
  }
}
