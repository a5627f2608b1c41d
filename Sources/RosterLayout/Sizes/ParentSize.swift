/// What percentages refer to: the size of the parent, as far as it is known while its children are
/// laid out.
public struct ParentSize: Hashable, Sendable {
  /// `nil` if the width of the parent follows from that of its children.
  public var width: Double?
  /// `nil` if the height of the parent follows from that of its children.
  public var height: Double?

  /// Makes a size of what is known.
  public init(width: Double? = nil, height: Double? = nil) {
    self.width = width
    self.height = height
  }
}
