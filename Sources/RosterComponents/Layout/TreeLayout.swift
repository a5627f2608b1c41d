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
  public var counts: TreeLayoutCounts { contents.counts }

  /// The counts of the pass over the boxes.
  public var passCounts: LayoutCounts { contents.cache.counts }

  var root: LaidBox { contents.root }
  var layout: Layout { contents.layout }
  var scopes: LaidScope { contents.scopes }
}
