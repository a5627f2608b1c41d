internal import RosterComponents
internal import RosterCore

/// An update in the pipeline, with its types.
final class AcceptedUpdate<Model: Sendable, SectionModel: Sendable, Message: Sendable>:
  QueuedUpdate
{
  typealias DataSource = ListDataSource<Model, SectionModel, ComponentTree<Message>>

  let tree: TreeReference
  let annotation: ChangeAnnotation
  let edits: [TreeEdit]
  let ticket: ModificationTicket?
  let pending = Pending<UpdateOutcome<DataSource.Batch>>()
  let publisher: any RevisionPublisher

  init(
    _ edits: [TreeEdit], of tree: TreeReference, _ annotation: ChangeAnnotation,
    _ mode: ModificationMode, dataSource: DataSource
  ) {
    self.annotation = annotation
    self.tree = tree
    self.edits = edits
    ticket = dataSource.runner.ticket(
      edits.allSatisfy { $0.isAction } ? .action : .update, annotation, mode, tree: tree,
      scopes: edits.map { $0.scope })
    publisher = ComponentPublisher(dataSource)
  }

  func succeed(_ batch: (any Sendable)?, messageCount: Int) {
    let typedBatch = batch.map { batch in
      guard let batch = batch as? DataSource.Batch else {
        preconditionFailure("the updates in a pipeline are all of one list")
      }
      return batch
    }
    ticket?.applied(typedBatch.map { [$0] } ?? [])
    pending.resolve(.success(UpdateOutcome(batch: typedBatch, messageCount: messageCount)))
  }

  func fail(_ error: DataSourceError) {
    ticket?.failed(error)
    pending.resolve(.failure(error))
  }
}
