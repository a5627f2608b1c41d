internal import RosterComponents
internal import RosterCore

/// Publishes the modifications of a list of components.
struct ComponentPublisher<Model: Sendable, SectionModel: Sendable, Message: Sendable>:
  RevisionPublisher
{
  typealias DataSource = ListDataSource<Model, SectionModel, ComponentTree<Message>>

  /// Kept while a modification is pending, as with changesets.
  private let dataSource: DataSource
  private let generator: ComponentGenerator<Model, SectionModel, Message>

  init(_ dataSource: DataSource) {
    self.dataSource = dataSource
    generator = dataSource.components()
  }

  var trees: ListTrees { generator.trees }

  func publish(_ revision: UpdatedRevision, _ publishTrees: () -> Void) -> any Sendable {
    let shown = revision.trees.filter { tree in trees.cache.withLock { $0.mayKeep(tree.id) } }
    let batch = dataSource.reader.publishable(
      dataSource.reader.changingNothing(revision.applied, revision.annotation),
      states: revision.trees.states, outputs: shown.generated(), sizes: revision.trees.sizes,
      notes: BatchNotes(omittedOutputCount: revision.trees.count - shown.count))
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
