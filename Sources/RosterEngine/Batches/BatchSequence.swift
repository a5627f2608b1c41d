public import RosterCore

/// The batches of a list, in order, after some revision.
///
/// Each sequence is one subscriber: one task iterates it, once. It ends when the data source is
/// closed or released and all published batches were delivered, or when the task is cancelled. Then it
/// gives nothing any more, and no compaction waits for it.
public struct BatchSequence<Model: Sendable, SectionModel: Sendable, Output: Sendable>:
  AsyncSequence, Sendable
{
  /// A batch.
  public typealias Element = ListBatch<Model, SectionModel, Output>

  let subscription: Subscription<Model, SectionModel, Output>

  /// Makes the only iterator.
  public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

  /// Waits for each batch in turn.
  public struct Iterator: AsyncIteratorProtocol {
    let subscription: Subscription<Model, SectionModel, Output>

    /// Returns the next batch, `nil` at the end.
    ///
    /// - Throws: If the subscriber lags and the journal cannot be read. Nothing is lost; the next
    ///   call continues at the same place. `compacted` if the list is shared and itself lags behind
    ///   what other writers have removed from the journal; open it again then.
    public mutating func next() async throws(StorageError) -> Element? {
      try await subscription.next()
    }

    /// Returns the next batch if one was published, otherwise `nil`, also at the end. For
    /// subscribers that poll. A subscriber that lags gets what it missed from the journal.
    ///
    /// - Throws: As ``next()``.
    public mutating func nextIfPublished() async throws(StorageError) -> Element? {
      try await subscription.next(waits: false)
    }

    /// Waits for the next batch, `nil` at the end.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(StorageError) -> Element? {
      try await subscription.next()
    }
  }
}
