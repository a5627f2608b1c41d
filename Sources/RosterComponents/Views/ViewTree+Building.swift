internal import RosterCore

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
