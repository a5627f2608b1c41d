internal import RosterComponents
internal import RosterCore

/// A chunk of the outputs that a published batch has left for later, with its types.
final class AcceptedRemainder<Model: Sendable, SectionModel: Sendable, Output: Sendable>:
  QueuedRemainder
{
  typealias DataSource = ListDataSource<Model, SectionModel, Output>

  let qos: DataSourceQoS
  private let chunk: RemainderChunk
  private let annotation: ChangeAnnotation
  /// Kept while outputs are missing.
  private let dataSource: DataSource
  private let outputs: @Sendable ([UpdatedTree]) -> [GeneratedOutput<Output>]

  /// - Parameters:
  ///   - annotation: The annotation of the batch that left the outputs for later.
  ///   - outputs: Gives trees their type.
  init(
    _ chunk: RemainderChunk, _ annotation: ChangeAnnotation, _ qos: DataSourceQoS,
    _ dataSource: DataSource,
    outputs: @escaping @Sendable ([UpdatedTree]) -> [GeneratedOutput<Output>]
  ) {
    self.chunk = chunk
    self.qos = qos
    self.annotation = annotation
    self.dataSource = dataSource
    self.outputs = outputs
  }

  var count: Int { chunk.count }

  func make(_ range: Range<Int>) { chunk.make(range) }

  func publish(in state: ListState) {
    var notes = BatchNotes(causes: .remainder, awaitedOutputCount: chunk.awaitedCount)
    let trees: [UpdatedTree]
    do throws(StorageError) {
      trees = try chunk.trees(in: state)
    } catch {
      // The places cannot be read. A reader that shows the trees asks for them, and gets the error.
      trees = []
      notes.namesAllOutputs = false
    }
    let batch = dataSource.reader.unchanged(
      state, outputs: outputs(trees), sizes: trees.sizes, notes: notes,
      annotation: annotation)
    dataSource.publish(batch, nil) { chunk.publish(trees) }
  }
}
