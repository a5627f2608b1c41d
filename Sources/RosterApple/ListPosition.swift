public import RosterCore

/// Where a list is scrolled to, by an item that is visible there: as a value that can be stored, and scrolled to later.
///
///     let position = source.rows.position  // when the screen is left
///     if let position { source.rows.scroll(to: position) }  // when it is shown again
///
/// It holds for the item, whatever came before it meanwhile.
public struct ListPosition: Hashable, Codable, Sendable {
  /// An edge of a row, and the same edge of the visible part.
  public enum Edge: String, Hashable, Codable, Sendable {
    /// The upper one.
    case start
    /// The lower one.
    case end
  }

  /// The item.
  public var item: ItemID
  /// From which edge of the visible part to which edge of the row the distance is.
  public var edge: Edge
  /// How far the edge of the row lies behind that of the visible part, in points; negative if it lies before it.
  public var distance: Double

  /// Names a position.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - edge: From which edge of the visible part to which edge of the row the distance is.
  ///   - distance: How far the edge of the row lies behind that of the visible part, in points.
  public init(_ item: ItemID, edge: Edge = .start, distance: Double = 0) {
    (self.item, self.edge, self.distance) = (item, edge, distance)
  }
}

/// What stays where it is on the screen when rows come, go, move, or become higher.
public enum KeptPosition: Hashable, Sendable {
  /// The offset of the content: the view is left to do what it does. Views of UIKit move all rows by what changes before them.
  case offset
  /// The start of the list while it is visible, so that rows are seen which come there; else the first visible row.
  case start
  /// The first visible row, also at the start of the list.
  case firstRow
  /// The end of the list while it is visible, so that rows are seen which come there; else the last visible row. For a chat.
  case end
}
