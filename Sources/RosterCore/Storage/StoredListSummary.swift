/// A list in a file or on a server, in numbers.
public struct StoredListSummary: Sendable, Hashable {
  /// The name of the list.
  public var name: String
  /// The number of changesets that have been applied to the list.
  public var revision: Revision
  /// The number of its sections.
  public var sectionCount: Int
  /// The number of items in all sections.
  public var itemCount: Int

  /// Makes a summary of its parts.
  public init(name: String, revision: Revision, sectionCount: Int, itemCount: Int) {
    self.name = name
    self.revision = revision
    self.sectionCount = sectionCount
    self.itemCount = itemCount
  }
}
