public import RosterCore

/// Why a list accepts no changes: storage failed one, and nothing that was queued without knowledge
/// of the failure may be applied.
///
/// Everything that was pending has failed as well, and new changes are refused until a caller
/// resumes the list (``ListDataSource/resume(after:)``). So the list has no gaps: it holds what was
/// queued up to the failure, and nothing after it. Readers and subscribers are unaffected.
public struct WriteSuspension: Sendable {
  /// The number of the suspension, from 1. A list may be suspended again after it was resumed.
  public let number: Int
  /// The revision that the failed modification would have made. The list is at the one before.
  public let revision: Revision
  /// The origin of the failed modification.
  public let origin: String?
  /// How storage failed.
  public let cause: StorageError
}

extension WriteSuspension: CustomStringConvertible {
  /// What happened, and what to do about it.
  public var description: String {
    "the change to revision \(revision)" + (origin.map { " (origin \($0))" } ?? "")
      + " failed in storage, and nothing is applied until the list is resumed: \(cause)"
  }
}
