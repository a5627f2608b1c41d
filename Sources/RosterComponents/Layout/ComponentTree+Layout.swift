public import RosterLayout

extension ComponentTree {
  /// Returns the tree with a layout.
  ///
  /// If an item has one outermost box, that box is the item; otherwise the item is a column of its
  /// boxes. Percentages of the outermost boxes refer to the maximum of the range, as far as that is
  /// finite.
  ///
  /// This method builds nothing. Objects that both trees share have the same layout if the
  /// constraints are the same. So only components that were built again, and those around them, are
  /// laid out again.
  ///
  /// - Parameters:
  ///   - constraints: The sizes and the direction to lay out for.
  ///   - previous: A tree whose layout can be reused: one that this tree follows, or this tree.
  /// - Throws: `LayoutError` if the tree is too deep.
  /// - Complexity: O(*n*) in the number of new boxes and those directly in them, multiplied by the
  ///   cost of flexbox for each.
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
