internal import RosterComponents
internal import RosterJSON
internal import RosterLayout

/// A view of a host, whatever type it has there, and what it shows.
///
///     children   A B C        shown, in the order of the tree
///     row        C X A Y B    attached, from back to front; X and Y are hidden
///     pool       Y X          hidden, the one that was hidden first comes first
class MountedView {
  /// Which descriptions the view can show.
  let identifier: ViewReuseIdentifier
  /// The view around it, which owns it; `nil` for the container of the mount.
  unowned let container: MountedView?
  /// What the host was last told of this view. Hidden or not, the views within show the children.
  ///
  /// This, ``row`` and ``animation`` are replaced and never changed in place: then the compiler
  /// proves that each access is exclusive. A render reads them so often that it would notice the
  /// checks at run time.
  var description: ViewTree
  /// The views that are shown, in the order of the tree.
  var children: [MountedView] = []
  /// The index of each of them in the description, `nil` if all children are displayed.
  var displayed: [Int]?
  var row: [MountedView] = []
  var pool: [MountedView] = []
  var isHidden = false
  /// Whether the host was told that the view is in a pool: it or a view around it is hidden.
  var isPooled = false
  /// Whether the view, or one around it, is no longer in the tree and disappears with an animation.
  var isLeaving = false
  /// The attributes that the user has changed, and the program has not answered. The description
  /// has what the program said before.
  var unanswered: [UnansweredValues] = []
  /// What plays in it, `nil` if nothing does.
  var animation: ViewAnimation?

  init(_ identifier: ViewReuseIdentifier, in container: MountedView?) {
    description = ViewTree(spec: ViewSpec(identifier.className))
    self.identifier = identifier
    self.container = container
  }

  // MARK: The host

  // What the host does; see `ViewHost`. `HostedView` asks it.

  /// The innermost view of the mount that has the focus, or has it within.
  var focusedView: MountedView? { Self.isHosted() }
  /// Makes a view within this one, which gets its place afterwards.
  func makeView(_ identifier: consuming ViewReuseIdentifier) -> MountedView { Self.isHosted() }
  /// Puts a view within this one in front of a sibling.
  func place(_ view: MountedView, inFrontOf sibling: MountedView?) { Self.isHosted() }
  /// Puts new views within this one, which has none, from back to front.
  func fill(with views: [MountedView]) { Self.isHosted() }
  func canUnset(_ name: String, ofClass className: String) -> Bool { Self.isHosted() }
  func set(_ name: String, from old: JSONValue?, to new: JSONValue) { Self.isHosted() }
  func unset(_ name: String, from old: JSONValue) { Self.isHosted() }
  func setEvents(_ events: [ViewEvent: [ActionReference]]) { Self.isHosted() }
  func setAccessibility(_ accessibility: Accessibility?) { Self.isHosted() }
  func setFrame(_ frame: ViewFrame?) { Self.isHosted() }
  func show() { Self.isHosted() }
  func hide() { Self.isHosted() }
  func didEnterPool() { Self.isHosted() }
  func willLeavePool() { Self.isHosted() }
  func letGo(with inner: [MountedView]) { Self.isHosted() }

  private static func isHosted() -> Never {
    preconditionFailure("every mounted view is a HostedView")
  }
}

extension MountedView {
  /// The views of the children of the description, `nil` for a child that is not displayed.
  var places: [MountedView?] {
    guard let displayed else { return children }
    var places: [MountedView?] = Array(repeating: nil, count: description.children.count)
    for (index, child) in zip(displayed, children) { places[index] = child }
    return places
  }

  /// The view and those within it that are shown if it is, each before those within it.
  var withShownInside: [MountedView] {
    var found: [MountedView] = []
    var remaining = [self]
    while let next = remaining.popLast() {
      found.append(next)
      remaining += next.children.reversed()
    }
    return found
  }

  /// Describes the view with another value of an attribute.
  func describe(_ name: String, as value: JSONValue?) {
    var changed = description
    changed.spec.attributes[name] = value
    description = changed
  }

  /// Describes the view with another description of a child.
  func describeChild(at index: Int, as child: ViewTree) {
    var changed = description
    changed.children[index] = child
    description = changed
  }

  /// All views within it, each before those within it.
  var inside: [MountedView] {
    var found: [MountedView] = []
    var remaining = Array(row.reversed())
    while let next = remaining.popLast() {
      found.append(next)
      remaining += next.row.reversed()
    }
    return found
  }

  /// Returns the view of a descendant, `nil` if it is not displayed.
  ///
  /// - Parameter indices: The indices in the description, the outermost first.
  func view(at indices: [Int]) -> MountedView? {
    var found = self
    for index in indices {
      guard let next = found.view(ofChildAt: index) else { return nil }
      found = next
    }
    return found
  }

  private func view(ofChildAt index: Int) -> MountedView? {
    guard let displayed else { return children.indices.contains(index) ? children[index] : nil }
    return displayed.firstIndex(of: index).map { children[$0] }
  }

  /// Returns whether this is a view, or lies within it.
  ///
  /// - Complexity: O(depth).
  func isWithin(_ outer: MountedView) -> Bool {
    var next: MountedView? = self
    while let view = next, view !== outer { next = view.container }
    return next != nil
  }

  /// Whether the views within show a description's children already.
  ///
  /// Arrays that are the same in memory have equal elements. Frames are relative to the view
  /// around, so it does not matter what has happened there.
  func hasSameContent(as tree: ViewTree) -> Bool {
    if description.children.isEmpty && tree.children.isEmpty { return true }
    return description.children.isSame(as: tree.children) && description.zOrder == tree.zOrder
      && (description.frame == nil) == (tree.frame == nil)
  }
}

extension Array {
  /// Returns whether both arrays share their memory, or are empty. Both must be alive, so that the
  /// memory of one cannot be reused for the other.
  func isSame(as other: [Element]) -> Bool {
    guard count == other.count else { return false }
    return isEmpty
      || withUnsafeBufferPointer { own in
        other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress }
      }
  }
}

extension ViewTree {
  /// Makes the description of a container of outermost views.
  init(container views: [ViewTree], isLaidOut: Bool) {
    self.init(spec: ViewSpec(""), children: views)
    // Only whether there is a frame matters.
    if isLaidOut { frame = ViewFrame(size: .zero) }
  }

  /// Whether a child is displayed. In a tree that was laid out, a view without a frame is not.
  func displays(_ child: ViewTree) -> Bool {
    frame == nil || child.frame != nil || scope.isRowWithoutLayout
  }

  /// Whether all children are displayed.
  var displaysAll: Bool {
    frame == nil || children.indices.allSatisfy { children[$0].frame != nil }
      || scope.isRowWithoutLayout
  }

  /// The indices of the displayed children from back to front.
  ///
  /// The order may come from another process, so it need not name every child once: children that
  /// it does not name are in front.
  var drawingOrder: [Int] {
    let displayed = children.indices.filter { displays(children[$0]) }
    guard let zOrder else { return displayed }
    var isLeft = Array(repeating: false, count: children.count)
    for index in displayed { isLeft[index] = true }
    var order: [Int] = []
    for index in zOrder + displayed where isLeft.indices.contains(index) && isLeft[index] {
      isLeft[index] = false
      order.append(index)
    }
    return order
  }
}
