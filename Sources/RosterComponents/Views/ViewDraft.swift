/// The description of a view. It does not depend on the type of messages, so its code is compiled
/// once.
@usableFromInline
struct ViewDraft: Sendable {
  @usableFromInline var spec: ViewSpec
  private(set) var events = ViewEvents()
  /// How the view is laid out.
  var box = BoxStyle()
  let children: [TreeNode]
  /// The number of components among the children.
  let scopeCount: Int

  @usableFromInline
  init(_ spec: consuming ViewSpec) {
    self.spec = spec
    children = []
    scopeCount = 0
  }

  @usableFromInline
  init(_ spec: consuming ViewSpec, _ children: consuming NodeList) {
    self.spec = spec
    scopeCount = children.scopeCount
    self.children = children.takeNodes()
  }

  /// Adds a reference to an event's actions.
  @usableFromInline
  mutating func add(_ reference: ActionReference, to event: ViewEvent) {
    events.add(reference, to: event)
  }
}
