import RosterLayout

/// A layout as values that can be compared.
struct LayoutOutline: Hashable, CustomStringConvertible {
  var position: Point
  var size: Size
  var baseline: Double
  var zOrder: [Int]?
  var children: [LayoutOutline]

  init(_ layout: Layout, at position: Point = .zero) {
    self.position = position
    size = layout.size
    baseline = layout.baseline
    zOrder = layout.zOrder
    children = layout.children.map { LayoutOutline($0.layout, at: $0.position) }
  }

  var description: String {
    let inner = children.isEmpty ? "" : "[\(children.map(\.description).joined(separator: " "))]"
    return "(\(position.x) \(position.y) \(size.width)x\(size.height) \(baseline))\(inner)"
  }

  /// The same with the left and the right side exchanged.
  func mirrored(in width: Double) -> LayoutOutline {
    var mirrored = self
    mirrored.position.x = width - position.x - size.width
    mirrored.children = children.map { $0.mirrored(in: size.width) }
    return mirrored
  }

  /// Whether every number in it is finite.
  var isFinite: Bool {
    [position.x, position.y, size.width, size.height, baseline].allSatisfy { $0.isFinite }
      && children.allSatisfy { $0.isFinite }
  }
}

extension LayoutPass {
  func outline(_ root: LayoutNode, in range: SizeRange = SizeRange()) throws -> LayoutOutline {
    var cache = LayoutCache()
    return LayoutOutline(try layout(root, in: range, cache: &cache))
  }
}

extension LayoutNode {
  /// A box with boxes in it.
  static func flex(
    _ direction: FlexDirection = .column, _ children: [LayoutNode] = [],
    isBoundary: Bool = false,
    _ edit: (inout LayoutStyle, inout FlexContainer) -> Void = { _, _ in }
  ) -> LayoutNode {
    var style = LayoutStyle()
    var container = FlexContainer()
    container.direction = direction
    edit(&style, &container)
    return LayoutNode(
      style: style, content: .flex(container, children), isBoundary: isBoundary)
  }

  /// A box of a size; `nil` is `auto`.
  static func box(
    _ width: Double?, _ height: Double?, _ edit: (inout LayoutStyle) -> Void = { _ in }
  ) -> LayoutNode {
    flex { style, _ in
      style.width = width.map { .points($0) } ?? .auto
      style.height = height.map { .points($0) } ?? .auto
      edit(&style)
    }
  }
}

/// A tree with its left and right sides exchanged.
enum MirroredTree {
  static func mirrored(_ node: LayoutNode) -> LayoutNode {
    var style = node.style
    for edges in [\LayoutStyle.margin, \.padding, \.border, \.insets] {
      let left = style[keyPath: edges].left
      style[keyPath: edges].left = style[keyPath: edges].right
      style[keyPath: edges].right = left
    }
    let content: LayoutContent =
      switch node.content {
      case .flex(let container, let children): .flex(container, children.map(mirrored))
      case .grid(let container, let children): .grid(container, children.map(mirrored))
      case .measured, .rule: node.content
      }
    return LayoutNode(style: style, content: content)
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
