#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a process does at a signal. All of it may be used in a signal handler.
struct SignalAction {
  typealias Handler =
    @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

  private var action = sigaction()

  /// What the system does by default.
  static var standard: SignalAction { SignalAction() }

  private init() {}

  /// Makes an action that calls a function, while signals other than `unblocked` wait.
  ///
  /// The function runs on the alternate stack of its thread, if that has one.
  init(_ handler: Handler, unblocked: [Int32] = []) {
    #if canImport(Darwin)
      action.__sigaction_u.__sa_sigaction = handler
    #elseif canImport(Musl)
      action.__sa_handler.sa_sigaction = handler
    #else
      action.__sigaction_handler.sa_sigaction = handler
    #endif
    action.sa_flags = Int32(SA_SIGINFO) | Int32(SA_ONSTACK) | Int32(SA_RESTART)
    sigfillset(&action.sa_mask)
    for signal in unblocked { sigdelset(&action.sa_mask, signal) }
  }

  /// Whether the process ignores the signal.
  var isIgnored: Bool {
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #elseif canImport(Musl)
      let handler = action.__sa_handler.sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    // `SIG_IGN` is a number that no function has.
    return Int32(action.sa_flags) & Int32(SA_SIGINFO) == 0
      && unsafeBitCast(handler, to: Int.self) == 1
  }

  /// Returns what the process does now.
  static func current(_ signal: Int32) -> SignalAction {
    var current = SignalAction()
    sigaction(signal, nil, &current.action)
    return current
  }

  func install(_ signal: Int32) {
    var copy = action
    sigaction(signal, &copy, nil)
  }

  /// Lets a signal through on this thread, or makes it wait.
  static func block(_ signal: Int32, _ isBlocked: Bool) {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, signal)
    pthread_sigmask(isBlocked ? SIG_BLOCK : SIG_UNBLOCK, &set, nil)
  }
}
