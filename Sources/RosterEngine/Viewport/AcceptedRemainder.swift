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
  /// Kept for as long as outputs are missing.
  private let dataSource: DataSource
  private let output: @Sendable (ErasedTree) -> Output

  /// - Parameters:
  ///   - annotation: That of the batch before.
  ///   - output: Gives a tree its type.
  init(
    _ chunk: RemainderChunk, _ annotation: ChangeAnnotation, _ qos: DataSourceQoS,
    _ dataSource: DataSource, output: @escaping @Sendable (ErasedTree) -> Output
  ) {
    self.chunk = chunk
    self.qos = qos
    self.annotation = annotation
    self.dataSource = dataSource
    self.output = output
  }

  var count: Int { chunk.count }

  func make(_ range: Range<Int>) { chunk.make(range) }

  func publish(in state: ListState) {
    var notes = BatchNotes(causes: .remainder, awaitedOutputCount: chunk.awaitedCount)
    let items: [UpdatedItem]
    do throws(StorageError) {
      items = try chunk.items(in: state)
    } catch {
      // Where the items stand cannot be read; whoever shows them asks for them and is told why.
      items = []
      notes.namesAllOutputs = false
    }
    let batch = dataSource.reader.unchanged(
      state,
      outputs: items.map { item in
        GeneratedItem(id: item.id, targetPath: item.path, output: output(item.built.tree))
      },
      sizes: items.compactMap { $0.resized }, notes: notes, annotation: annotation)
    dataSource.publish(batch, nil) { chunk.publish(items) }
  }
}
