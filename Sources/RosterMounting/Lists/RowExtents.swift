public import RosterCore
public import RosterLayout

/// Where the rows of a list stand: its items, headers and footers, one behind the other along an
/// axis, through all sections.
public protocol RowExtents {
  /// The direction in which rows follow each other.
  var axis: ScrollAxis { get }

  /// The length of everything together, in points.
  var length: Double { get }

  /// Returns where a row stands; `nil` if there is none at the place.
  func span(at place: TreePlace) -> RowSpan?

  /// Returns the rows of which any part lies between two points, ascending by place.
  func spans(from start: Double, to end: Double) -> [RowSpan]

  /// Returns where a section ends, with its footer if it has one; `nil` if it does not exist.
  func end(ofSection section: Int) -> Double?
}

/// Where a row stands, in points from the start of the content.
public struct RowSpan: Hashable, Sendable {
  /// The place of the row in the list.
  public var place: TreePlace
  /// Where the row begins.
  public var start: Double
  /// Its length along the axis.
  public var length: Double
  /// Where the section of a sticky header ends; `nil` for rows that do not stick.
  public var stickyEnd: Double?
  /// The column that the row stands in; `nil` if it is as broad as the list.
  public var column: RowColumn?

  /// Makes a span.
  public init(
    _ place: TreePlace, start: Double, length: Double, stickyEnd: Double? = nil,
    column: RowColumn? = nil
  ) {
    self.place = place
    self.start = start
    self.length = length
    self.stickyEnd = stickyEnd
    self.column = column
  }

  /// Where the row ends.
  public var end: Double { start + length }
}

/// One of several columns of equal breadth, which stand beside each other across the axis of a list.
public struct RowColumn: Hashable, Sendable {
  /// The index of the column.
  public var index: Int
  /// The number of columns; at least 1.
  public var count: Int

  /// Makes a column.
  public init(index: Int, count: Int) {
    (self.index, self.count) = (index, count)
  }

  /// Returns where the column begins across the axis of a list, and its breadth, in whole points.
  public func place(in breadth: Double) -> (start: Double, breadth: Double) {
    let own = (breadth / Double(max(1, count))).rounded(.down)
    return (Double(index) * own, own)
  }
}
