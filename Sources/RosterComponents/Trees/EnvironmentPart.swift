/// A node to which a value of the environment is handed down.
final class EnvironmentPart: Sendable {
  let node: TreeNode
  let key: ObjectIdentifier
  let value: any EnvironmentValue

  init(_ node: TreeNode, key: ObjectIdentifier, value: any EnvironmentValue) {
    self.node = node
    self.key = key
    self.value = value
  }
}
