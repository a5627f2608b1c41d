public import RosterCore

/// The batches of a list, in order, after some revision.
///
/// Each sequence is one subscriber: one task iterates it, once, or asks it for one batch after the other. An
/// actor, or a class of the main actor, can hold it:
///
///     let batches = try list.batches()
///     while let batch = try await batches.nextIfPublished() { render(batch) }
///
/// It ends when the data source is closed or released and all published batches were delivered, or when the
/// task is cancelled. Then it gives nothing any more, and no compaction waits for it.
public struct BatchSequence<Model: Sendable, SectionModel: Sendable, Output: Sendable>:
  AsyncSequence, Sendable
{
  /// A batch.
  public typealias Element = ListBatch<Model, SectionModel, Output>

  let subscription: Subscription<Model, SectionModel, Output>

  /// Waits for the next batch, `nil` at the end.
  ///
  /// - Throws: If the subscriber lags and the journal cannot be read. Nothing is lost; the next
  ///   call continues at the same place. `compacted` if the list is shared and itself lags behind
  ///   what other writers have removed from the journal; open it again then.
  public func next() async throws(StorageError) -> Element? { try await subscription.next() }

  /// Returns the next batch if one was published, otherwise `nil`, also at the end. For
  /// subscribers that poll. A subscriber that lags gets what it missed from the journal.
  ///
  /// - Throws: As ``next()``.
  public func nextIfPublished() async throws(StorageError) -> Element? {
    try await subscription.next(waits: false)
  }

  /// Makes the only iterator.
  public func makeAsyncIterator() -> Iterator { Iterator(batches: self) }

  /// Waits for each batch in turn.
  public struct Iterator: AsyncIteratorProtocol {
    let batches: BatchSequence

    /// Waits for the next batch, `nil` at the end.
    ///
    /// - Throws: As ``BatchSequence/next()``.
    public mutating func next() async throws(StorageError) -> Element? { try await batches.next() }

    /// Waits for the next batch, `nil` at the end.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(StorageError) -> Element? { try await batches.next() }
  }
}
