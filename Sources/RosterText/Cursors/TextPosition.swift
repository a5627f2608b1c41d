public import RosterLayout

/// A place between two characters of a text, where a cursor can stand.
///
/// Where a line is wrapped, one offset has two places: the end of the line and the start of the
/// next one. The affinity says which is meant.
///
///     |one    |    offset 4, upstream: behind the space of the first line
///     |two    |    offset 4, downstream: before the "t"
///
/// Where text from left to right and from right to left meet, one offset has two places as well:
/// behind the character before it (upstream), and before the one behind it.
public struct TextPosition: Hashable, Sendable {
  /// The side of a wrapped line's end, or of a place at which directions meet.
  public enum Affinity: String, Hashable, Sendable, Codable {
    /// The end of the line; behind a character.
    case upstream
    /// The start of the next line; before a character.
    case downstream
  }

  /// The distance from the start of the text, in UTF-8 code units.
  public var offset: Int
  /// The place, where the offset has two. It does not count elsewhere.
  public var affinity: Affinity

  /// Makes a position.
  public init(offset: Int, affinity: Affinity = .downstream) {
    (self.offset, self.affinity) = (offset, affinity)
  }
}

/// A rectangle in a line of a text: a cursor, or what is selected of the line.
public struct TextRectangle: Hashable, Sendable {
  /// The index of the line.
  public var line: Int
  /// The upper left corner, from that of the text.
  public var origin: Point
  /// The width and the height. A cursor has no width.
  public var size: Size

  /// Makes a rectangle.
  public init(line: Int, origin: Point, size: Size) {
    (self.line, self.origin, self.size) = (line, origin, size)
  }
}
