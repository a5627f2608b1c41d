#if Web
  import Foundation
  import RosterConcurrency

  extension WebServer {
    /// Serves until the program is told to end, by Ctrl-C or by `kill`, or until the task is cancelled.
    ///
    ///     try await server.runUntilSignalled { url in print(url) }
    ///     await list.close()
    ///
    /// At the first SIGINT or SIGTERM the server ends as at a cancellation, and the program goes on behind
    /// the call. A second signal does meanwhile what it does to other programs: it ends this one at once.
    ///
    /// Only one server of a program may run so at a time.
    ///
    /// - Parameter whenBound: Is called once, with the address for browsers, when clients can connect.
    /// - Throws: A ``WebServerError`` if the configuration is not allowed or the server cannot listen.
    public func runUntilSignalled(
      whenBound: (@Sendable (String) async -> Void)? = nil
    ) async throws {
      let signals = EndingSignals()
      defer { signals.stop() }
      let received = signals.received
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await self.run(whenBound: whenBound) }
        group.addTask {
          for await _ in received { return }
        }
        try await group.next()
        group.cancelAll()
        try await group.waitForAll()
      }
    }
  }

  /// Takes signals that would end the program, the first of each kind.
  ///
  /// Dispatch's sources of signals are no use beside a handler: on Linux they set one of their own, later
  /// than they are resumed, and lose a signal that comes while one source takes the place of another. The signals of
  /// swift-service-lifecycle come from such sources, so they are no use either.
  private final class EndingSignals {
    /// Has an element for each signal that was taken.
    let received: AsyncStream<Void>
    /// What the signals did before; `nil` is what the system does.
    private let former: [(number: CInt, handler: (@convention(c) (CInt) -> Void)?)]

    init() {
      let (received, continuation) = AsyncStream<Void>.makeStream()
      self.received = received
      // Without a way from the handler, the signals end the program.
      guard SignalThread.tell(continuation) else {
        former = []
        return
      }
      former = SignalThread.signals.map { number in
        (
          number,
          signal(number) { number in
            // The next one does what it does to other programs.
            signal(number, SIG_DFL)
            SignalThread.wake()
          }
        )
      }
    }

    func stop() {
      for (number, handler) in former { signal(number, handler) }
      SignalThread.tellNothing()
    }
  }

  /// A thread that lets the signals through, as others may not: a thread inherits what the one blocked that
  /// started it. Their handler wakes the thread through a pipe, since it may do next to nothing.
  ///
  /// There is one in a program, and it never ends: its pipe, if it were closed, could become another file
  /// before a handler writes to it.
  private enum SignalThread {
    static let signals = [SIGINT, SIGTERM]
    private static let receiver = Guarded<AsyncStream<Void>.Continuation?>(nil)
    /// For handlers, which must not wait for ``isRunning`` to be made; -1 before.
    private static let writingEnd = AtomicInt(-1)

    /// Whether the thread runs: not if the program had no descriptors left.
    private static let isRunning: Bool = {
      var ends: [CInt] = [-1, -1]
      guard pipe(&ends) == 0 else { return false }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
      writingEnd.store(Int(ends[1]))
      let readingEnd = ends[0]
      let thread = Thread { run(readingEnd) }
      thread.name = "roster.signals"
      thread.start()
      return true
    }()

    private static func run(_ readingEnd: CInt) {
      var unblocked = sigset_t()
      sigemptyset(&unblocked)
      for number in signals { sigaddset(&unblocked, number) }
      pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
      var byte: UInt8 = 0
      while true {
        if read(readingEnd, &byte, 1) == 1 { receiver.withLock { _ = $0?.yield() } }
      }
    }

    /// Tells of each signal whose handler calls ``wake()``.
    ///
    /// - Returns: Whether it can.
    static func tell(_ continuation: AsyncStream<Void>.Continuation) -> Bool {
      guard isRunning else { return false }
      receiver.withLock { $0 = continuation }
      return true
    }

    static func tellNothing() { receiver.withLock { $0 = nil } }

    /// Tells of a signal. A handler may call it.
    static func wake() {
      let error = errno
      var byte: UInt8 = 0
      _ = write(CInt(truncatingIfNeeded: writingEnd.load()), &byte, 1)
      errno = error
    }
  }
#endif
