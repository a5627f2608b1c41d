import RosterCore
import RosterJSON
import Testing

@testable import RosterComponents

private enum Look: ComponentEnvironmentKey {
  struct Value: Equatable, Sendable {
    var color = "black"
    var size = 1
  }
  static let defaultValue = Value()
}

/// Shows one part of the look, and whatever it has within.
private struct Colored: Component, Equatable {
  static let typeName = "Colored"
  var name = ""
  var inside: [Colored] = []

  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("colored") { for colored in inside { colored } }
      .attribute("color", .string(scope.environment(Look.self, \.color)))
  }
}

/// Shows another part.
private struct Sized: Component, Equatable {
  static let typeName = "Sized"

  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("sized").attribute("size", .number(Double(scope.environment(Look.self, \.size))))
  }
}

/// Shows one part twice and then everything.
private struct Whole: Component, Equatable {
  static let typeName = "Whole"

  func body(_ scope: Scope<Self>) -> Node<Never> {
    let color = scope.environment(Look.self, \.color)
    let look = scope.environment(Look.self)
    ViewNode("whole").attribute("color", .string(color))
      .attribute("size", .number(Double(look.size)))
  }
}

/// Changes the look for some components.
private struct Larger: Component, Equatable {
  static let typeName = "Larger"
  var by = 1

  func body(_ scope: Scope<Self>) -> Node<Never> {
    Node {
      Sized()
      Colored()
    }
    .environment(Look.self) { [by] look in look.size += by }
    Sized()
  }
}

@Suite("Changes and parts of the environment")
struct EnvironmentChangeTests {
  private func shown(_ history: TreeHistory<Never>) -> [JSONValue] {
    func shown(_ view: ViewTree) -> [JSONValue] {
      view.spec.attributes.map(\.value) + view.children.flatMap(shown)
    }
    return history.tree.views.flatMap(shown)
  }

  @Test func aChangedPartBuildsItsReadersOnly() {
    let history = TreeHistory(
      Node<Never> {
        Colored()
        Sized()
        Whole()
      })
    _ = history.takeBodies()
    history.replaceEnvironment { $0[Look.self].size = 4 }
    #expect(history.takeBodies() == ["Sized", "Whole"])
    history.replaceEnvironment { $0[Look.self].color = "red" }
    #expect(history.takeBodies() == ["Colored", "Whole"])
    #expect(shown(history) == ["red", 4, "red", 4])
    history.replaceEnvironment { $0[Look.self] = Look.Value(color: "red", size: 4) }
    #expect(history.takeBodies().isEmpty)
  }

  @Test func aScopeAroundReadersOfTwoPartsIsVisitedForBoth() {
    struct Both: Component, Equatable {
      static let typeName = "Both"
      func body(_ scope: Scope<Self>) -> Node<Never> {
        Colored()
        Sized()
      }
    }
    let history = TreeHistory(Node<Never>(Both()))
    _ = history.takeBodies()
    history.replaceEnvironment { $0[Look.self].size = 2 }
    history.replaceEnvironment { $0[Look.self].color = "blue" }
    #expect(history.takeBodies() == ["Both/Sized", "Both/Colored"])
    #expect(shown(history) == ["blue", 2])
  }

  @Test func aChangeBeginsWithTheValueAround() {
    let history = TreeHistory(Node<Never>(Larger()))
    #expect(shown(history) == [2, "black", 1])
    _ = history.takeBodies()
    history.replaceEnvironment { $0[Look.self].size = 10 }
    #expect(shown(history) == [11, "black", 10])
    #expect(history.takeBodies() == ["Larger/Sized", "Larger/Sized#1"])
    history.replaceEnvironment { $0[Look.self].color = "red" }
    #expect(history.takeBodies() == ["Larger/Colored"])
    #expect(shown(history) == [11, "red", 10])
  }

  @Test func changesAddUpFromTheOutsideIn() {
    let node = Node<Never> {
      Node { Larger(by: 5).environment(Look.self) { $0.size *= 2 } }
        .environment(Look.self) { $0.size += 1 }
    }
    let history = TreeHistory(node)
    #expect(shown(history) == [9, "black", 4])
    history.replaceEnvironment { $0[Look.self].size = 2 }
    #expect(shown(history) == [11, "black", 6])
  }

  @Test func aValueThatIsSetWithinAChangeShadowsIt() {
    let node = Node<Never> {
      Node {
        Sized().environment(Look.self, Look.Value(color: "green", size: 7))
        Sized()
      }
      .environment(Look.self) { $0.size += 1 }
    }
    let history = TreeHistory(node)
    _ = history.takeBodies()
    history.replaceEnvironment { $0[Look.self].size = 3 }
    #expect(shown(history) == [7, 4])
    #expect(history.takeBodies() == ["Sized#1"])
  }

  @Test func aChangeWithinASetValueReadsNothingFromOutside() {
    let node = Node<Never> {
      Node { Sized().environment(Look.self) { $0.size += 1 } }
        .environment(Look.self, Look.Value(size: 20))
    }
    let history = TreeHistory(node)
    history.replaceEnvironment { $0[Look.self].size = 3 }
    #expect(history.last.counts.scopesReused == 1)
    #expect(shown(history) == [21])
  }

  @Test func aChangeThatBecomesAnotherBuildsWhatReadsIt() {
    let history = TreeHistory(Node<Never>(Larger(by: 1)))
    _ = history.takeBodies()
    history.build(Node(Larger(by: 3)))
    #expect(history.takeBodies() == ["Larger", "Larger/Sized"])
    #expect(shown(history) == [4, "black", 1])
  }
}
