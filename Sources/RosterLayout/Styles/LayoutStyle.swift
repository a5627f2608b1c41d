/// What a box is like, whatever is in it, and how it stands in its parent.
///
/// The words are those of CSS; what is left out has the value that CSS gives it, but for
/// ``boxSizing``, which begins with `.borderBox`, and ``flexShrink``, which begins with 0.
public struct LayoutStyle: Hashable, Sendable {
  // MARK: The box

  public var display = Display.box
  public var boxSizing = BoxSizing.borderBox
  public var overflow = Overflow.visible
  /// The direction of what is in the box; `nil` takes that of the parent.
  public var layoutDirection: LayoutDirection?
  public var width = Dimension.auto
  public var height = Dimension.auto
  public var minWidth = Dimension.auto
  public var minHeight = Dimension.auto
  /// `.auto` for no maximum.
  public var maxWidth = Dimension.auto
  /// `.auto` for no maximum.
  public var maxHeight = Dimension.auto
  /// The width by the height; `nil` for none.
  public var aspectRatio: Double?
  public var padding = Edges()
  /// The widths of the border; only points count.
  public var border = Edges()

  // MARK: In the parent

  public var margin = Edges()
  public var position = Position.relative
  /// Where a positioned box is; `.auto`, the default, leaves that to the rest.
  public var insets = Edges(.auto)
  public var flexGrow = 0.0
  public var flexShrink = 0.0
  public var flexBasis = FlexBasis.dimension(.auto)
  /// `nil` takes ``FlexContainer/alignItems`` of the parent.
  public var alignSelf: ItemAlignment?
  /// Where the box stands among its siblings while they are placed: those of lower order come first.
  public var order = 0
  /// What is drawn above what: boxes of higher index are in front of their siblings.
  public var zIndex = 0

  /// Makes a style in which everything has its default.
  public init() {}
}
