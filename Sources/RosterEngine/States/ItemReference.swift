public import RosterCore

/// Which item is meant.
public enum ItemReference: Hashable, Sendable {
  /// The item of this name, wherever it stands; looked for when the modification is applied.
  case id(ItemID)
  /// The item that stands here in the list as it will be after everything pending; looked for at
  /// once, so that it may be one whose insertion is still pending.
  case path(ItemPath)
}

extension ItemReference: CustomStringConvertible {
  /// The name or the path.
  public var description: String {
    switch self {
    case .id(let id): id.description
    case .path(let path): "item at \(path)"
    }
  }
}
