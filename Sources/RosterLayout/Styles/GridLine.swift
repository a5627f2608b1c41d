/// Where a box begins or ends in a grid along an axis (CSS Grid 2, section 8.3).
public struct GridLine: Hashable, Sendable {
  /// The greatest number of a line or a span, the most tracks of a list, and the most repetitions.
  /// Numbers beyond it count as that (section 8.7).
  public static let limit = 10_000

  enum Kind: UInt8 {
    case auto
    case line
    case span
  }

  let kind: Kind
  private let short: Int16

  private init(_ kind: Kind, _ number: Int) {
    self.kind = kind
    short = Int16(max(-Self.limit, min(number, Self.limit)))
  }

  /// The next free place.
  public static let auto = GridLine(.auto, 0)

  /// A line of the tracks that the container names: 1 is the first line, -1 the last; 0 is ``auto``.
  public static func line(_ number: Int) -> GridLine {
    number == 0 ? .auto : GridLine(.line, number)
  }

  /// As many tracks from the other line as a number says; at least 1.
  public static func span(_ count: Int) -> GridLine { GridLine(.span, max(count, 1)) }

  /// The number of the line or of the tracks.
  var number: Int { Int(short) }
}

extension GridLine {
  /// The number of the line; `nil` if it has none.
  package var lineNumber: Int? { kind == .line ? number : nil }
  /// The number of tracks; `nil` if none is given.
  package var spanCount: Int? { kind == .span ? number : nil }
}

/// The lines between which a box stands along an axis of a grid.
public struct GridLines: Hashable, Sendable {
  /// Where it begins.
  public var start: GridLine
  /// Where it ends.
  public var end: GridLine

  /// Makes a place between lines.
  public init(_ start: GridLine = .auto, _ end: GridLine = .auto) {
    self.start = start
    self.end = end
  }
}
