internal import CQueues

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The thread that makes a call.
package enum CurrentThread {
  /// Which thread it is.
  package static var identity: ThreadIdentity { ThreadIdentity() }

  /// The label of the dispatch queue on which it works; empty if it has none.
  package static var queueLabel: String { String(cString: cqueue_current_label()) }

  /// Blocks the thread for a time, also if signals interrupt it.
  package static func sleep(milliseconds: Int) {
    var time = timespec()
    time.tv_sec = milliseconds / 1_000
    time.tv_nsec = milliseconds % 1_000 * 1_000_000
    var rest = timespec()
    while nanosleep(&time, &rest) != 0, errno == EINTR { time = rest }
  }
}

/// A thread, to be recognized while it runs: one that begins later may get the identity of one that has ended.
///
/// Unchecked because it is only compared.
package struct ThreadIdentity: Equatable, @unchecked Sendable {
  private let thread: pthread_t

  fileprivate init() { thread = pthread_self() }

  package static func == (first: ThreadIdentity, second: ThreadIdentity) -> Bool {
    pthread_equal(first.thread, second.thread) != 0
  }
}
