public import RosterCore

/// What came of laying out a list for something else.
public struct LayoutReplacement<Output: Sendable>: Sendable {
  /// The revision of the list, which is the one before.
  public let revision: Revision
  /// The outputs in memory, all of them laid out anew, ascending by path.
  public let outputs: [GeneratedItem<Output>]
  /// The items in memory that have another size than before, ascending by path.
  public let sizes: [ChangedSize]
}
