import RosterConcurrency

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A thread that waits for the events of a session, as a task must not block one of its executor.
final class InputThread {
  /// What has happened; an empty array after each tenth of a second, if that was asked for.
  let events: AsyncStream<[SessionEvent]>
  private let state: State
  private var thread: pthread_t?

  /// What both threads use.
  private final class State: Sendable {
    let session: TerminalSession
    let continuation: AsyncStream<[SessionEvent]>.Continuation
    let ticks = Guarded(false)

    init(_ session: TerminalSession, _ continuation: AsyncStream<[SessionEvent]>.Continuation) {
      (self.session, self.continuation) = (session, continuation)
    }

    func run() {
      while true {
        let isTicking = ticks.withLock { $0 }
        guard let events = try? session.wait(milliseconds: isTicking ? 100 : nil) else { break }
        continuation.yield(events)
        if events.contains(.inputEnded) { break }
      }
      continuation.finish()
    }
  }

  init(_ session: TerminalSession) {
    let (events, continuation) = AsyncStream.makeStream(of: [SessionEvent].self)
    self.events = events
    state = State(session, continuation)
    thread = Self.start(state)
    if thread == nil { continuation.finish() }
  }

  private static func start(_ state: State) -> pthread_t? {
    let argument = Unmanaged.passRetained(state).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let result = pthread_create(&thread, nil, Self.body, argument)
    if result == 0 { return thread }
    Unmanaged<State>.fromOpaque(argument).release()
    return nil
  }

  #if canImport(Darwin)
    private static let body: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? =
      { argument in
        Unmanaged<State>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }
  #else
    private static let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
      { argument in
        if let argument { Unmanaged<State>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }
  #endif

  /// Whether an event comes after each tenth of a second.
  var ticks: Bool {
    get { state.ticks.withLock { $0 } }
    set {
      let before = state.ticks.withLock { ticks in
        defer { ticks = newValue }
        return ticks
      }
      if newValue, !before { state.session.waker.wake() }
    }
  }

  /// Waits until the thread has ended, which it does soon after its session.
  func join() {
    if let thread { pthread_join(thread, nil) }
    thread = nil
  }
}
