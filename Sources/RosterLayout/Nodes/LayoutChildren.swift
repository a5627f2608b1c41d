/// The children of a node that a rule lays out, while it does.
public struct LayoutChildren {
  let solver: LayoutSolver
  let parent: Int
  let endless: LayoutSolver.Endlessness

  /// The number of children.
  public var count: Int { Int(solver.boxes[parent].childCount) }

  /// Lays out a child; a child may be laid out several times, and what is placed counts.
  ///
  /// What the style of the child says holds within `range`. A child that is to be as wide as its
  /// content is as wide as it wants to be, but no wider than `range` lets it.
  ///
  /// - Parameters:
  ///   - index: Which child.
  ///   - range: The sizes that it may have.
  ///   - parentSize: What percentages of the child refer to.
  /// - Complexity: That of measuring the child; O(1) if it was measured within such a range just
  ///   before.
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
