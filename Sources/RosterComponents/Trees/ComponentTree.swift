public import RosterCore

/// The built tree of one item: its views, its scopes and their states. Immutable.
///
/// A list of components makes it. Successive trees share everything that has not changed.
public struct ComponentTree<Message: Sendable>: Sendable {
  let content: ScopeContent
  let environment: ComponentEnvironment
  /// The layout; `nil` if the tree was not laid out.
  public let layout: TreeLayout?

  init(content: ScopeContent, environment: ComponentEnvironment, layout: TreeLayout? = nil) {
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
  package var scopes: [ScopeSummary] {
    content.scopes.map { scope in
      ScopeSummary(
        path: scope.path, typeName: scope.key.typeName,
        state: try? scope.owner.encodedState())
    }
  }

  /// Returns the paths of the components of a type, in the order of the tree.
  ///
  ///     let button = tree.paths(of: LikeButton.self).first
  ///
  /// - Parameters:
  ///   - component: The type of the components.
  ///   - identifier: The identifier that they have; `nil` for any or none.
  /// - Complexity: O(*n*), where *n* is the number of scopes.
  public func paths<C: Component>(
    of component: C.Type, identifier: ScopeIdentifier? = nil
  ) -> [ScopePath] {
    content.scopes.compactMap { scope in
      guard scope.owner is TypedScopeOwner<C>,
        identifier == nil || scope.key.identifier == identifier
      else { return nil }
      return scope.path
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

/// The properties of a scope that do not depend on its component's type.
package struct ScopeSummary: Hashable, Sendable {
  /// The path of the scope.
  package let path: ScopePath
  /// The name of its component's type.
  package let typeName: String
  /// The encoded state; `nil` if the component has none, or if it does not encode.
  package let state: StoredState?

  /// Makes a summary of its parts.
  package init(path: ScopePath, typeName: String, state: StoredState?) {
    self.path = path
    self.typeName = typeName
    self.state = state
  }
}

/// A tree without the type of its messages.
///
/// Code that handles trees of all message types uses this type. The type of a message matters only
/// where the message is sent and where it arrives.
package typealias ErasedTree = ComponentTree<any Sendable>

/// A node without the type of its messages.
package typealias ErasedNode = Node<any Sendable>

extension Node where Message == any Sendable {
  /// Makes a node that sends the messages of another one.
  package init(erasing node: Node<some Sendable>) { self.init(node.list) }
}

extension ComponentTree {
  /// Makes a tree of an erased one. All nodes of that tree must send `Message`.
  package init(_ erased: ErasedTree) {
    self.init(
      content: erased.content, environment: erased.environment, layout: erased.layout)
  }

  /// The tree without the type of its messages.
  package var erased: ErasedTree {
    ErasedTree(content: content, environment: environment, layout: layout)
  }
}
