/// The contents of a node, as a body returns it.
///
/// Building does not change it. For each component in it, a list of scopes beside it has one scope,
/// in the same order (see ``ScopeContent``).
struct TreeNode: Sendable {
  enum Kind: Sendable {
    case view(ViewPart)
    case box(BoxPart)
    case group([TreeNode])
    case mapped(MappedPart)
    case environment(EnvironmentPart)
    case component(ComponentPart)
  }

  let kind: Kind
  /// The number of components in the node, without those within other components.
  let scopeCount: Int

  init(_ view: ViewPart, scopeCount: Int) {
    kind = .view(view)
    self.scopeCount = scopeCount
  }

  init(_ part: BoxPart, scopeCount: Int) {
    kind = .box(part)
    self.scopeCount = scopeCount
  }

  /// Makes a node of several nodes.
  init(_ nodes: consuming [TreeNode], scopeCount: Int) {
    kind = .group(nodes)
    self.scopeCount = scopeCount
  }

  init(_ part: MappedPart) {
    kind = .mapped(part)
    scopeCount = part.node.scopeCount
  }

  init(_ part: EnvironmentPart) {
    kind = .environment(part)
    scopeCount = part.node.scopeCount
  }

  init(_ part: ComponentPart) {
    kind = .component(part)
    scopeCount = 1
  }
}

/// A view and its content.
final class ViewPart: Sendable {
  private let draft: ViewDraft

  init(_ draft: consuming ViewDraft) { self.draft = draft }

  var spec: ViewSpec { draft.spec }
  var events: ViewEvents { draft.events }
  var children: [TreeNode] { draft.children }
  var box: BoxStyle { draft.box }
}

/// A box without a view, and its content.
final class BoxPart: Sendable {
  private let draft: BoxDraft

  init(_ draft: consuming BoxDraft) { self.draft = draft }

  var children: [TreeNode] { draft.children }
  var box: BoxStyle { draft.box }
}

/// A node whose messages are transformed on their way outwards.
final class MappedPart: Sendable {
  let node: TreeNode
  let transform: @Sendable (any Sendable) -> any Sendable

  init(_ node: TreeNode, transform: @escaping @Sendable (any Sendable) -> any Sendable) {
    self.node = node
    self.transform = transform
  }
}

/// A node that receives a value of the environment.
final class EnvironmentPart: Sendable {
  /// The value that the node receives.
  enum Override: Sendable {
    case value(any EnvironmentValue)
    /// One that is made of the value around the node.
    case change(
      outer: @Sendable (ComponentEnvironment) -> any EnvironmentValue,
      inner: @Sendable (ComponentEnvironment) -> any EnvironmentValue)
  }

  let node: TreeNode
  let key: ObjectIdentifier
  private let override: Override

  init(_ node: TreeNode, key: ObjectIdentifier, _ override: Override) {
    self.node = node
    self.key = key
    self.override = override
  }

  var dependsOnOuterValue: Bool { if case .change = override { true } else { false } }

  func apply(to environment: inout ComponentEnvironment) {
    switch override {
    case .value(let value): environment[key] = value
    case .change(_, let inner): environment[key] = inner(environment)
    }
  }

  /// Returns the value of the key around the node.
  func outerValue(in environment: ComponentEnvironment) -> any EnvironmentValue {
    switch override {
    case .value(let value): value
    case .change(let outer, _): outer(environment)
    }
  }
}
