/// A node that receives a value of the environment.
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
