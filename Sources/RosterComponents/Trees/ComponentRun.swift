internal import RosterCore

/// The result of running a body. The components in it are not built yet.
struct ComponentRun {
  let body: RunBody
  let event: StateEvent
  let node: TreeNode

  /// Tells a listener that the body ran, and which actions were replaced by later ones of the same
  /// name.
  func tell(_ listener: any BuildListener, of typeName: String, at path: ScopePath) {
    listener.bodyWasRun(of: typeName, at: path)
    var names: Set<String> = []
    for handler in body.handlers where !names.insert(handler.name).inserted {
      listener.actionWasReplaced(handler.name, at: path)
    }
  }
}
