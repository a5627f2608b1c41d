public import RosterCore

/// Why a list takes no changes: storage has failed one, and nothing that was queued without knowing
/// that may be applied.
///
/// Whatever was pending when storage failed has failed as well, and whatever comes is refused, until
/// a caller says that it knows (``ListDataSource/resume(after:)``). So the list never has a hole: it
/// holds what was queued up to the failure, and nothing after it. Reads and subscribers go on.
public struct WriteSuspension: Sendable {
  /// The number of the suspension, from 1: a list may be suspended again after it was resumed.
  public let number: Int
  /// The revision that the failed modification would have led to. The list is at the one before.
  public let revision: Revision
  /// The origin of the failed modification.
  public let origin: String?
  /// How storage has failed.
  public let cause: StorageError
}

extension WriteSuspension: CustomStringConvertible {
  /// What happened, and what to do about it.
  public var description: String {
    "the change to revision \(revision)" + (origin.map { " (origin \($0))" } ?? "")
      + " failed in storage, and nothing is applied until the list is resumed: \(cause)"
  }
}
