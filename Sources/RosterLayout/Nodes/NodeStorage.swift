/// The memory of a node: what it is, and its style as the solver reads it.
///
/// A node is one block of memory, which begins with what a pass reads: a tree has many nodes, and a pass spends most of its
/// time on reading them out of memory. The block is a buffer of one element, since its address stays the same as long as
/// the buffer lives, and the addresses of a class's properties do not. So a pass reads styles by their addresses, and counts
/// no references.
final class NodeStorage: ManagedBuffer<NodeExtent, NodeBody> {
  static func make(
    _ style: LayoutStyle, _ content: LayoutContent, isBoundary: Bool
  ) -> NodeStorage {
    let children = content.children
    var extent = NodeExtent()
    for child in children { extent.add(child.storage.header) }
    // Not a cast: systems before macOS 15 and iOS 18 cannot cast from a type with a parameter that is
    // not copied.
    let buffer = Unmanaged.passRetained(create(minimumCapacity: 1) { _ in extent })
    let storage = Unmanaged<NodeStorage>.fromOpaque(buffer.toOpaque()).takeRetainedValue()
    // Made where it stays: styles are large.
    storage.body.initialize(to: NodeBody(style, content, children, isBoundary: isBoundary))
    return storage
  }

  deinit {
    if header.levels > Self.levelsFreedByRecursion { Self.dismantle(takeChildren()) }
    withUnsafeMutablePointerToElements { body in
      body.pointee.boxStyle.deallocate()
      _ = body.deinitialize(count: 1)
    }
  }

  private var body: UnsafeMutablePointer<NodeBody> {
    withUnsafeMutablePointerToElements { $0 }
  }

  /// The style as the solver reads it, for text from left to right. It lives as long as the node.
  var boxStyle: UnsafePointer<BoxStyle> {
    UnsafeRawPointer(body).assumingMemoryBound(to: BoxStyle.self)
  }

  var style: LayoutStyle { body.pointee.style }
  /// The boxes in the box.
  var children: [LayoutNode] { body.pointee.children }
  var arrangement: NodeArrangement { _read { yield body.pointee.arrangement } }

  /// The content of the box.
  var content: LayoutContent {
    switch body.pointee.arrangement {
    case .flex(let container): .flex(container, children)
    case .grid(let kept): .grid(kept.container, children)
    case .measured(let content): .measured(content)
    case .rule(let rule): .rule(rule, children)
    }
  }

  /// Measures the content of the box, if that has a size of its own.
  func measure(_ width: AvailableLength, _ height: AvailableLength) -> MeasuredSize {
    switch body.pointee.arrangement {
    case .measured(let content): content.measure(width: width, height: height)
    default: MeasuredSize(size: .zero)
    }
  }

  // MARK: Freeing

  private static let levelsFreedByRecursion = 64

  /// Frees nodes without recursion, since a deep tree would overflow the stack. The children of each
  /// node without other references are taken out before the node is freed.
  private static func dismantle(_ children: consuming [LayoutNode]) {
    var pending = children.map(\.storage)
    children = []
    while var node = pending.popLast() {
      if node.header.levels > levelsFreedByRecursion, isKnownUniquelyReferenced(&node) {
        pending += node.takeChildren().map(\.storage)
      }
    }
  }

  private func takeChildren() -> [LayoutNode] {
    let taken = children
    body.pointee.children = []
    return taken
  }
}

/// How far a tree extends below a node.
struct NodeExtent {
  /// The number of levels of boxes from the node down, including itself.
  private(set) var levels = 1
  /// The number of boxes from the node down, including itself; `Int.max` if there are more.
  private(set) var count = 1

  mutating func add(_ child: NodeExtent) {
    levels = max(levels, child.levels + 1)
    let sum = count.addingReportingOverflow(child.count)
    count = sum.overflow ? .max : sum.partialValue
  }
}

/// What a node consists of. What a pass reads is first, and the style, which it rarely reads, last.
struct NodeBody: ~Copyable {
  var boxStyle: BoxStyle
  var children: [LayoutNode]
  let arrangement: NodeArrangement
  let style: LayoutStyle

  init(
    _ style: LayoutStyle, _ content: LayoutContent, _ children: [LayoutNode], isBoundary: Bool
  ) {
    arrangement = NodeArrangement(content)
    boxStyle = BoxStyle(style, arrangement, rightToLeft: false)
    boxStyle.isBoundary = isBoundary
    for child in children { boxStyle.note(child.storage.boxStyle) }
    self.children = children
    self.style = style
  }
}

/// The way in which the boxes in a box are placed, or what is in it instead of boxes.
///
/// It is not copied, since a copy of content takes a call of its own each time it is measured.
enum NodeArrangement: ~Copyable, Sendable {
  case flex(FlexContainer)
  case grid(KeptGrid)
  case measured(any MeasuredContent)
  case rule(any LayoutRule)

  init(_ content: LayoutContent) {
    switch content {
    case .flex(let container, _): self = .flex(container)
    case .grid(let grid, _): self = .grid(KeptGrid(grid))
    case .measured(let content): self = .measured(content)
    case .rule(let rule, _): self = .rule(rule)
    }
  }

  /// The container of flexbox.
  var flex: FlexContainer? {
    switch self {
    case .flex(let container): container
    default: nil
    }
  }

  /// The container of a grid.
  var grid: GridContainer? {
    switch self {
    case .grid(let kept): kept.container
    default: nil
    }
  }

  /// The rule that places the boxes.
  var rule: (any LayoutRule)? {
    switch self {
    case .rule(let rule): rule
    default: nil
    }
  }
}

/// The container of a grid, in memory of its own: it is large, and most nodes are none.
final class KeptGrid: Sendable {
  let container: GridContainer

  init(_ container: GridContainer) { self.container = container }
}

extension LayoutContent {
  /// The boxes in the box.
  fileprivate var children: [LayoutNode] {
    switch self {
    case .flex(_, let children), .grid(_, let children), .rule(_, let children): children
    case .measured: []
    }
  }
}
