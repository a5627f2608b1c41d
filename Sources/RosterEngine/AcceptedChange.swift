internal import RosterCore

/// A changeset in the pipeline, with its types.
final class AcceptedChange<Model: Sendable, SectionModel: Sendable, Output: Sendable>: QueuedChange
{
  typealias Batch = ListBatch<Model, SectionModel, Output>
  private typealias Request = OutputGenerator<Model, Output>.Request

  /// What is to be generated, the parts of it that have been, and what came of it all.
  private struct Generation {
    var requests: [Request] = []
    var parts: [(start: Int, outputs: [GeneratedItem<Output>])] = []
    var batch: Batch?
  }

  let changeset: Changeset<Model, SectionModel>
  let annotation: ChangeAnnotation
  let pending = PendingChange<Batch>()
  private let dataSource: ListDataSource<Model, SectionModel, Output>
  private let generation = Guarded(Generation())

  /// - Parameter dataSource: Kept for as long as the change is pending, so that a data source that
  ///   was let go still applies what it took.
  init(
    _ changeset: Changeset<Model, SectionModel>, _ annotation: ChangeAnnotation,
    dataSource: ListDataSource<Model, SectionModel, Output>
  ) {
    self.changeset = changeset
    self.annotation = annotation
    self.dataSource = dataSource
  }

  var outline: ChangesetOutline { changeset.outline }

  func stored(_ applied: ListChange) throws(StorageError) -> StoredChange {
    let models = dataSource.reader.models
    return StoredChange(
      entry: JournalEntry(
        revision: applied.target.revision, record: applied.record, annotation: annotation),
      nextIdentifiers: applied.target.nextIdentifiers,
      updatedItems: try models.encode(changeset.updatedModels),
      insertedItems: try models.encode(changeset.insertedModels),
      updatedSections: try models.encode(changeset.updatedSectionModels),
      insertedSections: try models.encode(changeset.insertedSectionModels))
  }

  func outputCount(_ applied: ListChange) -> Int {
    let generator = dataSource.reader.generator
    guard generator.generate != nil else { return 0 }
    let requests = generator.requests(
      for: changeset, proof: applied.proof, identities: applied.identities)
    generation.withLock { $0.requests = requests }
    return requests.count
  }

  func makeOutputs(_ range: Range<Int>) {
    let requests = generation.withLock { $0.requests }[range]
    let outputs = dataSource.reader.generator.outputs(for: requests)
    generation.withLock { $0.parts.append((range.lowerBound, outputs)) }
  }

  func publish(_ applied: ListChange) {
    let parts = generation.withLock { $0.parts }
    let outputs = parts.sorted { $0.start < $1.start }.flatMap { $0.outputs }
    let changes = ChangeBatch(
      source: applied.source, target: applied.target,
      verified: VerifiedChangeset(changeset: changeset, proof: applied.proof),
      annotation: annotation)
    let batch = dataSource.reader.publishable(changes, outputs: outputs)
    dataSource.publish(batch, applied.identities)
    generation.withLock { $0.batch = batch }
  }

  func succeed() {
    guard let batch = generation.withLock({ $0.batch }) else {
      preconditionFailure("a change succeeds after it was published")
    }
    pending.resolve(.success(batch))
  }

  func fail(_ error: DataSourceError) { pending.resolve(.failure(error)) }
}
