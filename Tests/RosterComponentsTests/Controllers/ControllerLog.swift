import RosterComponents
import RosterCore
import RosterJSON

/// What controllers were told, in order, and what they do when they are told something.
final class ControllerLog {
  /// `a willMount`, for the scope of the box `a`.
  private(set) var lines: [String] = []
  /// What happens in the middle of a step.
  var reactions: [String: () -> Void] = [:]

  func note(_ line: String) {
    lines.append(line)
    reactions.removeValue(forKey: line)?()
  }

  /// What was noted since the last time.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// Notes everything that it is told.
final class BoxController: ComponentController {
  typealias Controlled = AnimatedBox
  typealias View = String

  private let name: String
  private let log: ControllerLog
  let context: ControllerContext<AnimatedBox>

  init(
    _ built: BuiltComponent<AnimatedBox>, _ context: ControllerContext<AnimatedBox>,
    log: ControllerLog
  ) {
    name = built.component.name
    self.context = context
    self.log = log
    note("init \(built.component.color)")
  }

  private func note(_ what: String) { log.note("\(name) \(what)") }

  func didInit() { note("didInit") }
  func willUpdate(from old: BuiltComponent<AnimatedBox>, to new: BuiltComponent<AnimatedBox>) {
    note("willUpdate \(old.component.color)>\(new.component.color)")
  }
  func didUpdate(from old: BuiltComponent<AnimatedBox>) {
    note("didUpdate \(old.component.color)")
  }
  func didPrepareLayout() { note("didPrepareLayout") }
  func willMount() { note("willMount") }
  func didMount() { note("didMount") }
  func willRemount() { note("willRemount") }
  func didRemount() { note("didRemount") }
  func willUnmount() { note("willUnmount") }
  func didUnmount() { note("didUnmount") }
  func didAcquire(_ view: String) { note("didAcquire \(view)") }
  func willRelinquish(_ view: String) { note("willRelinquish \(view)") }
  func treeWillAppear() { note("treeWillAppear") }
  func treeDidDisappear() { note("treeDidDisappear") }
  func invalidate() { note("invalidate") }

  func responds(to action: String) -> Bool { action == "play" || action == "play in \(name)" }
  func perform(_ action: String, arguments: [JSONValue]) {
    note("\(action) \(JSONValue.array(arguments).canonicalText)")
  }
}
