public import RosterComponents
public import RosterJSON

/// Makes and changes the views of one toolkit: UIKit, GTK, the DOM, a terminal.
///
/// A ``ViewMount`` decides what is done; a host does it. It needs no memory of its own, and may
/// rely on the following:
///
/// - A view is made once, placed in one container, and never placed in another one.
/// - A call changes something. An attribute is set only to a value that differs from its last one,
///   `show` is called only for a hidden view, and so on.
/// - After `letGo`, the mount does not use the view again.
///
/// The mount calls its host in the isolation in which the mount is called, so a host may be
/// isolated to an actor: `final class Canvas: @MainActor ViewHost`. A host must not call the
/// mount's rendering methods in turn.
public protocol ViewHost<View> {
  /// A reference to a view, such as an object, a pointer, or the number of a node. Two different
  /// views that exist at the same time are not equal.
  associatedtype View: Hashable

  /// Makes a visible view of a class, without attributes. It gets its place afterwards.
  ///
  /// A class that the host does not know should become an empty view, not an error: a description
  /// may be newer than the host.
  func makeView(_ className: String) -> View

  /// Sets an attribute of a view.
  ///
  /// - Parameters:
  ///   - name: The name of the attribute.
  ///   - view: The view.
  ///   - old: The value that the view has, `nil` if it has the value of its class.
  ///   - new: The new value.
  func set(_ name: String, of view: View, from old: JSONValue?, to new: JSONValue)

  /// Gives an attribute of a view the value of the view's class again.
  ///
  /// It is called only for attributes for which ``canUnset(_:ofClass:)`` returns `true`.
  ///
  /// - Parameters:
  ///   - name: The name of the attribute.
  ///   - view: The view.
  ///   - old: The value that the view has.
  func unset(_ name: String, of view: View, from old: JSONValue)

  /// Returns whether an attribute can be unset. The answer must not change.
  ///
  /// A view that has an attribute which cannot be unset is only recycled for descriptions that have
  /// it too. So `false` is always right, and `true` saves views.
  func canUnset(_ name: String, ofClass className: String) -> Bool

  /// Replaces the events that a view reports. The default implementation does nothing.
  ///
  /// When an event happens, ``ViewMount/description(of:)`` has its actions. So a host that listens
  /// to all events anyway need not implement this method.
  ///
  /// - Parameters:
  ///   - events: The actions of each event. Other events need not be reported.
  ///   - view: The view, which has no events at first.
  func setEvents(_ events: [ViewEvent: [ActionReference]], of view: View)

  /// Replaces the description of a view for assistive technology; `nil` stands for that of its
  /// class. The default implementation does nothing.
  func setAccessibility(_ accessibility: Accessibility?, of view: View)

  /// Gives a view its position and size, in points relative to the view around it; `nil` if its
  /// tree is no longer laid out.
  func setFrame(_ frame: ViewFrame?, of view: View)

  /// Puts a view directly in front of a sibling. The view is new, or in this container already.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - container: The view around it.
  ///   - sibling: A view in the container; `nil` to put the view behind all others.
  func place(_ view: View, in container: View, inFrontOf sibling: View?)

  /// Shows a view that was hidden.
  func show(_ view: View)

  /// Hides a view with everything in it. It stays in its container, to be recycled.
  func hide(_ view: View)

  /// A view has entered a pool: it, or a view around it, was hidden. A video may stop. The default
  /// implementation does nothing.
  func didEnterPool(_ view: View)

  /// A view is about to leave its pool, to be changed and shown. The default implementation does
  /// nothing.
  func willLeavePool(_ view: View)

  /// Removes a view from its container, and releases it and the views within.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - inner: All views within it, each before those within it. They need not be removed one by
  ///     one.
  func letGo(_ view: View, with inner: [View])

  /// The view that has the keyboard focus, or the innermost one around what has it; `nil` if there
  /// is none.
  ///
  /// Many toolkits take the focus from a view that moves among its siblings. So the mount moves the
  /// siblings instead, and does not recycle the view for another component.
  var focusedView: View? { get }
}

extension ViewHost {
  /// Does nothing.
  public func setEvents(_ events: [ViewEvent: [ActionReference]], of view: View) {}
  /// Does nothing.
  public func setAccessibility(_ accessibility: Accessibility?, of view: View) {}
  /// Does nothing.
  public func didEnterPool(_ view: View) {}
  /// Does nothing.
  public func willLeavePool(_ view: View) {}
}
