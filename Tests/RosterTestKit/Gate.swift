import Dispatch

/// A place where a thread stops until a test lets it through.
///
/// The thread that passes blocks, so it must be one of a dispatch queue; the test awaits.
package final class Gate: Sendable {
  private let opened = DispatchSemaphore(value: 0)
  private let arrivals: AsyncStream<Void>
  private let arrived: AsyncStream<Void>.Continuation

  package init() { (arrivals, arrived) = AsyncStream.makeStream() }

  /// Tells the test, and waits to be let through.
  package func pass() {
    arrived.yield()
    opened.wait()
  }

  /// Waits until a thread stands at the gate.
  package func arrival() async {
    var iterator = arrivals.makeAsyncIterator()
    await iterator.next()
  }

  /// Lets one thread through, also one that is still to come.
  package func open() { opened.signal() }
}
