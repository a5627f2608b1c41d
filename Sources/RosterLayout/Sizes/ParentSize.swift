/// The size that percentages refer to: that of the parent, as far as it is known while the children
/// are laid out.
public struct ParentSize: Hashable, Sendable {
  /// The width; `nil` if it follows from the children.
  public var width: Double?
  /// The height; `nil` if it follows from the children.
  public var height: Double?

  /// Makes a size of the known lengths.
  public init(width: Double? = nil, height: Double? = nil) {
    self.width = width
    self.height = height
  }
}
