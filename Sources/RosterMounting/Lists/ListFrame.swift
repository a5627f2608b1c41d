public import RosterComponents
public import RosterCore
public import RosterLayout

/// An item, header or footer that a list shows, with its views and where it stands.
public struct ListRow: Hashable, Sendable {
  /// The item, header or footer.
  public var tree: TreeID
  /// Its place in the list.
  public var place: TreePlace
  /// Its outermost views. If these are the same array in memory as before, they are not looked at.
  public var views: [ViewTree]
  /// Whether the views were laid out. If so, views without a frame are not displayed.
  public var isLaidOut: Bool
  /// Where the row begins, in points from the start of the content.
  public var start: Double
  /// Its length along the axis, in points.
  public var length: Double
  /// Where the section of a sticky header ends, in points from the start of the content; `nil` for
  /// rows that do not stick.
  public var stickyEnd: Double?
  /// The column that the row stands in; `nil` if it is as broad as the list.
  public var column: RowColumn?
  /// Whether the user drags the row, so that it is in front of the others.
  public var isDragged: Bool

  /// Makes a row.
  public init(
    _ tree: TreeID, at place: TreePlace, views: [ViewTree], isLaidOut: Bool, start: Double,
    length: Double, stickyEnd: Double? = nil, column: RowColumn? = nil, isDragged: Bool = false
  ) {
    self.tree = tree
    self.place = place
    self.views = views
    self.isLaidOut = isLaidOut
    self.start = start
    self.length = length
    self.stickyEnd = stickyEnd
    self.column = column
    self.isDragged = isDragged
  }

  /// Where the row ends, in points from the start of the content.
  public var end: Double { start + length }
}

/// Everything that a list shows at one moment: the rows around the visible part.
public struct ListFrame: Hashable, Sendable {
  /// The direction in which the rows follow each other.
  public var axis: ScrollAxis
  /// The rows that have views, ascending by place.
  public var rows: [ListRow]
  /// The length of all content along the axis, in points.
  public var length: Double
  /// The length of a row across the axis, in points.
  public var breadth: Double
  /// Where the visible part begins, in points from the start of the content.
  public var offset: Double
  /// The number of rows that the whole list has.
  public var rowCount: Int

  /// Makes a frame.
  public init(
    _ axis: ScrollAxis = .vertical, rows: [ListRow] = [], length: Double = 0, breadth: Double = 0,
    offset: Double = 0, rowCount: Int = 0
  ) {
    self.axis = axis
    self.rows = rows
    self.length = length
    self.breadth = breadth
    self.offset = offset
    self.rowCount = rowCount
  }
}
