public import RosterLayout

extension ComponentTree {
  /// The tree with a layout.
  ///
  /// An item of one box is that box, otherwise it is a column of its boxes. Percentages of the
  /// outermost ones refer to what the range allows at most, as far as that is finite.
  ///
  /// Nothing is built, and what is the same object in both trees has the same layout where the
  /// constraints are the same: components that were not built again are not laid out again, but for
  /// those around ones that were.
  ///
  /// - Parameters:
  ///   - constraints: What it is laid out for.
  ///   - previous: A tree with a layout to go on from: one that this one follows, or this one.
  /// - Throws: `LayoutError` if the tree is too deep.
  /// - Complexity: O(*n*) in the number of boxes that are new and those directly in them, times what
  ///   flexbox needs for them.
  public func laidOut(
    in constraints: LayoutConstraints, after previous: ComponentTree? = nil
  ) throws(LayoutError) -> ComponentTree {
    let former = previous?.layout ?? layout
    return ComponentTree(
      content: content, environment: environment,
      layout: try TreeLayout(content, in: constraints, after: former))
  }

  /// The tree without a layout.
  package var withoutLayout: ComponentTree {
    ComponentTree(content: content, environment: environment)
  }
}
