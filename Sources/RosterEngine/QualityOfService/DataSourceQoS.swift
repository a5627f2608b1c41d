/// How urgent a modification is: its quality of service.
///
/// Modifications are done in the order in which they were queued, however urgent they are. What is
/// pending is worked on as urgently as the most urgent of it, so that nothing urgent waits for
/// something that is not; outputs that are left for later are as urgent as their modification. A
/// synchronous modification is done on the thread of its caller, and is as urgent as that.
///
/// The level is for the threads of this process. It is not kept in the journal, and changes neither
/// what is done nor what is published.
///
/// Threads have the quality of service of Dispatch. On Apple's platforms it is handed on: to the parts
/// of a generation that run on other cores, and to work that goes on while something more urgent is
/// queued behind it. On Linux, Dispatch gives its threads a nice value by it, above normal only in a
/// privileged process; it reaches one of the threads that generate, and what is being worked on is
/// not raised.
public enum DataSourceQoS: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// Nobody waits for it; see ``ListDataSource/isInBackground``.
  case `default`
  /// The user has asked for it, and waits for it.
  case userInitiated
  /// The user is doing it, and sees every delay.
  case userInteractive

  /// Whether one is less urgent than another.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
