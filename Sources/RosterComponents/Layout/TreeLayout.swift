internal import RosterCore
public import RosterLayout

/// The layout of one item's tree: the size of the item, and the frames of its boxes. Immutable.
///
/// See ``ComponentTree/laidOut(in:after:)``.
public struct TreeLayout: Sendable {
  /// A class, so that passing a tree to subscribers copies one reference.
  private final class Contents: Sendable {
    let constraints: LayoutConstraints
    let counts: TreeLayoutCounts
    let scopes: LaidScope
    let root: LaidBox
    let layout: Layout
    let cache: LayoutCache

    init(
      _ constraints: LayoutConstraints, _ counts: TreeLayoutCounts, _ scopes: LaidScope,
      root: LaidBox, _ layout: Layout, _ cache: LayoutCache
    ) {
      self.constraints = constraints
      self.counts = counts
      self.scopes = scopes
      self.root = root
      self.layout = layout
      self.cache = cache
    }
  }

  private let contents: Contents

  /// Lays out the boxes.
  ///
  /// - Parameter former: The layout whose boxes can be reused.
  /// - Throws: `LayoutError` if the tree is too deep.
  init(
    _ content: ScopeContent, in constraints: LayoutConstraints, after former: TreeLayout?
  ) throws(LayoutError) {
    let former = former?.contents
    var assembly = LayoutAssembly(content, after: former?.scopes)
    let scopes = assembly.run()
    let root = Self.root(of: scopes.boxes, after: former?.root)
    var cache = former?.cache ?? LayoutCache()
    let layout = try constraints.pass.layout(
      root.node, in: constraints.range, cache: &cache)
    contents = Contents(constraints, assembly.counts, scopes, root: root, layout, cache)
  }

  /// Returns the box around everything: the outermost box, or a column if the number of outermost
  /// boxes is not 1.
  private static func root(of boxes: [LaidBox], after former: LaidBox?) -> LaidBox {
    if boxes.count == 1 { return boxes[0] }
    if let former, former.isBox(of: .root, boxes) { return former }
    return LaidBox(.root, in: .root, isOutermost: false, children: boxes)
  }

  /// The constraints that the tree was laid out for.
  public var constraints: LayoutConstraints { contents.constraints }
  /// The size of the item.
  public var size: Size { contents.layout.size }
  /// How many boxes were new and how many were kept.
  package var counts: TreeLayoutCounts { contents.counts }

  /// The counts of the pass over the boxes.
  package var passCounts: LayoutCounts { contents.cache.counts }

  /// Returns whether the tree of another layout has equal views, because both have the same boxes,
  /// laid out for the same constraints. Others may have equal views too.
  ///
  /// - Complexity: O(1).
  package func sharesViews(with other: TreeLayout) -> Bool {
    root === other.root && constraints == other.constraints
  }

  var root: LaidBox { contents.root }
  var layout: Layout { contents.layout }
  var scopes: LaidScope { contents.scopes }
}

/// The numbers of boxes that a layout has made and kept, before anything was measured.
///
/// A box that is kept is the same object as in the previous layout. Under the same constraints it
/// is not laid out again, including the boxes in it.
package struct TreeLayoutCounts: Hashable, Sendable {
  /// Boxes of components that were built, and boxes around new ones.
  package var boxesMade = 0
  /// Boxes that were kept although their component has new boxes too.
  package var boxesKept = 0
  /// Components that were kept with all their boxes.
  package var scopesKept = 0

  /// Makes counts of zero.
  package init() {}
}

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
