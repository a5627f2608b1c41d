internal import RosterComponents
internal import RosterCore

/// Updates that are worked on together, and become one revision if they change anything.
struct StateModification {
  private let updates: [any QueuedUpdate]
  private let plan: UpdatePlan
  /// What came of each item; known once they were all run.
  private var done: [ItemUpdate.Done] = []

  /// Finds the items of some updates of one list, and what is known of them.
  ///
  /// - Parameter source: The list as it was last published.
  init(_ updates: [any QueuedUpdate], _ trees: ItemTrees, on source: ListState) {
    self.updates = updates
    plan = UpdatePlan(updates, trees, source)
  }

  /// What is done, item by item.
  var items: [ItemUpdate] { plan.items }

  /// Why storage has failed to give an item, if it has; then none of them is run.
  var failure: DataSourceError? {
    for case .failure(let error) in plan.shares where error.storageFailure != nil { return error }
    return nil
  }

  /// Gives each caller the outcome if no item was run, since storage has failed.
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

  /// Notes that all items were run.
  mutating func finish() { done = plan.items.map { $0.done } }

  /// The items with another state, ascending by path.
  var changedItems: [UpdatedItem] {
    let items = done.lazy.map { $0.item }.filter { !$0.changes.isEmpty }
    return items.count < 2 ? Array(items) : items.sorted { $0.path < $1.path }
  }

  /// The items with the same states.
  var unchangedItems: [UpdatedItem] {
    done.lazy.map { $0.item }.filter { $0.changes.isEmpty }
  }

  /// The messages of all updates, in their order.
  var messages: [SentMessage] {
    var messages: [SentMessage] = []
    for case .success(let share) in plan.shares {
      let done = done[share.item]
      for case .success(let message?) in done.outcomes[share.edits] {
        messages.append(SentMessage(tree: .item(done.item.id), message: message))
      }
    }
    return messages
  }

  /// Gives each caller the outcome.
  ///
  /// - Parameters:
  ///   - result: The batch of the updates, `nil` if there is none, or why they cannot be committed.
  ///     An update that cannot be done says so in any case.
  ///   - conflicts: The items whose new states were not committed, and why.
  func resolve(
    _ result: Result<(any Sendable)?, StorageError>, conflicts: [ItemID: DataSourceError] = [:]
  ) {
    for (update, share) in zip(updates, plan.shares) {
      do throws(DataSourceError) {
        let share = try share.get()
        let done = done[share.item]
        let outcomes = done.outcomes[share.edits]
        for case .failure(let error) in outcomes { throw .edit(error) }
        if let conflict = conflicts[done.item.id] { throw conflict }
        switch result {
        case .success(let batch):
          update.succeed(
            done.item.changes.isEmpty ? nil : batch,
            messageCount: outcomes.count { (try? $0.get()) != nil })
        case .failure(let error): throw .storage(error)
        }
      } catch {
        update.fail(error)
      }
    }
  }
}
