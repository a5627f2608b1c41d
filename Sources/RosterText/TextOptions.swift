/// The options for the lines of a text.
public struct TextOptions: Hashable, Sendable {
  /// The places where lines may end.
  public var wrapping: TextWrapping
  /// The maximum number of visible lines; `nil`, or less than 1, for all of them.
  public var maximumLines: Int?
  /// How the last line ends if the text continues.
  public var truncation: TextTruncation
  /// Whether a newline ends a line; if not, it counts as a space.
  public var preservesNewlines: Bool

  /// Makes options.
  public init(
    wrapping: TextWrapping = .words, maximumLines: Int? = nil,
    truncation: TextTruncation = .ellipsis, preservesNewlines: Bool = true
  ) {
    self.wrapping = wrapping
    self.maximumLines = maximumLines
    self.truncation = truncation
    self.preservesNewlines = preservesNewlines
  }
}
