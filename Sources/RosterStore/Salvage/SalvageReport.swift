public import RosterCore

/// What a salvage has saved of a database, and what it has lost.
public struct SalvageReport: Sendable {
  /// A list in the new file.
  public struct SavedList: Sendable {
    /// The name of the list.
    public var name: String
    /// The revision that was saved.
    public var revision: Revision
    /// The oldest revision that can still be read.
    public var oldestRevision: Revision
    /// The number of its sections.
    public var sectionCount: Int
    /// The number of items in all sections.
    public var itemCount: Int
    /// What was lost or may have been altered, and what was wrong with the list; empty if the list
    /// is unchanged.
    public var losses: [String]
  }

  /// The lists in the new file, by name.
  public internal(set) var lists: [SavedList] = []
  /// The losses that concern the whole file.
  public internal(set) var losses: [String] = []

  /// Whether the new file has everything that Roster had written.
  public var isComplete: Bool { losses.isEmpty && lists.allSatisfy(\.losses.isEmpty) }
}
