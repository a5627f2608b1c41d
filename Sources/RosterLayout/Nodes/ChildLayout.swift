/// What a child has been laid out to.
public struct ChildLayout {
  /// How large it is.
  public let size: Size
  /// Whether percentages in the child may refer to its height.
  let heightIsDefinite: Bool
  private let source: ChildBaseline

  init(size: Size, heightIsDefinite: Bool, baseline: ChildBaseline) {
    self.size = size
    self.heightIsDefinite = heightIsDefinite
    source = baseline
  }

  /// Where its first line of text stands, from the top; the lower edge if there is no text.
  ///
  /// - Complexity: That of laying out the child, the first time. A rule that only passes it on
  ///   names the child instead (``RuleLayout/baselineChild``), and it is found out if somebody
  ///   asks.
  public var baseline: Double {
    source.solver.baseline(
      source.box, width: size.width, height: size.height, heightIsDefinite: heightIsDefinite)
  }
}

/// Who knows the baseline of a child.
struct ChildBaseline {
  let solver: LayoutSolver
  let box: Int
}
