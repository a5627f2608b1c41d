/// What a box is like, whatever is in it, and how it stands in its parent.
///
/// The words are those of CSS; what is left out has the value that CSS gives it, but for
/// ``boxSizing``, which begins with `.borderBox`, and ``flexShrink``, which begins with 0.
public struct LayoutStyle: Hashable, Sendable {
  // MARK: The box

  /// Whether and how the box is there.
  public var display = Display.box
  /// What ``width``, ``height`` and their limits measure.
  public var boxSizing = BoxSizing.borderBox
  /// What becomes of content that is larger than the box. Boxes that do not show it may shrink
  /// below it (CSS Flexbox 1, section 4.5).
  public var overflow = Overflow.visible
  /// The direction of what is in the box; `nil` takes that of the parent.
  public var layoutDirection: LayoutDirection?
  /// How wide the box is.
  public var width = Dimension.auto
  /// How high the box is.
  public var height = Dimension.auto
  /// How narrow the box may be. `.auto` is 0, but for items along a main axis the size of the
  /// content (CSS Flexbox 1, section 4.5); set 0 to let them shrink below that.
  public var minWidth = Dimension.auto
  /// How low the box may be; `.auto` as for ``minWidth``.
  public var minHeight = Dimension.auto
  /// `.auto` for no maximum.
  public var maxWidth = Dimension.auto
  /// `.auto` for no maximum.
  public var maxHeight = Dimension.auto
  /// The width by the height; `nil` for none.
  public var aspectRatio: Double?
  /// The room between the border and the content.
  public var padding = Edges()
  /// The widths of the border; only points count.
  public var border = Edges()

  // MARK: In the parent

  /// The room around the box; `.auto` takes what is left.
  public var margin = Edges()
  /// What the box's place goes by.
  public var position = Position.relative
  /// Where a positioned box is; `.auto`, the default, leaves that to the rest.
  public var insets = Edges(.auto)
  /// Which share of the room that is left in its line the box takes.
  public var flexGrow = 0.0
  /// Which share of what its line is too long by the box gives up.
  public var flexShrink = 0.0
  /// The size along the main axis before the box grows or shrinks.
  public var flexBasis = FlexBasis.dimension(.auto)
  /// `nil` takes ``FlexContainer/alignItems`` of the parent.
  public var alignSelf: ItemAlignment?
  /// Where the box stands among its siblings while they are placed: those of lower order come
  /// first.
  public var order = 0
  /// What is drawn above what: boxes of higher index are in front of their siblings.
  public var zIndex = 0

  /// Makes a style in which everything has its default.
  public init() {}
}
