public import RosterCore

/// The built tree of one item: its views, its scopes and their states. Immutable.
///
/// A ``TreeBuilder`` makes it. Successive trees share everything that has not changed.
public struct ComponentTree<Message: Sendable>: Sendable {
  let content: ScopeContent
  let environment: EnvironmentValues
  /// The layout; `nil` if the tree was not laid out.
  public let layout: TreeLayout?

  init(content: ScopeContent, environment: EnvironmentValues, layout: TreeLayout? = nil) {
    self.content = content
    self.environment = environment
    self.layout = layout
  }

  /// The outermost views, including the views within; with frames if the tree was laid out.
  ///
  /// - Complexity: O(*n*), where *n* is the number of views and boxes.
  public var views: [ViewTree] { layout?.views ?? ViewTree.trees(of: content) }

  /// The scopes, each before those within it.
  ///
  /// - Complexity: O(*n*), where *n* is the number of scopes.
  public var scopes: [ScopeSummary] {
    content.scopes.map { scope in
      ScopeSummary(
        path: scope.path, typeName: scope.key.typeName,
        state: try? scope.owner.encodedState())
    }
  }

  /// Returns the state of a component; `nil` if the component does not exist.
  ///
  /// - Parameters:
  ///   - component: The type of the component.
  ///   - scope: The path of the component.
  public func state<C: Component>(of component: C.Type, at scope: ScopePath) -> C.State? {
    (content.scope(at: scope)?.owner as? TypedScopeOwner<C>)?.state
  }
}
