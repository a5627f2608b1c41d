/// What running a body has given; the components in it are not built yet.
struct ComponentRun {
  let body: RunBody
  let event: StateEvent
  let node: TreeNode
}
