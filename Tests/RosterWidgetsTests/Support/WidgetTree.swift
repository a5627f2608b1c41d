import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import RosterTestKit

/// The trees of a component, one after the other, as a host with cells shows them.
final class WidgetTree<Message: Sendable> {
  private let bodies = BodyNames()
  private let builder: TreeBuilder
  private var environment = ComponentEnvironment()
  private(set) var tree: ComponentTree<Message>

  init(_ root: Node<Message>, _ change: (inout ComponentEnvironment) -> Void = { _ in }) {
    builder = TreeBuilder(listener: bodies)
    change(&environment)
    tree = builder.build(root, environment: environment).tree
  }

  convenience init<C: Component>(
    _ component: C, _ change: (inout ComponentEnvironment) -> Void = { _ in }
  ) where C.Message == Message {
    self.init(Node(component), change)
  }

  /// The only outermost view.
  var view: ViewTree { tree.views[0] }

  /// The outermost views with their frames in an area of some cells.
  func views(width: Double, height: Double = 24) throws -> [ViewTree] {
    try tree.laidOut(
      in: LayoutConstraints(.flexibleHeight, in: Size(width: width, height: height))
    ).views
  }

  /// The frames of all views in an area of some cells, each relative to the view around it.
  func frames(width: Double) throws -> [ViewFrame?] {
    func frames(_ view: ViewTree) -> [ViewFrame?] { [view.frame] + view.children.flatMap(frames) }
    return try views(width: width).flatMap(frames)
  }

  func build(_ root: Node<Message>) {
    tree = builder.build(root, after: tree, environment: environment).tree
  }

  func replaceEnvironment(_ change: (inout ComponentEnvironment) -> Void) {
    change(&environment)
    tree = builder.replacingEnvironment(environment, in: tree).tree
  }

  /// The scopes whose bodies were run since this was asked last, in their order.
  func takeBodies() -> [String] { bodies.takeAll() }

  /// Performs an event of the first view of a class, and returns what it sent.
  @discardableResult
  func perform(
    _ event: ViewEvent, on className: String, _ arguments: JSONValue...
  ) throws -> [Message] {
    guard let view = all.first(where: { $0.spec.className == className }) else {
      throw NoSuchView(className: className)
    }
    let edits = (view.events[event] ?? []).map {
      TreeEdit.perform($0, arguments: arguments, from: view.scope)
    }
    return try apply(edits)
  }

  @discardableResult
  func apply(_ edits: [TreeEdit]) throws -> [Message] {
    let update = builder.applying(edits, to: tree)
    tree = update.build.tree
    return try update.outcomes.compactMap { try $0.get() }
  }

  /// All views, each before those in it.
  var all: [ViewTree] {
    func all(_ view: ViewTree) -> [ViewTree] { [view] + view.children.flatMap(all) }
    return tree.views.flatMap(all)
  }
}

struct NoSuchView: Error {
  let className: String
}

/// Notes the bodies that are run.
private final class BodyNames: BuildListener {
  private let names = Recorder<String>()

  func bodyWasRun(of typeName: String, at scope: ScopePath) { names.record("\(scope)") }

  func takeAll() -> [String] {
    defer { names.removeAll() }
    return names.values
  }
}

extension ViewFrame {
  /// A frame of four numbers.
  init(_ left: Double, _ top: Double, _ width: Double, _ height: Double) {
    self.init(
      origin: Point(x: left, y: top), size: Size(width: width, height: height))
  }
}

/// Reports taps and values to the root.
struct Reporting<Content: Component>: Component where Content.Message == Never {
  enum Report: Equatable, Sendable {
    case tapped
    case value(JSONValue)
  }
  typealias Message = Report

  let content: @Sendable (Action<>, Action<JSONValue>) -> Content

  func body(_ scope: Scope<Self>) -> Node<Report> {
    content(scope.send("tap", .tapped), scope.send("value") { (value: JSONValue) in .value(value) })
  }
}
