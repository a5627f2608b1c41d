public import RosterCore

/// The batches of a list, in order, from some revision on.
///
/// A sequence is one subscriber: it is to be iterated once, by one task. It ends when the data
/// source is closed or gone and everything published was given out, or when the task is cancelled.
public struct BatchSequence<Model: Sendable, SectionModel: Sendable, Output: Sendable>:
  AsyncSequence, Sendable
{
  /// A batch.
  public typealias Element = ListBatch<Model, SectionModel, Output>

  let subscription: Subscription<Model, SectionModel, Output>

  /// Makes the one iterator.
  public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

  /// Waits for one batch after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let subscription: Subscription<Model, SectionModel, Output>

    /// - Throws: If the subscriber lags and the journal cannot be read. Nothing is lost then: asked
    ///   again, the iterator goes on where it was. `compacted` if the list is shared and lags itself
    ///   behind what others have removed from the journal; it is to be opened again.
    public mutating func next() async throws(StorageError) -> Element? {
      try await subscription.next()
    }

    /// The next batch if one was published, `nil` otherwise and at the end: for those who look from
    /// time to time. What a subscriber that lags has missed is read from the journal.
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
