internal import RosterCore

/// What running a body has given; the components in it are not built yet.
struct ComponentRun {
  let body: RunBody
  let event: StateEvent
  let node: TreeNode

  /// Tells a listener that the body was run, and of actions that nobody can perform.
  func tell(_ listener: any BuildListener, of typeName: String, at path: ScopePath) {
    listener.bodyWasRun(of: typeName, at: path)
    var names: Set<String> = []
    for handler in body.handlers where !names.insert(handler.name).inserted {
      listener.actionWasReplaced(handler.name, at: path)
    }
  }
}
