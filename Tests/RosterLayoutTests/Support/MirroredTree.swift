import RosterLayout

/// A tree with its left and right sides exchanged.
enum MirroredTree {
  static func mirrored(_ node: LayoutNode) -> LayoutNode {
    var style = node.style
    for edges in [\LayoutStyle.margin, \.padding, \.border, \.insets] {
      let left = style[keyPath: edges].left
      style[keyPath: edges].left = style[keyPath: edges].right
      style[keyPath: edges].right = left
    }
    guard case .flex(let container, let children) = node.content else {
      return LayoutNode(style: style, content: node.content)
    }
    return LayoutNode(style: style, content: .flex(container, children.map(mirrored)))
  }
}

extension LayoutOutline {
  /// Whether two layouts are the same but for the last digits, and for nodes that have no place.
  static func areClose(_ first: LayoutOutline, _ second: LayoutOutline) -> Bool {
    guard first.children.count == second.children.count else { return false }
    let isNowhere = first.size == .zero && second.size == .zero
    let pairs = [
      (first.position.x, second.position.x), (first.position.y, second.position.y),
      (first.size.width, second.size.width), (first.size.height, second.size.height),
    ]
    return (isNowhere || pairs.allSatisfy { ($0 - $1).magnitude < 0.0001 })
      && zip(first.children, second.children).allSatisfy { areClose($0, $1) }
  }
}
