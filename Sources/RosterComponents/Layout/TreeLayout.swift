internal import RosterCore
public import RosterLayout

/// The layout of one item's tree: its size, and where everything is. Immutable.
///
/// See ``ComponentTree/laidOut(in:after:)``.
public struct TreeLayout: Sendable {
  /// Behind one reference, since a tree goes to everybody.
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

  /// Lays out what was built.
  ///
  /// - Parameter former: What to go on from.
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

  /// The box around everything: the outermost one, or a column of them if there is not just one.
  private static func root(of boxes: [LaidBox], after former: LaidBox?) -> LaidBox {
    if boxes.count == 1 { return boxes[0] }
    if let former, former.isBox(of: .root, boxes) { return former }
    return LaidBox(.root, in: .root, isOutermost: false, children: boxes)
  }

  /// What the tree was laid out for.
  public var constraints: LayoutConstraints { contents.constraints }
  /// How large the item is.
  public var size: Size { contents.layout.size }
  /// How much of the tree was new.
  public var counts: TreeLayoutCounts { contents.counts }

  /// What the pass over the boxes has done.
  public var passCounts: LayoutCounts { contents.cache.counts }

  var root: LaidBox { contents.root }
  var layout: Layout { contents.layout }
  var scopes: LaidScope { contents.scopes }
}
