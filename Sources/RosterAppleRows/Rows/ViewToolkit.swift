internal import RosterComponents
internal import RosterJSON
internal import RosterLayout

/// The views of a toolkit, for a ``ToolkitHost``: a shell that decides nothing.
@MainActor protocol ViewToolkit<View>: AnyObject {
  /// A view.
  associatedtype View: AnyObject & Hashable

  /// Is called with what the user does, whether a program has asked for it or not.
  var report: (_ view: View, _ event: ViewEvent, _ values: [JSONValue]) -> Void { get set }

  /// The size of the font, in points, of what is shown from now on.
  var fontSize: Double { get set }

  /// Makes a view. It is shown a content next.
  func makeView(_ kind: ViewKind) -> View

  /// Shows a content. What the user has changed stays as it is.
  func show(_ content: ViewContent, in view: View)

  /// Shows a value, as if the user had changed it, and reports nothing.
  func show(_ value: ViewValue, in view: View)

  /// Has a view report these gestures, and no others.
  func setGestures(_ gestures: Set<ViewEvent>, of view: View)

  /// Sets in which direction a view lays out what is its own.
  func setDirection(_ direction: WritingDirection, of view: View)

  /// Shows a picture of the toolkit in a view of the kind `image`.
  func show(_ picture: AnyObject, in view: View)

  /// Draws a view otherwise than it is laid out.
  func setMotion(_ motion: ViewMotion, of view: View)

  /// The time of the display, in seconds since any moment.
  var time: Double { get }

  /// Whether the user does not want motion.
  var reducesMotion: Bool { get }

  /// Calls a closure before each frame of the display that shows a view.
  ///
  /// - Parameter body: Is called with the ``time`` of the frame, and returns whether it is to be called again.
  /// - Returns: Whether a display shows the view.
  func eachFrame(of view: View, _ body: @escaping (_ time: Double) -> Bool) -> Bool

  /// Gives a view its place in the view around it; as large as that one without a frame.
  func setFrame(_ frame: ViewFrame?, of view: View)

  /// Puts a view directly in front of a sibling, or behind all others.
  func place(_ view: View, in container: View, inFrontOf sibling: View?)

  /// Hides a view, or shows it again.
  func setHidden(_ isHidden: Bool, of view: View)

  /// Takes a view out of the view around it.
  func remove(_ view: View)

  /// Whether a view has the keyboard.
  func isFocused(_ view: View) -> Bool

  /// Takes the keyboard from what is in a view.
  func endEditing(in view: View)

  /// Says what assistive technology finds in a view, in this order.
  func setElements(_ elements: [RowElement<View>], of container: View)
}

/// What assistive technology finds in a row.
struct RowElement<View> {
  /// The view, which also speaks for those in it.
  let view: View
  /// What it is in words, what it does, its value, its kind and its condition.
  let element: AccessibilityElement
  /// What it offers, and the views to whom that happens.
  let actions: [(label: String, event: ViewEvent, view: View)]
}
