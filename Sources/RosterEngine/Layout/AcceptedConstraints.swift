internal import RosterComponents
internal import RosterCore

/// A replacement of what items are laid out for in the pipeline, with its types.
final class AcceptedConstraints<Model: Sendable, SectionModel: Sendable, Message: Sendable>:
  QueuedConstraints
{
  typealias DataSource = ListDataSource<Model, SectionModel, ComponentTree<Message>>

  let constraints: LayoutConstraints?
  let pending = PendingChange<DataSource.Relayout>()
  let publisher: any RevisionPublisher
  private let dataSource: DataSource

  init(_ constraints: LayoutConstraints?, dataSource: DataSource) {
    self.constraints = constraints
    self.dataSource = dataSource
    publisher = ComponentPublisher(dataSource)
  }

  func succeed(_ items: [UpdatedItem]) {
    pending.resolve(
      .success(
        LayoutReplacement(
          revision: dataSource.snapshot.revision, outputs: items.map { $0.generated() },
          sizes: items.compactMap { $0.resized })))
  }

  func fail(_ error: DataSourceError) { pending.resolve(.failure(error)) }
}
