public import RosterCore

/// What came of a new environment.
public struct EnvironmentReplacement<Batch: Sendable, Output: Sendable>: Sendable {
  /// The revision of the list with the new environment.
  public let revision: Revision
  /// The outputs in memory of which something was built again, ascending by path.
  public let outputs: [GeneratedItem<Output>]
  /// The items in memory that have another size than before, ascending by path.
  public let sizes: [ChangedSize]
  /// The batch of that revision, if components that came or went with the environment have changed
  /// states; otherwise a new environment is no revision.
  public let batch: Batch?
}
