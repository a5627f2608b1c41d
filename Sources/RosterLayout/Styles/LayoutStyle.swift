/// The properties of a box, apart from its content, and its place in its parent.
///
/// The names and defaults are those of CSS, except for two defaults: ``boxSizing`` is `.borderBox`,
/// and ``flexShrink`` is 0.
public struct LayoutStyle: Hashable, Sendable {
  // MARK: The box

  /// Whether and how the box takes part in the layout.
  public var display = BoxDisplay.box
  /// The part of the box that ``width``, ``height`` and their limits measure.
  public var boxSizing = BoxSizing.borderBox
  /// Whether the box is not shown in its flex container: `visibility: collapse`. It takes no room
  /// along the main axis, but its line stays at least as large across it as with the box, so that
  /// the container does not change its size as the box comes and goes (CSS Flexbox 1, section 4.4).
  /// Elsewhere it has no effect.
  public var isCollapsed = false
  /// How the box treats content that is wider than it. Boxes that scroll along one of the axes may
  /// shrink below the size of their content (CSS Flexbox 1, section 4.5).
  public var overflowX = Overflow.visible
  /// How the box treats content that is higher than it; see ``overflowX``.
  public var overflowY = Overflow.visible
  /// The direction of the content; `nil` for that of the parent.
  public var layoutDirection: WritingDirection?
  /// The width of the box.
  public var width = LayoutLength.auto
  /// The height of the box.
  public var height = LayoutLength.auto
  /// The minimum width. `.auto` is 0, except for items along a main axis, where it is the size of
  /// the content (CSS Flexbox 1, section 4.5); set 0 to let them shrink below that.
  public var minWidth = LayoutLength.auto
  /// The minimum height; `.auto` as for ``minWidth``.
  public var minHeight = LayoutLength.auto
  /// The maximum width; `.auto` for none.
  public var maxWidth = LayoutLength.auto
  /// The maximum height; `.auto` for none.
  public var maxHeight = LayoutLength.auto
  /// Width divided by height; `nil` for none.
  public var aspectRatio: Double?

  // MARK: In the parent

  /// The reference of the box's position.
  public var position = BoxPosition.relative
  /// The factor by which the box shares the remaining room of its line.
  public var flexGrow = 0.0
  /// The factor by which the box shrinks if its line is too long.
  public var flexShrink = 0.0
  /// The size along the main axis before the box grows or shrinks.
  public var flexBasis = FlexBasis.dimension(.auto)
  /// The alignment of the box; `nil` for ``FlexContainer/alignItems`` or
  /// ``GridContainer/alignItems`` of the parent.
  public var alignSelf: ItemAlignment?

  // MARK: What is not stored under its own name

  /// The padding and the margin, unless ``rare`` has others.
  private(set) var evenPadding = EvenEdges()
  private(set) var evenMargin = EvenEdges()
  /// What few styles give; `nil` if everything in it has its default.
  private(set) var rare: RareProperties?

  /// Makes a style in which everything has its default.
  public init() {}
}

extension LayoutStyle {
  /// The room between the border and the content.
  public var padding: Edges {
    get { rare?.values.padding ?? Edges(evenPadding) }
    set {
      let uneven = evenPadding.take(newValue)
      if uneven != nil || rare != nil { changeRare { $0.padding = uneven } }
    }
  }

  /// The widths of the border; only points count.
  public var border: Edges {
    get { rareValues.border }
    set { changeRare { $0.border = newValue } }
  }

  /// The room around the box; `.auto` takes the remaining room.
  public var margin: Edges {
    get { rare?.values.margin ?? Edges(evenMargin) }
    set {
      let uneven = evenMargin.take(newValue)
      if uneven != nil || rare != nil { changeRare { $0.margin = uneven } }
    }
  }

  /// The insets of a positioned box; with `.auto`, the default, the other properties decide.
  public var insets: Edges {
    get { rareValues.insets }
    set { changeRare { $0.insets = newValue } }
  }

  /// The points between the box and what is before it along the main axis, in addition to the gap;
  /// a margin at that edge that is not 0 counts instead. The edge is that where the container
  /// begins, and that of what comes before it in a container that is reversed.
  public var spacingBefore: Double {
    get { rareValues.spacingBefore }
    set { changeRare { $0.spacingBefore = newValue } }
  }

  /// The points between the box and what is behind it along the main axis; see ``spacingBefore``.
  public var spacingAfter: Double {
    get { rareValues.spacingAfter }
    set { changeRare { $0.spacingAfter = newValue } }
  }

  /// The order in which siblings are placed: those of lower order first.
  public var order: Int {
    get { rareValues.order }
    set { changeRare { $0.order = newValue } }
  }

  /// The order in which siblings are drawn: those of higher index are in front.
  public var zIndex: Int {
    get { rareValues.zIndex }
    set { changeRare { $0.zIndex = newValue } }
  }
}

/// In a grid.
extension LayoutStyle {
  /// The columns of the box in a grid.
  public var gridColumn: GridLines {
    get { rareValues.gridColumn }
    set { changeRare { $0.gridColumn = newValue } }
  }

  /// The rows of the box in a grid.
  public var gridRow: GridLines {
    get { rareValues.gridRow }
    set { changeRare { $0.gridRow = newValue } }
  }

  /// Where the box stands between the lines of its columns in a grid, or an absolute box between its
  /// left and its right inset; `nil` for ``GridContainer/justifyItems`` of the parent.
  public var justifySelf: ItemAlignment? {
    get { rareValues.justifySelf }
    set { changeRare { $0.justifySelf = newValue } }
  }
}

extension LayoutStyle {
  private var rareValues: RareProperties.Values { rare?.values ?? RareProperties.Values() }

  private mutating func changeRare(_ change: (inout RareProperties.Values) -> Void) {
    var values = rareValues
    change(&values)
    rare = values == RareProperties.Values() ? nil : RareProperties(values)
  }
}

/// Edges of which opposite ones have one length.
struct EvenEdges: Hashable {
  var vertical: LayoutLength = 0
  var horizontal: LayoutLength = 0

  /// Takes over edges.
  ///
  /// - Returns: The edges, if they do not fit in here because opposite ones differ, or because the
  ///   direction of text gives one. What is here has its defaults then.
  mutating func take(_ edges: Edges) -> Edges? {
    let isEven =
      edges.top == edges.bottom && edges.left == edges.right && edges.start == nil
      && edges.end == nil
    self = isEven ? EvenEdges(vertical: edges.top, horizontal: edges.left) : EvenEdges()
    return isEven ? nil : edges
  }
}

extension Edges {
  fileprivate init(_ edges: EvenEdges) {
    self.init(vertical: edges.vertical, horizontal: edges.horizontal)
  }
}

/// The properties that few styles give. They stand apart, so that styles are small: a tree has one
/// for each of its boxes.
final class RareProperties: Hashable, Sendable {
  struct Values: Hashable, Sendable {
    var padding: Edges?
    var margin: Edges?
    var border = Edges()
    var insets = Edges(.auto)
    var spacingBefore = 0.0
    var spacingAfter = 0.0
    var order = 0
    var zIndex = 0
    var gridColumn = GridLines()
    var gridRow = GridLines()
    var justifySelf: ItemAlignment?
  }

  let values: Values

  init(_ values: Values) { self.values = values }

  static func == (first: RareProperties, second: RareProperties) -> Bool {
    first === second || first.values == second.values
  }

  func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

/// How flexbox places the content of a box.
public struct FlexContainer: Hashable, Sendable {
  /// The main axis and its direction (CSS Flexbox 1, section 5.1).
  public var direction = FlexDirection.column
  /// Whether the content may form several lines (section 5.2).
  public var wrap = FlexWrap.noWrap
  /// How boxes are distributed along the main axis (section 8.2).
  public var justifyContent = ContentDistribution.flexStart
  /// Where boxes stand across the main axis (section 8.3).
  public var alignItems = ItemAlignment.stretch
  /// How lines are distributed if there may be several (section 8.4).
  ///
  /// `.flexStart` by default, and not `.stretch` as in CSS.
  public var alignContent = ContentDistribution.flexStart
  /// The gap between boxes of a line, or between lines, one above the other; in points or percent.
  public var rowGap: LayoutLength = 0
  /// The gap between boxes of a line, or between lines, side by side; in points or percent.
  public var columnGap: LayoutLength = 0

  /// Makes a container in which everything has its default.
  public init() {}
}

extension LayoutStyle {
  /// How the box treats content that is larger than it, along both axes: ``overflowX`` and
  /// ``overflowY``. Of two that differ, the first one that is not `.visible`.
  public var overflow: Overflow {
    get { overflowX == .visible ? overflowY : overflowX }
    set { (overflowX, overflowY) = (newValue, newValue) }
  }
}

extension LayoutStyle {
  /// Makes a style that a function changes.
  ///
  ///     let card = LayoutStyle { style in
  ///       style.padding = Edges(8)
  ///       style.flexGrow = 1
  ///     }
  public init(_ configure: (inout LayoutStyle) -> Void) {
    self.init()
    configure(&self)
  }
}

extension FlexContainer {
  /// Makes a container that a function changes.
  public init(_ configure: (inout FlexContainer) -> Void) {
    self.init()
    configure(&self)
  }
}
