import RosterCore
import RosterJSON
import RosterTestKit

@testable import RosterComponents

/// An item's trees, one after the other, and what every build has done.
final class TreeHistory<Message: Sendable> {
  private let bodies = BodyRecorder()
  private let builder: TreeBuilder
  private(set) var last: TreeBuild<Message>
  private var environment: ComponentEnvironment

  init(
    _ root: Node<Message>, stored: [ScopePath: StoredState] = [:],
    environment: ComponentEnvironment = ComponentEnvironment()
  ) {
    builder = TreeBuilder(listener: bodies)
    self.environment = environment
    last = builder.build(root, stored: stored, environment: environment)
  }

  var tree: ComponentTree<Message> { last.tree }

  /// The scopes whose bodies were run since this was asked last, in their order.
  func takeBodies() -> [String] { bodies.takeAll() }

  func build(_ root: Node<Message>) {
    last = builder.build(root, after: tree, environment: environment)
  }

  func replaceEnvironment(_ change: (inout ComponentEnvironment) -> Void) {
    change(&environment)
    last = builder.replacingEnvironment(environment, in: tree)
  }

  @discardableResult
  func apply(_ edits: TreeEdit...) -> [Result<Message?, EditError>] {
    let update = builder.applying(edits, to: tree)
    last = update.build
    return update.outcomes
  }

  /// Performs what an event of the view at some indices performs, from where the view is.
  @discardableResult
  func perform(
    _ event: ViewEvent, at indices: Int..., arguments: [JSONValue] = []
  ) -> [Result<Message?, EditError>] {
    let view = view(indices)
    let edits = (view.events[event] ?? []).map {
      TreeEdit.perform($0, arguments: arguments, from: view.scope)
    }
    let update = builder.applying(edits, to: tree)
    last = update.build
    return update.outcomes
  }

  func view(_ indices: [Int]) -> ViewTree {
    var views = tree.views
    for index in indices.dropLast() { views = views[index].children }
    return views[indices.last ?? 0]
  }

  func scope(_ path: ScopePath) -> BuiltScope? { tree.content.scope(at: path) }
}

extension TreeHistory {
  func count(_ path: ScopePath) -> Int? { tree.state(of: Counter.self, at: path)?.count }

  /// The counts of all counters, in order.
  var counts: [Int] {
    tree.scopes.compactMap { tree.state(of: Counter.self, at: $0.path)?.count }
  }

  func count(up path: ScopePath, by number: Int = 1) {
    apply(.update(path, of: Counter.self) { $0.count += number })
  }
}

/// Notes the bodies that are run.
final class BodyRecorder: BuildListener {
  private let names = Recorder<String>()

  func bodyWasRun(of typeName: String, at scope: ScopePath) { names.record("\(scope)") }

  func takeAll() -> [String] {
    defer { names.removeAll() }
    return names.values
  }
}

/// Notes the actions of which there are two of one name.
final class ReplacementRecorder: BuildListener {
  private let recorder = Recorder<String>()

  func actionWasReplaced(_ name: String, at scope: ScopePath) {
    recorder.record("\(name) at \(scope)")
  }

  var names: [String] { recorder.values }
}

extension Result {
  var isSuccess: Bool {
    if case .success = self { true } else { false }
  }
}
