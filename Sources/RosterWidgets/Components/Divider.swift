public import RosterComponents
internal import RosterJSON
internal import RosterLayout

/// A line between components: in a column from side to side, in a row from top to bottom.
public struct Divider: Component, Equatable {
  /// The direction of a line.
  public enum Axis: String, Sendable {
    case horizontal
    case vertical
  }

  /// The direction of the line.
  public let axis: Axis

  /// Makes a line.
  public init(_ axis: Axis = .horizontal) { self.axis = axis }

  /// Returns the view.
  public func body(_ scope: Scope<Self>) -> Node<Never> {
    let style = scope.style(\.divider)
    var attributes: ViewAttributes = ["axis": .string(axis.rawValue)]
    attributes.set("color", style.color, in: scope)
    // The length is that of the container, which stretches what stands in it.
    return Node(
      ViewNode<Never>(ViewSpec("divider", attributes: attributes)).layout { layout in
        layout.alignSelf = .stretch
        switch axis {
        case .horizontal: layout.height = .points(style.thickness)
        case .vertical: layout.width = .points(style.thickness)
        }
      })
  }
}

/// Room that grows, and pushes its neighbours apart. It has no view.
///
///     Flex(.row) {
///       Text(post.author)
///       Spacer()
///       LikeButton()
///     }
public struct Spacer: Component, Equatable {
  /// The least length, in points.
  public let length: Double

  /// Makes room.
  ///
  /// - Parameter length: The least length; one that is negative or not finite counts as 0.
  public init(_ length: Double = 0) { self.length = length.isFinite ? max(0, length) : 0 }

  /// Returns an empty box.
  public func body(_ scope: Scope<Self>) -> Node<Never> {
    EmptyBox<Never>().grow(1).basis(.points(length))
  }
}
