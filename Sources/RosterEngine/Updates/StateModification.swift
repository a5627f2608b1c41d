internal import RosterComponents
internal import RosterCore

/// Updates that are processed together. They become one revision if they change anything.
struct StateModification {
  private let updates: [any QueuedUpdate]
  private let plan: UpdatePlan
  /// The result for each tree; known once all work was run.
  private var done: [UpdatedTree] = []

  /// Finds the trees of some updates of one list, and what their work continues from.
  ///
  /// - Parameter source: The last published list.
  init(_ updates: [any QueuedUpdate], _ trees: ListTrees, on source: ListState) {
    self.updates = updates
    plan = UpdatePlan(updates, trees, source)
  }

  /// The work, tree by tree.
  var works: [TreeWork] { plan.works }

  /// Why storage could not read a tree, if it could not; no work is run then.
  var failure: DataSourceError? {
    for case .failure(let error) in plan.shares where error.storageFailure != nil { return error }
    return nil
  }

  /// Resolves each update when no work was run because storage failed.
  ///
  /// - Parameter failure: The error of the updates that could have been applied.
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

  /// Notes that all work was run.
  mutating func finish() { done = plan.works.map(\.updated) }

  /// The trees with changed states, ascending by place.
  var changedTrees: [UpdatedTree] { done.filter { !$0.changes.isEmpty }.sortedByPlace() }

  /// The trees without changed states.
  var unchangedTrees: [UpdatedTree] {
    done.filter { $0.changes.isEmpty && $0.built.tree != nil }
  }

  /// The messages of all updates, in order.
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

  /// Resolves each update.
  ///
  /// - Parameters:
  ///   - result: The batch of the updates, `nil` if there is none, or why they could not be
  ///     committed. An update that could not be applied fails with its own error in any case.
  ///   - conflicts: The trees whose new states were not committed, each with its reason.
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
