/// How a text is set.
public struct TextOptions: Hashable, Sendable {
  /// Where lines may end.
  public var wrapping: TextWrapping
  /// The number of lines that are shown at most; `nil`, or less than 1, for all of them.
  public var maximumLines: Int?
  /// How the last of these lines ends if there would be more.
  public var truncation: TextTruncation
  /// Whether newlines end a line; if not, each of them is a space.
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
