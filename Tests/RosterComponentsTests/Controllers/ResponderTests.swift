import RosterComponents
import RosterCore
import RosterJSON
import Testing

/// Untargeted actions find a component or a controller from the inside out.
@Suite("Responders")
struct ResponderTests {
  private let log = ControllerLog()
  private let edits = EditRecorder()
  private let host: ControllerHost<String>
  private let item = TreeID.item(ItemID(rawValue: 1))
  private let tree: ComponentTree<Never>

  init() {
    host = ControllerHost(sink: edits)
    host.register { [log] in BoxController($0, $1, log: log) }
    let inner = AnimatedBox(name: "b", inside: [AnimatedBox(name: "c")])
    tree = ComponentTree<Never>.boxes([AnimatedBox(name: "a", inside: [inner])])
    host.apply(removing: [], updating: [(item, tree)])
    _ = log.take()
  }

  private func untargeted(_ name: String) -> ActionReference {
    ActionReference(target: .responders, name: name, arguments: [1])
  }

  @Test func aComponentStandsBeforeItsControllerAndBothBeforeTheOnesAround() {
    #expect(
      host.responders(from: .boxes("a", "b"), in: item) == [
        .component(.boxes("a", "b")), .controller(.boxes("a", "b")), .component(.boxes("a")),
        .controller(.boxes("a")),
      ])
  }

  @Test func aComponentWithoutAControllerStandsAlone() {
    struct Still: Component {
      func body(_ scope: Scope<Self>) -> Node<Never> { AnimatedBox(name: "a") }
    }
    let tree = TreeBuilder().build(Node(Still())).tree
    host.apply(removing: [], updating: [(item, tree)])
    let path = ScopePath([ScopeKey(typeName: Still.typeName)])
    let box = path.appending(ScopeKey(typeName: AnimatedBox.typeName, identifier: "a"))
    #expect(
      host.responders(from: box, in: item) == [
        .component(box), .controller(box), .component(path),
      ])
  }

  @Test func aScopeThatIsNotThereHasNoResponders() {
    #expect(host.responders(from: .boxes("b"), in: item) == [])
    #expect(host.responders(from: .root, in: item) == [])
    #expect(host.responders(from: .boxes("a"), in: TreeID.item(ItemID(rawValue: 2))) == [])
    #expect(host.perform(untargeted("grow"), from: .boxes("b"), in: item) == nil)
  }

  @Test func theNearestComponentPerforms() throws {
    let scope = ScopePath.boxes("a", "b")
    #expect(host.perform(untargeted("grow"), from: scope, in: item) == .component(scope))
    let update = TreeBuilder().applying(edits.edits(of: item), to: tree)
    #expect(update.build.tree.state(of: AnimatedBox.self, at: scope)?.size == 1)
    #expect(update.build.tree.state(of: AnimatedBox.self, at: .boxes("a"))?.size == 0)
  }

  @Test func theNearestControllerPerformsWhatNoComponentDoes() {
    let scope = ScopePath.boxes("a", "b", "c")
    let responder = host.perform(untargeted("play"), arguments: ["x"], from: scope, in: item)
    #expect(responder == .controller(scope))
    #expect(log.take() == [#"c play [1,"x"]"#])
    #expect(edits.edits(of: item).isEmpty)
  }

  @Test func aControllerFurtherOutPerformsWhatTheNearerOnesDoNot() {
    let responder = host.perform(
      untargeted("play in a"), from: .boxes("a", "b", "c"), in: item)
    #expect(responder == .controller(.boxes("a")))
    #expect(log.take() == ["a play in a [1]"])
  }

  @Test func whatNobodyHasNobodyPerforms() {
    #expect(host.perform(untargeted("fly"), from: .boxes("a"), in: item) == nil)
    #expect(log.take() == [] && edits.edits(of: item).isEmpty)
  }

  @Test func aTargetedActionGoesToItsComponentOrElseItsControllerAndNoFurther() {
    func perform(_ name: String) -> ActionResponder? {
      let reference = ActionReference(target: .scope(.boxes("a", "b")), name: name)
      return host.perform(reference, from: .boxes("a"), in: item)
    }
    #expect(perform("grow") == .component(.boxes("a", "b")))
    #expect(perform("play") == .controller(.boxes("a", "b")))
    #expect(perform("play in a") == nil)
  }

  @Test func anInvalidatedControllerDoesNotRespond() {
    log.reactions["a willMount"] = { [host, item] in
      host.remove([item])
      #expect(host.perform(untargeted("play"), from: .boxes("a"), in: item) == nil)
    }
    host.mount(.boxes("a"), of: item)
    #expect(log.take().last == "a invalidate")
  }
}
