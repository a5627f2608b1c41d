#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a session does at signals.
///
///     SIGTERM SIGHUP SIGINT SIGQUIT           restore the terminal, then what was done before
///     SIGSEGV SIGBUS SIGILL SIGFPE SIGTRAP    the same: the process still ends by this signal, and
///     SIGABRT                                 a backtrace is printed on a restored terminal
///     SIGTSTP                                 restore, stop
///     SIGCONT                                 set up again, tell the session
///     SIGWINCH                                tell the session
///
/// Signals that the process ignores, as under `nohup`, stay ignored.
enum SessionSignals {
  static let ending: [Int32] = [SIGTERM, SIGHUP, SIGINT, SIGQUIT]
  static let crashing: [Int32] = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT]
  static let telling: [Int32] = [SIGTSTP, SIGCONT, SIGWINCH]

  /// Installs all handlers. The memory of the session must be complete.
  static func install() {
    let memory = SessionMemory.shared
    for signal in ending + crashing + telling {
      let previous = SignalAction.current(signal)
      memory.pointee.previous[Int(signal)] = previous
      // A change of size is ignored by default, so only these signals tell of an intention.
      if previous.isIgnored, ending.contains(signal) || signal == SIGTSTP { continue }
      action(for: signal).install(signal)
    }
  }

  /// Makes the process do at some signals what it did before the session.
  static func uninstall(_ signals: [Int32]) {
    for signal in signals {
      SessionMemory.shared.pointee.previous[Int(signal)].install(signal)
    }
  }

  private static func action(for signal: Int32) -> SignalAction {
    switch signal {
    case SIGTSTP: SignalAction(stop)
    // A process in the background must stop when it touches the terminal.
    case SIGCONT: SignalAction(resume, unblocked: [SIGTTOU, SIGTTIN])
    case SIGWINCH: SignalAction(resize)
    default: SignalAction(end)
    }
  }

  // MARK: Handlers. They call only what POSIX allows in them, and leave `errno` as it was.

  private static let end: SignalAction.Handler = { signal, information, _ in
    let saved = errno
    SessionMemory.hide()
    SessionMemory.shared.pointee.previous[Int(signal)].install(signal)
    // A fault happens again when the handler returns, and so its place stays known. Anything else is
    // sent again, and arrives when the handler returns.
    let isFault =
      signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE
    if !isFault || (information?.pointee.si_code ?? 0) <= 0 { raise(signal) }
    errno = saved
  }

  private static let stop: SignalAction.Handler = { signal, _, _ in
    let saved = errno
    SessionMemory.hide()
    // The process stops where the signal is let through, and goes on from there after SIGCONT.
    SignalAction.standard.install(signal)
    raise(signal)
    SignalAction.block(signal, false)
    SignalAction.block(signal, true)
    SignalAction(stop).install(signal)
    errno = saved
  }

  private static let resume: SignalAction.Handler = { _, _, _ in
    let saved = errno
    // The thread that stopped may still be about to do this. Before the session is seen to go on, the
    // next SIGTSTP must find it done; it would leave the terminal as it is now.
    if !SessionMemory.shared.pointee.previous[Int(SIGTSTP)].isIgnored {
      SignalAction(stop).install(SIGTSTP)
    }
    if SessionMemory.show() { SessionMemory.notify(SessionMemory.Notice.resumed) }
    errno = saved
  }

  private static let resize: SignalAction.Handler = { _, _, _ in
    let saved = errno
    SessionMemory.notify(SessionMemory.Notice.resized)
    errno = saved
  }
}
