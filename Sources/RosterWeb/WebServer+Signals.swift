#if Web
  import Foundation
  import Synchronization

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
      let signals = EndingSignals([SIGINT, SIGTERM])
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
  /// A signal goes to a thread that does not block it, where a handler writes to a pipe. If all threads
  /// block it, as in programs whose main thread was given to Dispatch, Dispatch takes it instead.
  private final class EndingSignals {
    /// Has an element for each signal that was taken.
    let received: AsyncStream<Void>
    private let sources: [any DispatchSourceProtocol]
    /// What the signals did before; `nil` is what the system does.
    private let former: [(number: CInt, handler: (@convention(c) (CInt) -> Void)?)]

    init(_ numbers: [CInt]) {
      let (received, continuation) = AsyncStream<Void>.makeStream()
      self.received = received
      var sources: [any DispatchSourceProtocol] = []
      if let pipe = SignalPipe.shared {
        SignalPipe.writingEnd.store(pipe.writingEnd, ordering: .releasing)
        let source = DispatchSource.makeReadSource(
          fileDescriptor: pipe.readingEnd, queue: .global())
        source.setEventHandler {
          var byte: UInt8 = 0
          while read(pipe.readingEnd, &byte, 1) == 1 { continuation.yield() }
        }
        sources.append(source)
      }
      for number in numbers {
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        let isSecond = Atomic(false)
        source.setEventHandler {
          if isSecond.exchange(true, ordering: .relaxed) { Self.end(by: number) }
          continuation.yield()
        }
        sources.append(source)
      }
      self.sources = sources
      for source in sources { source.resume() }
      former = numbers.map { number in
        (
          number,
          signal(number) { number in
            // The next one does what it does to other programs.
            signal(number, SIG_DFL)
            SignalPipe.write()
          }
        )
      }
    }

    func stop() {
      for (number, handler) in former { signal(number, handler) }
      for source in sources { source.cancel() }
    }

    /// Does what a signal does to other programs, also if all threads block it.
    private static func end(by number: CInt) {
      signal(number, SIG_DFL)
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, number)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      raise(number)
    }
  }

  /// Leads from handlers of signals, which may do next to nothing, to the rest of the program.
  ///
  /// It is never closed: a handler could otherwise write to a file that was opened meanwhile.
  private struct SignalPipe {
    let readingEnd: CInt
    let writingEnd: CInt

    static let shared: SignalPipe? = {
      var ends: [CInt] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      for end in ends {
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
      return SignalPipe(readingEnd: ends[0], writingEnd: ends[1])
    }()

    /// For handlers, which must not wait for ``shared`` to be made.
    static let writingEnd = Atomic<CInt>(-1)

    static func write() {
      let error = errno
      var byte: UInt8 = 0
      _ = Foundation.write(writingEnd.load(ordering: .acquiring), &byte, 1)
      errno = error
    }
  }
#endif
