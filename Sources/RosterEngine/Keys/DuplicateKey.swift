public import RosterCore

extension DataSourceError {
  /// A key that two items would have after a change.
  public struct DuplicateKey: Hashable, Sendable {
    /// The key.
    public let key: ModelKey
    /// One of the items.
    public let first: ItemID
    /// The other one, which the change inserts or gives another model.
    public let second: ItemID
    /// Where the first one would stand after the change.
    public let firstPath: ItemPath?
    /// Where the other one would stand.
    public let secondPath: ItemPath?
  }
}

extension DataSourceError.DuplicateKey {
  /// Returns the item of a changeset that gives the key to a second item: an insertion with its target path, or an
  /// update with its source path.
  ///
  /// - Parameter source: The list before the changeset.
  /// - Returns: `nil` if the second item is not in that list, and not inserted.
  package func offender(
    in outline: ChangesetOutline, of source: ListState
  ) -> (kind: ChangesetError.Kind, path: ItemPath)? {
    if let target = secondPath, outline.insertedItems.contains(target) {
      return (.insertItem, target)
    }
    return (try? source.path(of: second)).map { (.updateItem, $0) }
  }
}

extension DataSourceError.DuplicateKey: CustomStringConvertible {
  /// What happened, and what to do about it.
  public var description: String {
    func title(_ item: ItemID, _ path: ItemPath?) -> String {
      "\(item)" + (path.map { " at \($0)" } ?? "")
    }
    return "\(title(first, firstPath)) and \(title(second, secondPath)) would both have the key "
      + "\(key); give each item a key of its own, or update the item that has it"
  }
}
