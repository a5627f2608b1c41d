internal import RosterCore

/// A changeset in the pipeline, with its types.
final class AcceptedChange<Model: Sendable, SectionModel: Sendable, Output: Sendable>: QueuedChange
{
  typealias Batch = ListBatch<Model, SectionModel, Output>
  private typealias Request = OutputGenerator<Model, Output>.Request

  /// What is to be kept and generated, the parts of it that have been, and what came of it all.
  private struct Progress {
    var models = EncodedModels()
    var states: [ChangedState] = []
    var requests: [Request] = []
    var parts: [(start: Int, outputs: [GeneratedItem<Output>])] = []
    var batch: Batch?
  }

  let changeset: Changeset<Model, SectionModel>
  let states: [StateAssignment]
  let annotation: ChangeAnnotation
  let pending = PendingChange<Batch>()
  private let dataSource: ListDataSource<Model, SectionModel, Output>
  private let progress = Guarded(Progress())

  /// - Parameter dataSource: Kept for as long as the change is pending, so that a data source that
  ///   was let go still applies what it took.
  init(
    _ changeset: Changeset<Model, SectionModel>, _ states: [StateAssignment],
    _ annotation: ChangeAnnotation, dataSource: ListDataSource<Model, SectionModel, Output>
  ) {
    self.changeset = changeset
    self.states = states
    self.annotation = annotation
    self.dataSource = dataSource
  }

  var outline: ChangesetOutline { changeset.outline }

  func prepare(_ applied: ListChange) throws(DataSourceError) -> [Int] {
    do throws(StorageError) {
      let models = try dataSource.reader.models.encode(changeset)
      progress.withLock { $0.models = models }
    } catch {
      throw .storage(error)
    }
    if !states.isEmpty {
      let states = try states.resolved(in: applied.target)
      progress.withLock { $0.states = states }
    }
    let generator = dataSource.reader.generator
    guard generator.generate != nil else { return [] }
    let requests = generator.requests(
      for: changeset, proof: applied.proof, identities: applied.identities)
    progress.withLock { $0.requests = requests }
    return [requests.count]
  }

  func makeOutputs(_ range: Range<Int>, ofWave wave: Int) {
    let requests = progress.withLock { $0.requests }[range]
    let outputs = dataSource.reader.generator.outputs(for: requests)
    progress.withLock { $0.parts.append((range.lowerBound, outputs)) }
  }

  func stored(_ applied: ListChange) -> StoredChange {
    let (models, states) = progress.withLock { ($0.models, $0.states) }
    return StoredChange(
      entry: JournalEntry(
        revision: applied.target.revision, record: applied.record,
        states: states.map(\.address), annotation: annotation),
      nextIdentifiers: applied.target.nextIdentifiers,
      updatedItems: models.updatedItems, insertedItems: models.insertedItems,
      updatedSections: models.updatedSections, insertedSections: models.insertedSections,
      states: states.map(\.state))
  }

  func publish(_ applied: ListChange) {
    let (parts, states) = progress.withLock { ($0.parts, $0.states) }
    let outputs = parts.sorted { $0.start < $1.start }.flatMap { $0.outputs }
    let changes = ChangeBatch(
      source: applied.source, target: applied.target,
      verified: VerifiedChangeset(changeset: changeset, proof: applied.proof),
      annotation: annotation)
    let batch = dataSource.reader.publishable(changes, states: states, outputs: outputs)
    dataSource.publish(batch, applied.identities)
    progress.withLock { $0.batch = batch }
  }

  func succeed() {
    guard let batch = progress.withLock({ $0.batch }) else {
      preconditionFailure("a change succeeds after it was published")
    }
    pending.resolve(.success(batch))
  }

  func fail(_ error: DataSourceError) { pending.resolve(.failure(error)) }
}
