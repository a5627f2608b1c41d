/// The messages of a list since the subscription, in the order in which they were sent.
///
/// A sequence is one subscriber: iterate it once, from one task. Messages are not stored; they wait
/// in memory until the subscriber takes them. The sequence ends when the data source is closed or
/// gone and all sent messages were taken, or when the task is cancelled.
public struct MessageSequence<Message: Sendable>: AsyncSequence, Sendable {
  /// A message and where it was sent.
  public typealias Element = TreeMessage<Message>

  let stream: AsyncStream<Element>

  /// Makes the one iterator.
  public func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }

  /// Waits for one message after another.
  public struct Iterator: AsyncIteratorProtocol {
    var base: AsyncStream<Element>.Iterator

    /// Waits for the next message; `nil` at the end.
    public mutating func next() async -> Element? { await base.next() }

    /// Waits for the next message; `nil` at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await base.next(isolation: actor)
    }
  }
}
