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
