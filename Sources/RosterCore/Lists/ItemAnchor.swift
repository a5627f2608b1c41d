/// Where an item stood in one version of a list and where it stands in a later one. A renderer uses
/// it to keep the item at its place on the screen.
///
///     source  a b c d     remove b and c, insert x at [0, 0]
///     target  x a d
///
///     anchor of a    from [0, 0] to [0, 1]
///     anchor of b    was at [0, 1] and is gone; the nearest survivor is a, from [0, 0] to [0, 1]
///     anchor of x    came to [0, 0]
public struct ItemAnchor: Hashable, Sendable {
  /// The item.
  public var item: ItemID
  /// Where the item stood in the source; `nil` if it was inserted later.
  public var sourcePath: ItemPath?
  /// Where the item stands in the target; `nil` if it is gone.
  public var targetPath: ItemPath?
  /// If the item is gone, the survivor that stood nearest to it; `nil` if no item survived.
  public var neighbour: Neighbour?

  /// Makes an anchor of its parts.
  public init(
    _ item: ItemID, sourcePath: ItemPath?, targetPath: ItemPath?, neighbour: Neighbour? = nil
  ) {
    self.item = item
    self.sourcePath = sourcePath
    self.targetPath = targetPath
    self.neighbour = neighbour
  }

  /// An item that is in both versions of a list.
  public struct Neighbour: Hashable, Sendable {
    /// The item.
    public var item: ItemID
    /// Where it stood in the source.
    public var sourcePath: ItemPath
    /// Where it stands in the target.
    public var targetPath: ItemPath

    /// Makes a neighbour of its parts.
    public init(_ item: ItemID, sourcePath: ItemPath, targetPath: ItemPath) {
      self.item = item
      self.sourcePath = sourcePath
      self.targetPath = targetPath
    }
  }
}

extension ListState {
  /// Returns where an item stands in this state and in another version of the same list.
  ///
  /// If the item is gone, the anchor names the survivor that stood nearest to it, counted in items
  /// across sections. Of two survivors that stood equally near, it names the one behind, which
  /// takes the item's place. A survivor is an item that is in both versions, even if it has moved.
  ///
  /// `target` may also be an earlier version.
  ///
  /// - Parameters:
  ///   - item: The item to be found.
  ///   - target: The same list at another revision.
  /// - Returns: `nil` if the item is in neither version.
  /// - Throws: If a page is not in memory and cannot be read.
  /// - Complexity: O(log *n*); for an item that is gone O(*d* log *n*), where the nearest survivor
  ///   was *d* items away.
  public func anchor(
    of item: ItemID, in target: ListState
  ) throws(StorageError) -> ItemAnchor? {
    let sourcePath = try path(of: item)
    let targetPath = try target.path(of: item)
    guard let sourcePath else {
      return targetPath.map { ItemAnchor(item, sourcePath: nil, targetPath: $0) }
    }
    var anchor = ItemAnchor(item, sourcePath: sourcePath, targetPath: targetPath)
    if targetPath == nil, let offset = offset(of: sourcePath) {
      anchor.neighbour = try nearestSurvivor(to: offset, in: target)
    }
    return anchor
  }

  private func nearestSurvivor(
    to offset: Int, in target: ListState
  ) throws(StorageError) -> ItemAnchor.Neighbour? {
    var distance = 1
    while offset + distance < itemCount || offset >= distance {
      for candidate in [offset + distance, offset - distance] {
        guard let sourcePath = path(atOffset: candidate), let id = try itemID(at: sourcePath),
          let targetPath = try target.path(of: id)
        else { continue }
        return ItemAnchor.Neighbour(id, sourcePath: sourcePath, targetPath: targetPath)
      }
      distance += 1
    }
    return nil
  }
}
