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
