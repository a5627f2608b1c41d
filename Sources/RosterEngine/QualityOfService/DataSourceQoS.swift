/// The urgency of a modification: its quality of service.
///
/// Modifications are processed in the order in which they were queued, regardless of urgency.
/// Pending work runs with the level of its most urgent modification, so nothing urgent waits for
/// work at a lower level. Outputs that are left for later keep the level of their modification. A
/// synchronous modification runs on the thread of its caller, with the level of that thread.
///
/// The level affects only threads of this process. It is not stored in the journal, and changes
/// neither what is done nor what is published.
///
/// Threads get the quality of service of Dispatch. On Apple's platforms it also reaches the parts
/// of a generation on other cores, and raises current work when something more urgent is queued
/// behind it. On Linux, Dispatch gives its threads a nice value, above normal only in a privileged
/// process. There it reaches only one of the generating threads, and does not raise current work.
public enum DataSourceQoS: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// The user does not wait for it; see ``ListDataSource/isInBackground``.
  case `default`
  /// The user has asked for it and waits for it.
  case userInitiated
  /// The user interacts with it and sees every delay.
  case userInteractive

  /// Returns whether one is less urgent than the other.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
