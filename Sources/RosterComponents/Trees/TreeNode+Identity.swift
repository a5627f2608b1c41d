extension TreeNode {
  /// Whether both are the same object.
  func isIdentical(to other: TreeNode) -> Bool {
    switch (self, other) {
    case (.empty, .empty): true
    case (.view(let part), .view(let other)): part === other
    case (.group(let part), .group(let other)): part === other
    case (.mapped(let part), .mapped(let other)): part === other
    case (.environment(let part), .environment(let other)): part === other
    case (.component(let part), .component(let other)): part.part === other.part
    case (.scope(let scope), .scope(let other)): scope === other
    case (.empty, _), (.view, _), (.group, _), (.mapped, _), (.environment, _), (.component, _),
      (.scope, _):
      false
    }
  }
}
