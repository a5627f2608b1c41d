internal import RosterComponents
internal import RosterCore
internal import RosterEngine
internal import RosterLayout

/// What a presenter knows of an item, header or footer whose row has views.
struct KnownTree<Message: Sendable> {
  /// The tree; `nil` if the section has no such header or footer.
  let tree: ComponentTree<Message>?
  /// The outermost views: one array as long as the tree is the same, so that a mount need not look
  /// at it again.
  let views: [ViewTree]
  let size: Size?
  /// The tree is that of this revision, or newer.
  let revision: Revision

  init(_ output: GeneratedOutput<ComponentTree<Message>>, at revision: Revision) {
    self.revision = revision
    tree = output.output
    views = output.output?.views ?? []
    size = output.size
  }

  var isLaidOut: Bool { tree?.layout != nil }
}
