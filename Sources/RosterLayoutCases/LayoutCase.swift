public import RosterLayout

/// A tree to lay out, and perhaps what is to come out, as a file of cases has it.
public struct LayoutCase: Sendable {
  public let name: String
  public let direction: LayoutDirection
  public let root: LayoutNode
  /// What is to come out; `nil` if the file does not say.
  public let expected: Frame?
}

/// Where a box is in its parent, and how large, with the boxes in it.
public struct Frame: Hashable, Sendable {
  public var left: Double
  public var top: Double
  public var width: Double
  public var height: Double
  public var children: [Frame]

  /// Makes a frame.
  public init(left: Double, top: Double, width: Double, height: Double, children: [Frame] = []) {
    self.left = left
    self.top = top
    self.width = width
    self.height = height
    self.children = children
  }
}
