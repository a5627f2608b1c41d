/// A node whose messages are transformed on their way outwards.
final class MappedPart: Sendable {
  let node: TreeNode
  let transform: @Sendable (any Sendable) -> any Sendable

  init(_ node: TreeNode, transform: @escaping @Sendable (any Sendable) -> any Sendable) {
    self.node = node
    self.transform = transform
  }
}
