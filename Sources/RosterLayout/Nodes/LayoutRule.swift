/// A way to lay out the children of a node other than flexbox: an inset, a ratio, or a rule of the
/// application.
///
/// A rule is a pure function. Its result is clamped to the range. A pass first calls it several
/// times with different ranges for its size, and at last for the places of its children. The last
/// call gets the range from which the size of the node comes; in a flex container it gets the one
/// size that the node has there.
public protocol LayoutRule: Sendable {
  /// Lays out children.
  ///
  /// - Parameters:
  ///   - children: The children. The rule may lay out each of them as often as it needs, within any
  ///     ranges.
  ///   - range: The sizes that the result may have.
  ///   - parentSize: The size that percentages refer to: that of the node around this one.
  func layout(
    _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
  ) -> RuleLayout
}

/// The children of a node, for the rule that lays them out.
public struct LayoutChildren {
  let solver: LayoutSolver
  let parent: Int
  let endless: LayoutSolver.Endlessness

  /// The number of children.
  public var count: Int { Int(solver.boxes[parent].childCount) }

  /// Lays out a child. A rule may lay out a child several times; the layout that it places counts.
  ///
  /// The style of the child applies within `range`. A child whose width follows from its content is
  /// as wide as the content wants to be, within `range`.
  ///
  /// - Parameters:
  ///   - index: The index of the child.
  ///   - range: The sizes that the child may have.
  ///   - parentSize: The size that percentages of the child refer to.
  /// - Complexity: That of measuring the child; O(1) if it was last measured within the same range.
  public func layout(_ index: Int, in range: SizeRange, parentSize: ParentSize) -> ChildLayout {
    precondition(index >= 0 && index < count, "a rule lays out children of its own")
    let child = Int(solver.boxes[parent].firstChild) + index
    if solver.boxes[child].isHidden {
      return ChildLayout(
        size: .zero, heightIsDefinite: true, baseline: ChildBaseline(solver: solver, box: child))
    }
    let (size, heightIsDefinite) = solver.size(
      child, in: range, parentWidth: parentSize.width ?? .nan,
      parentHeight: parentSize.height ?? .nan, endless: endless)
    return ChildLayout(
      size: size, heightIsDefinite: heightIsDefinite,
      baseline: ChildBaseline(solver: solver, box: child))
  }
}

/// The layout of a child.
public struct ChildLayout {
  /// The size of the child.
  public let size: Size
  /// Whether percentages in the child may refer to its height.
  let heightIsDefinite: Bool
  private let source: ChildBaseline

  init(size: Size, heightIsDefinite: Bool, baseline: ChildBaseline) {
    self.size = size
    self.heightIsDefinite = heightIsDefinite
    source = baseline
  }

  /// The baseline of the child's first line of text, from the top; the lower edge if there is no
  /// text.
  ///
  /// - Complexity: That of laying out the child, at the first access. A rule that only passes the
  ///   baseline on names the child instead (``RuleLayout/baselineChild``); the baseline is then
  ///   computed when it is needed.
  public var baseline: Double {
    source.solver.baseline(
      source.box, width: size.width, height: size.height, heightIsDefinite: heightIsDefinite,
      isLast: false)
  }
}

/// Computes the baseline of a child.
struct ChildBaseline {
  let solver: LayoutSolver
  let box: Int
}

/// The result of a rule.
public struct RuleLayout {
  /// The size of the whole.
  public var size: Size
  /// The children with their places, from back to front. Children that are missing here are not
  /// shown.
  public var children: [PlacedChild]
  /// The baseline of the first line of text, from the top; `nil` for that of ``baselineChild``.
  public var baseline: Double?
  /// The child whose baseline is that of the whole; `nil` for the first child that is placed.
  /// Without children the baseline is the lower edge.
  public var baselineChild: Int?

  /// Makes a result.
  public init(
    size: Size, children: [PlacedChild] = [], baseline: Double? = nil, baselineChild: Int? = nil
  ) {
    self.size = size
    self.children = children
    self.baseline = baseline
    self.baselineChild = baselineChild
  }

  /// A child in its place.
  public struct PlacedChild {
    /// The index of the child.
    public var index: Int
    /// The position of its upper left corner in the parent.
    public var position: Point
    /// The layout of the child.
    public var layout: ChildLayout

    /// Places a child.
    public init(index: Int, position: Point = .zero, layout: ChildLayout) {
      self.index = index
      self.position = position
      self.layout = layout
    }
  }
}
