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
      source.box, width: size.width, height: size.height, heightIsDefinite: heightIsDefinite)
  }
}

/// Computes the baseline of a child.
struct ChildBaseline {
  let solver: LayoutSolver
  let box: Int
}
