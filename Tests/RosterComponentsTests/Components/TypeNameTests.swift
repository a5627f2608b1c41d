import RosterTestKit
import Testing

@testable import RosterComponents

struct NamedInTheModule: Component {
  func body(_ scope: Scope<Self>) -> Node<Never> {}
}

private struct NamedInTheFile: Component {
  struct Inside: Component {
    func body(_ scope: Scope<Self>) -> Node<Never> {}
  }
  func body(_ scope: Scope<Self>) -> Node<Never> {}
}

private struct Holder<Content: Sendable>: Component {
  func body(_ scope: Scope<Self>) -> Node<Never> {}
}

@Suite("Names of types")
struct TypeNameTests {
  @Test func theNameIsTheQualifiedOne() {
    #expect(NamedInTheModule.typeName == "RosterComponentsTests.NamedInTheModule")
  }

  @Test func privateTypesHaveNoAddressInTheirName() {
    #expect(NamedInTheFile.typeName == "RosterComponentsTests.NamedInTheFile")
    #expect(NamedInTheFile.Inside.typeName == "RosterComponentsTests.NamedInTheFile.Inside")
    #expect(Holder<Int>.typeName == "RosterComponentsTests.Holder<Swift.Int>")
    #expect(
      Holder<[NamedInTheFile]>.typeName
        == "RosterComponentsTests.Holder<Swift.Array<RosterComponentsTests.NamedInTheFile>>")
  }

  @Test func localTypesHaveTheNameOfTheModuleAndTheirOwn() {
    struct Local: Component {
      func body(_ scope: Scope<Self>) -> Node<Never> {}
    }
    let name: () -> String = {
      struct InAClosure: Component {
        func body(_ scope: Scope<Self>) -> Node<Never> {}
      }
      return InAClosure.typeName
    }
    #expect(Local.typeName == "RosterComponentsTests.TypeNameTests.Local")
    #expect(name() == "RosterComponentsTests.TypeNameTests.InAClosure")
  }

  @Test func aPinnedNameIsTakenAsItIs() {
    let tree = TreeBuilder().build(Node<Never>(Counter())).tree
    #expect(tree.scopes.map(\.typeName) == ["Counter"])
  }

  @Test func aNameIsAskedForOncePerBuilder() {
    struct Asked: Component {
      static let askings = Recorder<String>()
      static var typeName: String {
        askings.record("asked")
        return "Asked"
      }
      func body(_ scope: Scope<Self>) -> Node<Never> {}
    }
    let builder = TreeBuilder()
    for _ in 0..<3 { _ = builder.build(Node<Never> { for _ in 0..<3 { Asked() } }) }
    #expect(Asked.askings.values.count == 1)
    _ = TreeBuilder().build(Node<Never>(Asked()))
    #expect(Asked.askings.values.count == 2)
  }
}
