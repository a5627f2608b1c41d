internal import RosterComponents
internal import RosterCore

/// An update in the pipeline, with its types.
final class AcceptedUpdate<Model: Sendable, SectionModel: Sendable, Message: Sendable>:
  QueuedUpdate
{
  typealias DataSource = ListDataSource<Model, SectionModel, ComponentTree<Message>>

  let item: ItemReference
  let edits: [TreeEdit]
  let pending = PendingChange<UpdateOutcome<DataSource.Batch>>()
  /// Kept for as long as the update is pending, as for changesets.
  private let dataSource: DataSource
  private let generator: ComponentGenerator<Model, SectionModel, Message>

  init(_ edits: [TreeEdit], of item: ItemReference, dataSource: DataSource) {
    self.item = item
    self.edits = edits
    self.dataSource = dataSource
    generator = dataSource.components()
  }

  var trees: ItemTrees { generator.trees }

  func publish(_ revision: UpdatedRevision) -> any Sendable {
    let applied = revision.applied
    let changes = ChangeBatch(
      source: applied.source, target: applied.target,
      verified: VerifiedChangeset(
        changeset: Changeset<Model, SectionModel>(), proof: applied.proof))
    let outputs = revision.items.map { item in
      GeneratedItem(
        id: item.id, targetPath: item.path,
        output: ComponentTree<Message>(item.built.tree))
    }
    let batch = dataSource.reader.publishable(
      changes, states: revision.items.flatMap { $0.changes.changedStates(at: $0.path) },
      outputs: outputs)
    dataSource.publish(batch, applied.identities) {
      let built = revision.items.map { ($0.id, $0.built) }
      trees.cache.withLock { $0.publish(built, removing: []) }
    }
    return batch
  }

  func send(_ messages: [SentMessage]) {
    generator.messages.send(
      messages.map { sent in
        guard let message = sent.message as? Message else {
          preconditionFailure("the components of a list send messages of one type")
        }
        return ItemMessage(id: sent.id, message: message)
      })
  }

  func succeed(_ batch: (any Sendable)?) {
    guard let batch else { return pending.resolve(.success(.unchanged)) }
    guard let batch = batch as? DataSource.Batch else {
      preconditionFailure("the updates in a pipeline are all of one list")
    }
    pending.resolve(.success(.applied(batch)))
  }

  func fail(_ error: DataSourceError) { pending.resolve(.failure(error)) }
}
