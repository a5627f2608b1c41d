public import RosterCore

/// A view with the views in it, as plain data without closures, so that a renderer may be in
/// another process.
public struct ViewTree: Hashable, Sendable {
  /// The view.
  public var spec: ViewSpec
  /// The actions of each event, in order. Events without actions are left out.
  public var events: [ViewEvent: [ActionReference]]
  /// The innermost scope that the view belongs to. The search for actions without a target begins
  /// there.
  public var scope: ScopePath
  /// The views in it, in the order of the tree: from back to front, unless ``zOrder`` differs.
  public var children: [ViewTree]
  /// The frame of the view relative to the view around it, or to the item; `nil` if the tree was
  /// not laid out, or if the view or a box around it is not displayed.
  public var frame: ViewFrame?
  /// The indices of the children from back to front, `nil` if that is their order.
  public var zOrder: [Int]?

  /// Makes a tree of its parts.
  public init(
    spec: ViewSpec, events: [ViewEvent: [ActionReference]] = [:], scope: ScopePath = .root,
    children: [ViewTree] = []
  ) {
    self.spec = spec
    self.events = events
    self.scope = scope
    self.children = children
  }
}

extension ViewTree {
  /// Returns the outermost views of some content.
  static func trees(of content: ScopeContent) -> [ViewTree] {
    var trees: [ViewTree] = []
    /// The index of the first tree in each open view.
    var starts: [Int] = []
    var scopes = [ScopePath.root]
    for element in TreeWalk(content) {
      switch element {
      case .beginScope(let scope): scopes.append(scope.path)
      case .endScope: scopes.removeLast()
      case .beginView: starts.append(trees.count)
      case .endView(let part):
        let children = Array(trees[starts.removeLast()...])
        trees.removeLast(children.count)
        trees.append(
          ViewTree(
            spec: part.spec, events: part.events.dictionary, scope: scopes[scopes.count - 1],
            children: children))
      }
    }
    return trees
  }
}
