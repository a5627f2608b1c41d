internal import RosterComponents
internal import RosterCore

/// Shows what modifications of a list of components have done.
struct ComponentPublisher<Model: Sendable, SectionModel: Sendable, Message: Sendable>:
  RevisionPublisher
{
  typealias DataSource = ListDataSource<Model, SectionModel, ComponentTree<Message>>

  /// Kept for as long as a modification is pending, as for changesets.
  private let dataSource: DataSource
  private let generator: ComponentGenerator<Model, SectionModel, Message>

  init(_ dataSource: DataSource) {
    self.dataSource = dataSource
    generator = dataSource.components()
  }

  var trees: ItemTrees { generator.trees }

  func publish(_ revision: UpdatedRevision, _ publishTrees: () -> Void) -> any Sendable {
    let applied = revision.applied
    let changes = ChangeBatch(
      source: applied.source, target: applied.target,
      verified: VerifiedChangeset(
        changeset: Changeset<Model, SectionModel>(), proof: applied.proof),
      annotation: revision.annotation)
    let shown = revision.items.filter { item in trees.cache.withLock { $0.mayKeep(item.id) } }
    let batch = dataSource.reader.publishable(
      changes,
      states: revision.items.flatMap { $0.changes.changedStates(at: .item($0.path)) },
      outputs: shown.map { $0.generated() },
      sizes: revision.items.compactMap { $0.resized },
      notes: BatchNotes(omittedOutputCount: revision.items.count - shown.count))
    return dataSource.publish(batch, nil, publishTrees)
  }

  func send(_ messages: [SentMessage]) {
    generator.messages.send(
      messages.map { sent in
        guard let message = sent.message as? Message else {
          preconditionFailure("the components of a list send messages of one type")
        }
        return TreeMessage(tree: sent.tree, message: message)
      })
  }
}

extension UpdatedItem {
  /// The item with its tree, as a batch has it.
  func generated<Message>() -> GeneratedItem<ComponentTree<Message>> {
    GeneratedItem(id: id, targetPath: path, output: ComponentTree(built.tree))
  }
}
