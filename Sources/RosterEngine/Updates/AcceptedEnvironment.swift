internal import RosterComponents
internal import RosterCore

/// A replacement of the environment in the pipeline, with its types.
final class AcceptedEnvironment<Model: Sendable, SectionModel: Sendable, Message: Sendable>:
  QueuedEnvironment
{
  typealias DataSource = ListDataSource<Model, SectionModel, ComponentTree<Message>>

  let environment: EnvironmentValues
  let pending = PendingChange<DataSource.Replacement>()
  let publisher: any RevisionPublisher
  private let dataSource: DataSource

  init(_ environment: EnvironmentValues, dataSource: DataSource) {
    self.environment = environment
    self.dataSource = dataSource
    publisher = ComponentPublisher(dataSource)
  }

  func succeed(_ batch: (any Sendable)?, _ items: [UpdatedItem]) {
    pending.resolve(
      .success(
        EnvironmentReplacement(
          revision: dataSource.snapshot.revision, outputs: items.map { $0.generated() },
          sizes: items.compactMap { $0.resized }, batch: batch as? DataSource.Batch)))
  }

  func fail(_ error: DataSourceError) { pending.resolve(.failure(error)) }
}
