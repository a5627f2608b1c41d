public import RosterCore

extension ListDataSource where Model: Equatable, SectionModel: Equatable {
  /// Queues a snapshot: the list becomes equal to it by the smallest changeset. Never blocks on
  /// storage.
  ///
  /// Items and sections that are in both keep identity and states. Equal models are not updated,
  /// and as few items as possible are moved. The changeset is computed when the turn of the
  /// snapshot comes, against the list after everything queued before it, so nothing can come
  /// between. What is queued behind it is verified against the snapshot. A snapshot fits every
  /// list: it does not fail with a changeset before it.
  ///
  ///     list       Inbox: a b c     Done: d
  ///     snapshot   Inbox: b a2      Done: c d
  ///     changeset  move b to [0, 0], update a, move c to [1, 0]
  ///
  /// - Parameters:
  ///   - snapshot: The new contents of the list.
  ///   - identity: How items and sections are identified.
  ///   - duplicates: What happens to identifiers that are in the snapshot more than once. Of those
  ///     that are in the list more than once, the first is kept and the others are removed.
  ///   - states: States to write with it. Their paths refer to the snapshot without what the
  ///     duplicate policy leaves out.
  ///   - annotation: What the batch says about the change.
  ///   - qos: How urgent it is.
  /// - Returns: The change, which gets exactly one outcome. It makes a revision even if nothing
  ///   differs.
  /// - Throws: `duplicate`; `noSuchItem` or `noSuchSupplement` if a state names a place that is not
  ///   in the snapshot; `queueFull`; `suspended`; `closed`. Nothing is queued then.
  /// - Complexity: O(*n*) to queue, for *n* items of the snapshot. O(*n* + *m* log *m*) to apply,
  ///   for *n* items in list and snapshot, *m* of which changed. Applying reads every model of the
  ///   list once, in parts; none of them is kept.
  @discardableResult
  @inlinable
  public func enqueue<ItemKey: Hashable & Sendable, SectionKey: Hashable & Sendable>(
    snapshot: ListContents<Model, SectionModel>,
    by identity: Identification<Model, SectionModel, ItemKey, SectionKey>,
    duplicates: DuplicatePolicy = .refuse, states: [StateAssignment] = [],
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default
  ) throws(DataSourceError) -> Pending<Batch> {
    try enqueue(states, annotation, qos) { () throws(DuplicateIdentifier) in
      SnapshotTarget(try IdentifiedContents(snapshot, by: identity, duplicates: duplicates))
    }
  }

  /// Turns the list into a snapshot. Returns once the change is durable and published.
  ///
  /// See ``enqueue(snapshot:by:duplicates:states:_:qos:)``.
  ///
  /// - Throws: `DataSourceError`; the list is then unchanged.
  @discardableResult
  @inlinable
  public func apply<ItemKey: Hashable & Sendable, SectionKey: Hashable & Sendable>(
    snapshot: ListContents<Model, SectionModel>,
    by identity: Identification<Model, SectionModel, ItemKey, SectionKey>,
    duplicates: DuplicatePolicy = .refuse, states: [StateAssignment] = [],
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default
  ) async throws -> Batch {
    try await enqueue(
      snapshot: snapshot, by: identity, duplicates: duplicates, states: states, annotation,
      qos: qos
    ).value
  }

  /// Turns the list into a snapshot on the calling thread, after everything pending.
  ///
  /// See ``enqueue(snapshot:by:duplicates:states:_:qos:)``.
  ///
  /// - Throws: `DataSourceError`; `reentrant` if called by the generator.
  @discardableResult
  @inlinable
  public func applySynchronously<ItemKey: Hashable & Sendable, SectionKey: Hashable & Sendable>(
    snapshot: ListContents<Model, SectionModel>,
    by identity: Identification<Model, SectionModel, ItemKey, SectionKey>,
    duplicates: DuplicatePolicy = .refuse, states: [StateAssignment] = [],
    _ annotation: ChangeAnnotation = ChangeAnnotation()
  ) throws(DataSourceError) -> Batch {
    try applySynchronously(states, annotation) { () throws(DuplicateIdentifier) in
      SnapshotTarget(try IdentifiedContents(snapshot, by: identity, duplicates: duplicates))
    }
  }

  // MARK: Queueing

  /// What finds the duplicates of a snapshot.
  @usableFromInline
  typealias Identifying = () throws(DuplicateIdentifier) -> SnapshotTarget<Model, SectionModel>

  @usableFromInline
  func enqueue(
    _ states: [StateAssignment], _ annotation: ChangeAnnotation, _ qos: DataSourceQoS,
    _ identify: Identifying
  ) throws(DataSourceError) -> Pending<Batch> {
    try submit(modification(states, annotation, .queued(qos), identify))
  }

  @usableFromInline
  func applySynchronously(
    _ states: [StateAssignment], _ annotation: ChangeAnnotation, _ identify: Identifying
  ) throws(DataSourceError) -> Batch {
    try runner.submitAndWait(modification(states, annotation, .synchronous, identify))
  }

  private func modification(
    _ states: [StateAssignment], _ annotation: ChangeAnnotation, _ mode: ModificationMode,
    _ identify: Identifying
  ) throws(DataSourceError) -> ChangeModification<Model, SectionModel, Output> {
    // Before the snapshot is identified, which is part of the time that it takes.
    let ticket = runner.ticket(.snapshot, annotation, mode)
    let target: SnapshotTarget<Model, SectionModel>
    do throws(DuplicateIdentifier) {
      target = try identify()
    } catch {
      throw runner.refusal(.duplicate(error), of: ticket)
    }
    return ChangeModification(.snapshot(target), states, annotation, mode, self, ticket: ticket)
  }
}

/// A snapshot that a list will become.
///
/// It is made by code that is compiled for the models and keys of the caller, without which comparing a
/// long snapshot takes several times as long.
@usableFromInline
struct SnapshotTarget<Model: Sendable, SectionModel: Sendable>: Sendable {
  /// The numbers of items of its sections.
  let itemCounts: [Int]
  /// Returns the changeset that turns a list into the snapshot.
  let changeset: @Sendable (Source) throws(StorageError) -> Changeset<Model, SectionModel>

  /// The list as it is when the turn of the snapshot comes.
  @usableFromInline
  struct Source {
    @usableFromInline let sectionModels: [SectionModel?]
    @usableFromInline let itemCounts: [Int]
    /// Returns the models of a range of items of a section.
    @usableFromInline let models: (Int, Range<Int>) throws(StorageError) -> [Model]
  }

  @usableFromInline
  init(
    itemCounts: [Int],
    changeset:
      @escaping @Sendable (Source) throws(StorageError) -> Changeset<Model, SectionModel>
  ) {
    self.itemCounts = itemCounts
    self.changeset = changeset
  }

  @inlinable
  init<ItemKey, SectionKey>(
    _ target: IdentifiedContents<Model, SectionModel, ItemKey, SectionKey>
  ) where Model: Equatable, SectionModel: Equatable {
    self.init(itemCounts: target.contents.itemCounts) { (list) throws(StorageError) in
      try target.changeset(
        from: list.sectionModels, itemCounts: list.itemCounts, models: list.models)
    }
  }
}

extension ListDataSource
where
  Model: Identifiable & Equatable, SectionModel: Identifiable & Equatable, Model.ID: Sendable,
  SectionModel.ID: Sendable
{
  /// Queues a snapshot of identifiable models: the list becomes equal to it.
  ///
  /// See ``enqueue(snapshot:by:duplicates:states:_:qos:)``.
  ///
  /// - Throws: `duplicate`; `noSuchItem`; `noSuchSupplement`; `queueFull`; `suspended`; `closed`.
  ///   Nothing is queued then.
  @discardableResult
  @inlinable
  public func enqueue(
    snapshot: ListContents<Model, SectionModel>, duplicates: DuplicatePolicy = .refuse,
    states: [StateAssignment] = [], _ annotation: ChangeAnnotation = ChangeAnnotation(),
    qos: DataSourceQoS = .default
  ) throws(DataSourceError) -> Pending<Batch> {
    try enqueue(
      snapshot: snapshot, by: .byID, duplicates: duplicates, states: states, annotation, qos: qos)
  }

  /// Turns the list into a snapshot of identifiable models. Returns once the change is durable and
  /// published.
  ///
  ///     try await messages.apply(snapshot: ListContents([.init(model: today, items: fetched)]))
  ///
  /// See ``enqueue(snapshot:by:duplicates:states:_:qos:)``.
  ///
  /// - Throws: `DataSourceError`; the list is then unchanged.
  @discardableResult
  @inlinable
  public func apply(
    snapshot: ListContents<Model, SectionModel>, duplicates: DuplicatePolicy = .refuse,
    states: [StateAssignment] = [], _ annotation: ChangeAnnotation = ChangeAnnotation(),
    qos: DataSourceQoS = .default
  ) async throws -> Batch {
    try await apply(
      snapshot: snapshot, by: .byID, duplicates: duplicates, states: states, annotation, qos: qos)
  }

  /// Turns the list into a snapshot of identifiable models on the calling thread, after everything
  /// pending.
  ///
  /// See ``enqueue(snapshot:by:duplicates:states:_:qos:)``.
  ///
  /// - Throws: `DataSourceError`; `reentrant` if called by the generator.
  @discardableResult
  @inlinable
  public func applySynchronously(
    snapshot: ListContents<Model, SectionModel>, duplicates: DuplicatePolicy = .refuse,
    states: [StateAssignment] = [], _ annotation: ChangeAnnotation = ChangeAnnotation()
  ) throws(DataSourceError) -> Batch {
    try applySynchronously(
      snapshot: snapshot, by: .byID, duplicates: duplicates, states: states, annotation)
  }
}
