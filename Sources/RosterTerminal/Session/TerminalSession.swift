import RosterConcurrency

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What happens in a session.
package enum SessionEvent: Hashable, Sendable {
  case input(InputEvent)
  /// The terminal has another size.
  case resized(CellSize)
  /// The process was stopped and goes on, so everything is to be drawn anew
  /// (``FrameWriter/startAnew()``).
  case resumed
  /// Another thread called ``TerminalWaker/wake()``.
  case woken
  /// No more input comes: the terminal is gone.
  case inputEnded
}

/// The time in which a process has a terminal for itself: raw input, the alternate screen, no
/// cursor.
///
/// The terminal is as it was before as soon as the session ends, and also when the process ends by
/// `SIGTERM`, `SIGHUP`, `SIGINT` or `SIGQUIT`, or crashes; nothing can help after `SIGKILL`. Ctrl-C and
/// Ctrl-Z come as keys; call ``suspend()`` for the latter.
///
/// A process has one session at a time, since a signal concerns the whole process. One thread waits
/// for its events, and one writes its frames and ends it; both may be the same. Others call
/// ``TerminalWaker/wake()``.
///
/// `@unchecked Sendable`: only the thread that waits uses `decoder`, `decision` and `isInputOpen`.
/// Everything else is atomic or behind a lock, or does not change while there is a session.
package final class TerminalSession: @unchecked Sendable {
  private var decoder = InputDecoder()
  /// When ``decoder`` decides what the bytes until now are, if it waits for more.
  private var decision: ContinuousClock.Instant?
  /// Also `true` before the session begins, since an initializer that throws ends it too.
  private let hasEnded = Guarded(true)
  private var isInputOpen = true
  /// Wakes the thread that waits for events.
  package let waker = TerminalWaker()

  /// How long an escape that nothing follows counts as the beginning of a sequence.
  private static let escapeTime = Duration.milliseconds(30)

  /// Returns whether a terminal is one that can place its cursor, by its name.
  static func canPlaceCursor(_ environment: [String: String]) -> Bool {
    !["", "dumb"].contains(environment["TERM", default: ""])
  }

  /// Sets the terminal up.
  ///
  /// - Parameters:
  ///   - input: The terminal to read from.
  ///   - output: The terminal to write to.
  ///   - modes: What is asked of the terminal.
  ///   - environment: The environment of the process, of which `TERM` counts.
  /// - Throws: If one of both is no terminal, or one without a cursor; if the process has a session
  ///   already.
  package init(
    input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, modes: TerminalModes = .standard,
    environment: [String: String]
  ) throws(TerminalError) {
    try Self.verify(input, "standard input")
    try Self.verify(output, "standard output")
    guard Self.canPlaceCursor(environment) else {
      throw TerminalError(
        .unsuitable,
        "the terminal cannot place its cursor; set TERM to its name, such as xterm-256color")
    }
    let isAdmitted = SessionMemory.phase.compareExchange(
      expected: SessionMemory.Phase.none, desired: SessionMemory.Phase.preparing)
    guard isAdmitted else {
      throw TerminalError(.inUse, "the process uses a terminal already; end that session first")
    }
    do throws(TerminalError) {
      try Self.prepare(input, output, modes)
    } catch {
      SessionMemory.phase.store(SessionMemory.Phase.none)
      throw error
    }
    // Also makes them, which a handler must not.
    SessionMemory.notices.store(0)
    hasEnded.withLock { $0 = false }
    SessionSignals.install()
    if !SessionMemory.show() {
      let error = TerminalError(call: "tcsetattr or write", errno: errno)
      end()
      throw error
    }
  }

  deinit { end() }

  /// Makes the terminal what it was before the session. Calls after the first one do nothing.
  package func end() {
    let hadEnded = hasEnded.withLock { hasEnded in
      defer { hasEnded = true }
      return hasEnded
    }
    if hadEnded { return }
    // A process that is continued now must not set the terminal up again; one that is ended now
    // must still restore it.
    SessionSignals.uninstall(SessionSignals.telling)
    SessionMemory.hide()
    SessionSignals.uninstall(SessionSignals.ending + SessionSignals.crashing)
    SessionMemory.notices.store(0)
    SessionMemory.phase.store(SessionMemory.Phase.none)
    // A thread that waits for events learns that there are no more.
    SessionMemory.notify(SessionMemory.Notice.woken)
  }

  /// Stops the process and the others of its job, as Ctrl-Z does outside of a session. It goes on
  /// with ``SessionEvent/resumed``.
  package func suspend() { kill(0, SIGTSTP) }

  /// The size of the terminal, which is at least one cell and at most 1,000 rows of 2,000 columns,
  /// whatever the terminal claims; 24 rows of 80 columns if it does not tell.
  package var size: CellSize {
    Self.size(of: SessionMemory.shared.pointee.output) ?? .unknown
  }

  /// Returns the size of a terminal; `nil` if it does not tell, or is none.
  static func size(of descriptor: Int32) -> CellSize? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else {
      return nil
    }
    return CellSize(
      rows: min(Int(size.ws_row), 1_000), columns: min(Int(size.ws_col), TerminalScreen.columnsMax))
  }

  /// Writes the bytes of a frame.
  ///
  /// While another thread stops or ends the process at a signal, nothing is written: if it goes on,
  /// ``SessionEvent/resumed`` comes.
  ///
  /// - Throws: If the session has ended, or the terminal is gone.
  package func write(_ frame: [UInt8]) throws(TerminalError) {
    if hasEnded.withLock({ $0 }) {
      throw TerminalError(.ended, "the terminal cannot be written: its session has ended")
    }
    let phase = SessionMemory.phase.load()
    guard phase == SessionMemory.Phase.shown else { return }
    let isWritten = frame.withUnsafeBytes {
      SessionMemory.write($0, to: SessionMemory.shared.pointee.output, isPatient: true)
    }
    if !isWritten { throw TerminalError(call: "write", errno: errno) }
  }

  // MARK: Setting up

  private static func verify(_ descriptor: Int32, _ name: String) throws(TerminalError) {
    if isatty(descriptor) == 1 { return }
    throw TerminalError(
      .notATerminal, "\(name) is not a terminal; start the program in one, without redirecting it")
  }

  private static func prepare(
    _ input: Int32, _ output: Int32, _ modes: TerminalModes
  ) throws(TerminalError) {
    let memory = SessionMemory.shared
    guard tcgetattr(input, &memory.pointee.saved) == 0 else {
      throw TerminalError(call: "tcgetattr", errno: errno)
    }
    memory.pointee.raw = memory.pointee.saved
    cfmakeraw(&memory.pointee.raw)
    (memory.pointee.input, memory.pointee.output) = (input, output)
    memory.pointee.startBytes.set(modes.startSequence)
    memory.pointee.endBytes.set(modes.endSequence)
    try makePipe()
    makeSecondStack()
  }

  /// Makes the pipe of the process, which is never closed, as a handler may write to it.
  private static func makePipe() throws(TerminalError) {
    let memory = SessionMemory.shared
    if memory.pointee.wakeReader >= 0 { return }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw TerminalError(call: "pipe", errno: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (memory.pointee.wakeReader, memory.pointee.wakeWriter) = (ends[0], ends[1])
  }

  /// Gives this thread a stack for signal handlers, unless it has one, so that the terminal is
  /// restored after an overflow of its stack too. It is never freed.
  private static func makeSecondStack() {
    var current = stack_t()
    guard sigaltstack(nil, &current) == 0, Int32(current.ss_flags) & Int32(SS_DISABLE) != 0 else {
      return
    }
    let byteCount = 65_536
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
    stack.ss_size = numericCast(byteCount)
    sigaltstack(&stack, nil)
  }
}

// MARK: - Events

extension TerminalSession {
  /// Waits until something happens.
  ///
  /// - Parameter milliseconds: How long to wait at most; without end if it is `nil`.
  /// - Returns: What has happened, in order; nothing if the time is over.
  package func wait(milliseconds: Int? = nil) throws(TerminalError) -> [SessionEvent] {
    let clock = ContinuousClock()
    let deadline = milliseconds.map { clock.now + .milliseconds(max(0, $0)) }
    while true {
      if hasEnded.withLock({ $0 }) {
        throw TerminalError(.ended, "there are no events: the session has ended")
      }
      // What wakes the wait meanwhile, such as a draw, does not put off the decision.
      let end = [deadline, decision].compactMap { $0 }.min()
      let ready = try poll(
        milliseconds: end.map { Self.milliseconds(clock.now.duration(to: $0)) })
      var events = ready.contains(.notices) ? takeNotices() : []
      if ready.contains(.input) {
        events += try read()
        decision = decoder.isWaiting ? clock.now + Self.escapeTime : nil
      } else if let time = decision, clock.now >= time {
        events += decoder.flush().map { .input($0) }
        decision = nil
      }
      if !events.isEmpty { return events }
      if ready == [], let deadline, clock.now >= deadline { return [] }
    }
  }

  private struct Ready: OptionSet {
    let rawValue: Int

    static let input = Ready(rawValue: 1)
    static let notices = Ready(rawValue: 2)
  }

  private static func milliseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    if seconds > 1_000_000 { return 1_000_000_000 }
    // What is left of a millisecond counts as one, so that the time is over afterwards.
    return max(
      0, Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
  }

  private func poll(milliseconds: Int?) throws(TerminalError) -> Ready {
    let memory = SessionMemory.shared
    var requests = [
      pollfd(fd: memory.pointee.wakeReader, events: Int16(POLLIN), revents: 0),
      // A negative descriptor is left out.
      pollfd(fd: isInputOpen ? memory.pointee.input : -1, events: Int16(POLLIN), revents: 0),
    ]
    let limit = milliseconds.map { Int32(clamping: $0) } ?? -1
    guard Self.systemPoll(&requests, limit) >= 0 else {
      if errno == EINTR { return [] }
      throw TerminalError(call: "poll", errno: errno)
    }
    var ready: Ready = []
    if requests[0].revents != 0 { ready.insert(.notices) }
    if requests[1].revents != 0 { ready.insert(.input) }
    return ready
  }

  /// `poll(2)`, whose name a method here hides.
  private static func systemPoll(_ requests: inout [pollfd], _ limit: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.poll(&requests, numericCast(requests.count), limit)
    #elseif canImport(Musl)
      Musl.poll(&requests, numericCast(requests.count), limit)
    #else
      Glibc.poll(&requests, numericCast(requests.count), limit)
    #endif
  }

  private func takeNotices() -> [SessionEvent] {
    // The pipe before the notices: what comes in between wakes the session once more.
    var bytes = [UInt8](repeating: 0, count: 64)
    while Self.systemRead(SessionMemory.shared.pointee.wakeReader, &bytes) > 0 {}
    let notices = SessionMemory.notices.exchange(0)
    var events: [SessionEvent] = []
    if notices & SessionMemory.Notice.resized != 0 { events.append(.resized(size)) }
    if notices & SessionMemory.Notice.resumed != 0 { events.append(.resumed) }
    if notices & SessionMemory.Notice.woken != 0 { events.append(.woken) }
    return events
  }

  private func read() throws(TerminalError) -> [SessionEvent] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Self.systemRead(SessionMemory.shared.pointee.input, &bytes)
    if count > 0 { return decoder.decode(bytes[..<count]).map { .input($0) } }
    if count < 0, [EINTR, EAGAIN].contains(errno) { return [] }
    // A terminal that is gone gives an error.
    guard count == 0 || errno == EIO else { throw TerminalError(call: "read", errno: errno) }
    isInputOpen = false
    return decoder.flush().map { .input($0) } + [.inputEnded]
  }

  /// `read(2)`, whose name a method here hides.
  private static func systemRead(_ descriptor: Int32, _ bytes: inout [UInt8]) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, &bytes, bytes.count)
    #elseif canImport(Musl)
      Musl.read(descriptor, &bytes, bytes.count)
    #else
      Glibc.read(descriptor, &bytes, bytes.count)
    #endif
  }
}

/// Wakes the thread that waits for the events of a session, from any other thread.
package struct TerminalWaker: Sendable {
  /// Makes the session tell of ``SessionEvent/woken``. Several calls before it does count as one.
  package func wake() {
    // There is no pipe before the first session.
    if SessionMemory.phase.load() == SessionMemory.Phase.none {
      return
    }
    SessionMemory.notify(SessionMemory.Notice.woken)
  }
}

extension CellSize {
  /// The size of a terminal that does not tell its own.
  static let unknown = CellSize(rows: 24, columns: 80)
}
