/// What an object holds so that a test can wait until the object is deallocated.
///
///     let end = object.lifetime.end
///     …                               // the last reference to the object goes
///     await end.arrival()
package final class Lifetime: Sendable {
  /// The end of a lifetime. One task waits for it.
  package struct End: Sendable {
    fileprivate let stream: AsyncStream<Never>

    /// Waits until the lifetime has ended, or the task is cancelled.
    package func arrival() async { for await _ in stream {} }
  }

  package let end: End
  private let continuation: AsyncStream<Never>.Continuation

  package init() {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    end = End(stream: stream)
    self.continuation = continuation
  }

  deinit { continuation.finish() }
}
