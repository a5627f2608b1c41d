import RosterComponents
import RosterCore
import RosterJSON
import Testing

@Suite("ViewReuseIdentifier")
struct ViewReuseTests {
  @Test func valuesDoNotMatter() {
    let one = ViewSpec("label", attributes: ["text": "a", "size": 1])
    let other = ViewSpec("label", attributes: ["size": 2, "text": .null])
    #expect(one.reuseIdentifier() == other.reuseIdentifier())
  }

  @Test func accessibilityDoesNotMatter() {
    let one = ViewSpec("label", attributes: ["text": "a"])
    let other = ViewSpec(
      "label", attributes: ["text": "a"], accessibility: Accessibility(label: "A"))
    #expect(one.reuseIdentifier() == other.reuseIdentifier())
  }

  @Test func classesAndLastingAttributesDo() {
    let label = ViewSpec("label", attributes: ["text": "a"])
    let button = ViewSpec("button", attributes: ["text": "a"])
    let shadowed = ViewSpec("label", attributes: ["text": "a", "shadow": 1])
    #expect(label.reuseIdentifier() != button.reuseIdentifier())
    #expect(label.reuseIdentifier() != shadowed.reuseIdentifier())
  }

  @Test func theTypeOfComponentDoesAndItsPlaceDoesNot() {
    let spec = ViewSpec("label", attributes: ["text": "a"])
    let identifiers = [
      ScopePath.at("Row[a]"), .at("Row[b]"), .at("List", "Row#2"), .at("Header"), .root,
    ].map { ViewTree(spec: spec, scope: $0).reuseIdentifier() }
    #expect(identifiers.map(\.componentName) == ["Row", "Row", "Row", "Header", nil])
    #expect(Set(identifiers).count == 3)
    #expect(identifiers.last == spec.reuseIdentifier())
  }

  @Test func anAttributeThatTheRendererCanUnsetDoesNot() {
    let label = ViewSpec("label", attributes: ["text": "a"])
    let shadowed = ViewSpec("label", attributes: ["text": "a", "shadow": 1])
    let identifiers = [label, shadowed].map { $0.reuseIdentifier { $0 == "shadow" } }
    #expect(identifiers[0] == identifiers[1])
    #expect(identifiers[0].lastingAttributes == ["text"])
  }
}
