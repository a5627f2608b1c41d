import RosterLayout

/// A tree of boxes as both sides of the benchmark of layout are made from it.
struct BoxTree {
  /// What is measured of a box; NaN is a length that is not given.
  struct Box {
    var parent = 0
    /// The number of words; 0 for a box that is no text.
    var words = 0
    /// Whether it is a grid, which Yoga does not know.
    var isGrid = false
    var isRow = false
    var wraps = false
    var isSpacedBetween = false
    var isCentered = false
    var grow = 0.0
    var shrink = 0.0
    var basis = Double.nan
    var width = Double.nan
    var height = Double.nan
    var margin = 0.0
    var padding = 0.0
  }

  let name: String
  let width: Double
  private(set) var boxes: [Box] = []
  /// The numbers of the boxes in each box.
  private var children: [[Int]] = []

  init(name: String, width: Double) {
    self.name = name
    self.width = width
  }

  /// Adds a box behind its parent and the siblings before it, and returns its number.
  @discardableResult
  mutating func add(to parent: Int, _ set: (inout Box) -> Void) -> Int {
    var box = Box()
    box.parent = parent
    set(&box)
    if !boxes.isEmpty { children[parent].append(boxes.count) }
    boxes.append(box)
    children.append([])
    return boxes.count - 1
  }

  /// The tree for Roster.
  func node() -> LayoutNode {
    // From the last one, since a node is made of its children.
    var nodes: [LayoutNode] = []
    nodes.reserveCapacity(boxes.count)
    for index in boxes.indices.reversed() {
      let inside = children[index].map { nodes[boxes.count - 1 - $0] }
      nodes.append(Self.node(boxes[index], inside))
    }
    return nodes[boxes.count - 1]
  }

  private static func node(_ box: Box, _ children: [LayoutNode]) -> LayoutNode {
    var style = LayoutStyle()
    style.flexGrow = box.grow
    style.flexShrink = box.shrink
    if !box.basis.isNaN { style.flexBasis = .dimension(.points(box.basis)) }
    if !box.width.isNaN { style.width = .points(box.width) }
    if !box.height.isNaN { style.height = .points(box.height) }
    if box.margin != 0 { style.margin = Edges(.points(box.margin)) }
    if box.padding != 0 { style.padding = Edges(.points(box.padding)) }
    if box.words > 0 {
      return LayoutNode(
        style: style, content: .measured(BenchmarkText(words: Double(box.words))))
    }
    if box.isGrid { return LayoutNode(style: style, content: .grid(Self.photos, children)) }
    var container = FlexContainer()
    if box.isRow { container.direction = .row }
    if box.wraps { container.wrap = .wrap }
    if box.isSpacedBetween { container.justifyContent = .spaceBetween }
    if box.isCentered { container.alignItems = .center }
    return LayoutNode(style: style, content: .flex(container, children))
  }

  /// As many columns as there is room for, as a list of photos has them.
  private static let photos = GridContainer { grid in
    grid.columns = [.autoFill([.minmax(.points(90), .fraction(1))])]
    (grid.rowGap, grid.columnGap) = (4, 4)
  }

  /// Whether Yoga can lay out the tree.
  var isKnownToYoga: Bool { !boxes.contains(where: \.isGrid) }

  /// The tree for Yoga: thirteen numbers a box, as `Tools/yoga/harness.cpp` reads them.
  var numbers: [Float] {
    boxes.flatMap { box in
      [
        Float(box.parent), Float(box.words), box.isRow ? 1 : 0, box.wraps ? 1 : 0,
        box.isSpacedBetween ? 1 : 0, box.isCentered ? 1 : 0, Float(box.grow), Float(box.shrink),
        Float(box.basis), Float(box.width), Float(box.height), Float(box.margin),
        Float(box.padding),
      ]
    }
  }
}
