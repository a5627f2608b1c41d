import RosterComponents
import RosterCore
import RosterTestKit
import Testing

/// A listener learns the trigger of every build, and what the build does.
@Suite("BuildListener")
struct BuildListenerTests {
  private final class Listener: BuildListener {
    private let recorder = Recorder<String>()

    func buildBegins(_ trigger: BuildTrigger) { recorder.record("\(trigger) begins") }
    func bodyWasRun(of typeName: String, at scope: ScopePath) {
      recorder.record("\(typeName) at \(scope)")
    }
    func buildEnded(_ trigger: BuildTrigger, _ counts: BuildCounts) {
      recorder.record("\(trigger) ended: \(counts)")
    }

    func take() -> [String] {
      defer { recorder.removeAll() }
      return recorder.values
    }
  }

  private let listener = Listener()
  private let builder: TreeBuilder

  init() { builder = TreeBuilder(listener: listener) }

  private func node(_ starts: Int...) -> Node<Never> {
    Node(Stack(starts.map { Counter(start: $0) }))
  }

  @Test func theFirstBuildIsToldWithItsBodies() {
    _ = builder.build(node(1, 2))
    #expect(
      listener.take() == [
        "firstBuild begins", "Stack at Stack", "Counter at Stack/Counter",
        "Counter at Stack/Counter#1", "firstBuild ended: 3 bodies run, 2 states begun",
      ])
  }

  @Test func newComponentsNewStatesAndANewEnvironmentAreToldApart() {
    var tree = builder.build(node(1, 2)).tree
    _ = listener.take()
    tree = builder.build(node(1, 3), after: tree).tree
    #expect(
      listener.take() == [
        "components begins", "Stack at Stack", "Counter at Stack/Counter#1",
        "components ended: 2 bodies run, 1 scope reused",
      ])
    let edit = TreeEdit.update(.at("Stack", "Counter"), of: Counter.self) { $0.count += 1 }
    tree = builder.applying([edit, edit], to: tree).build.tree
    #expect(
      listener.take() == [
        "edits begins", "Counter at Stack/Counter",
        "edits ended: 1 body run, 1 scope copied, 1 scope reused, 1 state changed",
      ])
    _ = builder.replacingEnvironment(ComponentEnvironment(), in: tree)
    #expect(
      listener.take() == ["environment begins", "environment ended: 3 scopes reused"])
  }

  @Test func editsThatChangeNothingAreNoBuild() {
    let tree = builder.build(node(1)).tree
    _ = listener.take()
    _ = builder.applying([.update(.at("Stack", "Counter"), of: Counter.self) { _ in }], to: tree)
    #expect(listener.take().isEmpty)
  }
}
