internal import RosterComponents
internal import RosterCore

/// An update in the pipeline, with its types.
final class AcceptedUpdate<Model: Sendable, SectionModel: Sendable, Message: Sendable>:
  QueuedUpdate
{
  typealias DataSource = ListDataSource<Model, SectionModel, ComponentTree<Message>>

  let item: ItemReference
  /// What is done to the item's tree, in order.
  let edits: [TreeEdit]
  let pending = PendingChange<UpdateOutcome<DataSource.Batch>>()
  /// Kept for as long as the update is pending, as for changesets.
  private let dataSource: DataSource

  init(_ edits: [TreeEdit], of item: ItemReference, dataSource: DataSource) {
    self.item = item
    self.edits = edits
    self.dataSource = dataSource
  }

  func modification(of updates: [any QueuedUpdate]) -> any QueuedModification {
    StateModification(
      updates.map { update in
        guard let update = update as? Self else {
          preconditionFailure("the updates in a pipeline are all of one list")
        }
        return update
      }, dataSource: dataSource)
  }

  func fail(_ error: DataSourceError) { pending.resolve(.failure(error)) }
}
