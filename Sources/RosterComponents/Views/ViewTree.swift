public import RosterCore

/// A view with the ones in it: plain data without any closure, so that a renderer may live in another
/// process.
public struct ViewTree: Hashable, Sendable {
  /// The view.
  public var spec: ViewSpec
  /// What is performed, in order, when something happens to the view; an event that performs nothing
  /// is not here.
  public var events: [ViewEvent: [ActionReference]]
  /// The innermost scope that the view belongs to, where its untargeted actions begin to be looked
  /// for.
  public var scope: ScopePath
  /// The views in it, in the order of the tree: from back to front, unless ``zOrder`` says otherwise.
  public var children: [ViewTree]
  /// Where the view is in the one around it, or in the item; `nil` if the tree was not laid out, or
  /// the view is not there: it, or a box around it, is not displayed.
  public var frame: ViewFrame?
  /// The indices of the children from back to front, `nil` if that is their order.
  public var zOrder: [Int]?

  /// Makes a tree of its parts.
  public init(
    spec: ViewSpec, events: [ViewEvent: [ActionReference]] = [:], scope: ScopePath = .root,
    children: [ViewTree] = []
  ) {
    self.spec = spec
    self.events = events
    self.scope = scope
    self.children = children
  }
}
