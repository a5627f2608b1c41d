/// How CSS grid places the content of a box (CSS Grid 2).
///
/// Photos in as many columns as there is room for, each at least 100 points wide:
///
///     let photos = GridContainer { grid in
///       grid.columns = [.autoFill([.minmax(.points(100), .fraction(1))])]
///       grid.columnGap = 4
///       grid.rowGap = 4
///     }
public struct GridContainer: Hashable, Sendable {
  /// The columns that are there in any case (section 7.2).
  public var columns: [GridTracks] = []
  /// The rows that are there in any case.
  public var rows: [GridTracks] = []
  /// The sizes of further columns, in turn (section 7.6); `auto` if it is empty.
  public var autoColumns: [GridTrack] = []
  /// The sizes of further rows, in turn; `auto` if it is empty.
  public var autoRows: [GridTrack] = []
  /// The axis along which boxes without a place of their own follow each other (section 7.7).
  public var flow = GridFlow.row
  /// Whether later boxes fill the holes that earlier ones have left.
  public var isDense = false
  /// Where boxes stand between the lines of their columns (section 10.3); `nil` for `normal`, which
  /// stretches boxes without an aspect ratio.
  public var justifyItems: ItemAlignment?
  /// Where boxes stand between the lines of their rows; `nil` for `normal`.
  public var alignItems: ItemAlignment?
  /// How columns are distributed (section 10.5). `.stretch` enlarges those whose maximum is `auto`.
  public var justifyContent = ContentDistribution.stretch
  /// How rows are distributed.
  public var alignContent = ContentDistribution.stretch
  /// The gap between rows; in points or percent.
  public var rowGap: LayoutLength = 0
  /// The gap between columns; in points or percent.
  public var columnGap: LayoutLength = 0

  /// Makes a grid of one column, in which each box has a row of its own.
  public init() {}

  /// Makes a grid that a function changes.
  public init(_ configure: (inout GridContainer) -> Void) {
    self.init()
    configure(&self)
  }
}

/// The axis along which boxes fill a grid.
public enum GridFlow: Hashable, Sendable {
  /// A row after the other.
  case row
  /// A column after the other.
  case column
}

/// One or several tracks of a grid: columns or rows.
public enum GridTracks: Hashable, Sendable {
  /// A track.
  case track(GridTrack)
  /// Some tracks several times. The count is limited to 1…``GridLine/limit``.
  case repeated(Int, [GridTrack])
  /// Some tracks as often as there is room for them, at least once (CSS Grid 2, section 7.2.3.2).
  /// Only the first in a list is repeated.
  case autoFill([GridTrack])
  /// As ``autoFill(_:)``, but tracks without boxes vanish with their gaps.
  case autoFit([GridTrack])
}

/// The size of a column or a row: from a minimum to a maximum (CSS Grid 2, section 7.2).
public struct GridTrack: Hashable, Sendable {
  /// The minimum. A fraction counts as `auto`.
  public var min: GridBreadth
  /// The maximum; the minimum wins.
  public var max: GridBreadth
  /// Whether a maximum of points or percent limits the size of the content, which is smaller if the
  /// content is: `fit-content(…)`.
  public var isFitContent = false

  private init(_ min: GridBreadth, _ max: GridBreadth) {
    self.min = min
    self.max = max
  }

  /// A size that is the minimum and the maximum.
  public static func breadth(_ breadth: GridBreadth) -> GridTrack { GridTrack(breadth, breadth) }

  /// A minimum and a maximum.
  public static func minmax(_ min: GridBreadth, _ max: GridBreadth) -> GridTrack {
    GridTrack(min, max)
  }

  /// The size of the content, up to a length in points or percent.
  public static func fitContent(_ limit: GridBreadth) -> GridTrack {
    var track = GridTrack(.auto, limit)
    track.isFitContent = true
    return track
  }

  /// A length in points.
  public static func points(_ points: Double) -> GridTrack { .breadth(.points(points)) }
  /// A percentage of the grid.
  public static func percent(_ percent: Double) -> GridTrack { .breadth(.percent(percent)) }
  /// A share of the remaining room.
  public static func fraction(_ factor: Double) -> GridTrack { .breadth(.fraction(factor)) }
  /// The size of the content, and what remains of the room.
  public static let auto = GridTrack.breadth(.auto)
  /// The smallest size of the content.
  public static let minContent = GridTrack.breadth(.minContent)
  /// The size of the content with unlimited room.
  public static let maxContent = GridTrack.breadth(.maxContent)
}

/// A limit of the size of a track. Numbers that are negative or not finite count as 0.
public enum GridBreadth: Hashable, Sendable {
  /// A length in points.
  case points(Double)
  /// A percentage of the grid; `auto` as long as the size of the grid follows from its tracks.
  case percent(Double)
  /// A percentage of the grid with points added, as in `calc(50% - 8px)`. Below 0 it counts as 0, and
  /// as `auto` where a percentage does.
  case calc(LayoutLength.Sum)
  /// A share of the remaining room: `fr`.
  case fraction(Double)
  /// The content decides.
  case auto
  /// The smallest size of the content.
  case minContent
  /// The size of the content with unlimited room.
  case maxContent
}
