import RosterComponents
import RosterCore
import RosterJSON
import RosterTestSupport
import Testing

@Suite("ViewSpec.changes")
struct ViewChangesTests {
  private func reference(_ name: String) -> ActionReference {
    ActionReference(target: .scope(ViewTreeTests.like), name: name)
  }

  @Test func anEqualSpecLeavesTheViewAlone() throws {
    for view in [ViewTreeTests.feed] + ViewTreeTests.feed.children {
      #expect(try #require(view.spec.changes(from: view.spec)).isEmpty)
    }
  }

  @Test func anotherClassNeedsAnotherView() {
    #expect(ViewSpec("label").changes(from: ViewSpec("button")) == nil)
  }

  @Test func attributesAreRemovedFirstThenSetAndChanged() throws {
    let old = ViewSpec("a", attributes: ["same": 1, "gone": 2, "also gone": 3, "new value": "x"])
    let new = ViewSpec("a", attributes: ["same": 1, "new value": "y", "added": .null])
    let changes = try #require(new.changes(from: old))
    #expect(changes.attributes.map(\.name) == ["also gone", "gone", "added", "new value"])
    #expect(changes.attributes.map(\.from) == [3, 2, nil, "x"])
    #expect(changes.attributes.map(\.to) == [nil, nil, .null, "y"])
    #expect(changes.events.isEmpty && changes.accessibility == nil && !changes.isEmpty)
  }

  @Test func anEqualActionIsNotAChange() throws {
    let old = ViewSpec("a", attributes: ["n": 1], events: [.tap: [reference("like")]])
    let new = ViewSpec("a", attributes: ["n": 2], events: [.tap: [reference("like")]])
    #expect(try #require(new.changes(from: old)).events.isEmpty)
  }

  @Test func eventsAreRemovedFirstThenSetAndChanged() throws {
    let old = ViewSpec("a", events: [.tap: [reference("a")], .pan: [reference("b")]])
    let new = ViewSpec("a", events: [.tap: [reference("c")], .change: [reference("d")]])
    let changes = try #require(new.changes(from: old))
    #expect(changes.events.map(\.name) == [.pan, .change, .tap])
    #expect(changes.events.map(\.to) == [nil, [reference("d")], [reference("c")]])
  }

  @Test func anActionWithOtherArgumentsIsAChange() throws {
    var bound = reference("like")
    bound.arguments = [1]
    let old = ViewSpec("a", events: [.tap: [reference("like")]])
    let new = ViewSpec("a", events: [.tap: [bound]])
    #expect(try #require(new.changes(from: old)).events.count == 1)
  }

  @Test func anEventThatPerformsNothingIsNone() {
    #expect(ViewSpec("a", events: [.tap: []]) == ViewSpec("a"))
    var spec = ViewSpec("a")
    spec.perform([], on: .tap)
    #expect(spec.events.isEmpty)
  }

  @Test func accessibilityIsOneChange() throws {
    let old = ViewSpec("a", accessibility: Accessibility(label: "Like"))
    let new = ViewSpec("a", accessibility: Accessibility(label: "Like", value: "on"))
    let changes = try #require(new.changes(from: old))
    #expect(changes.accessibility?.from == old.accessibility)
    #expect(changes.accessibility?.to == new.accessibility)
    let removed = try #require(ViewSpec("a").changes(from: old)).accessibility
    #expect(removed != nil && removed?.to == nil)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func changesMakeTheOldSpecTheNew(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let old = ViewTree.random(depth: 0, scope: .root, with: &random).spec
    var new = ViewTree.random(depth: 0, scope: .root, with: &random).spec
    new.className = old.className
    let changes = try #require(new.changes(from: old))
    #expect(old.applying(changes) == new, "seed \(seed)")
    #expect(changes.isEmpty == (old == new), "seed \(seed)")
  }
}

extension ViewSpec {
  fileprivate func applying(_ changes: ViewChanges) -> ViewSpec {
    var attributes = attributes
    for change in changes.attributes { attributes[change.name] = change.to }
    var events = events
    for change in changes.events { events[change.name] = change.to }
    let accessibility = changes.accessibility.map(\.to) ?? accessibility
    return ViewSpec(
      className, attributes: attributes, events: events, accessibility: accessibility)
  }
}
