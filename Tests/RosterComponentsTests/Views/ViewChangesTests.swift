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

  private func view(
    _ attributes: ViewAttributes, _ events: [ViewEvent: [ActionReference]]
  ) -> ViewTree {
    ViewTree(spec: ViewSpec("a", attributes: attributes), events: events)
  }

  @Test func anEqualSpecLeavesTheViewAlone() throws {
    for view in [ViewTreeTests.feed] + ViewTreeTests.feed.children {
      #expect(try #require(view.changes(from: view)).isEmpty)
    }
  }

  @Test func anAttributeThatIsNotANumberIsSetOnce() throws {
    let spec = ViewSpec("a", attributes: ["x": .number(.nan)])
    #expect(try #require(spec.changes(from: spec)).isEmpty)
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
    let old = view(["n": 1], [.tap: [reference("like")]])
    let new = view(["n": 2], [.tap: [reference("like")]])
    let changes = try #require(new.changes(from: old))
    #expect(changes.events.isEmpty && changes.attributes.count == 1)
  }

  @Test func eventsAreRemovedFirstThenSetAndChanged() throws {
    let old = view([:], [.tap: [reference("a")], .pan: [reference("b")]])
    let new = view([:], [.tap: [reference("c")], .change: [reference("d")]])
    let changes = try #require(new.changes(from: old))
    #expect(changes.events.map(\.name) == [.pan, .change, .tap])
    #expect(changes.events.map(\.to) == [nil, [reference("d")], [reference("c")]])
  }

  @Test func anActionWithOtherArgumentsIsAChange() throws {
    var bound = reference("like")
    bound.arguments = [1]
    let old = view([:], [.tap: [reference("like")]])
    let new = view([:], [.tap: [bound]])
    #expect(try #require(new.changes(from: old)).events.count == 1)
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
  func changesMakeTheOldViewTheNew(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let old = ViewTree.random(depth: 0, scope: .root, with: &random)
    var new = ViewTree.random(depth: 0, scope: .root, with: &random)
    new.spec.className = old.spec.className
    let changes = try #require(new.changes(from: old))
    #expect(old.applying(changes).spec == new.spec, "seed \(seed)")
    #expect(old.applying(changes).events == new.events, "seed \(seed)")
    #expect(changes.isEmpty == (old.spec == new.spec && old.events == new.events), "seed \(seed)")
  }
}

extension ViewTree {
  fileprivate func applying(_ changes: ViewChanges) -> ViewTree {
    var view = self
    for change in changes.attributes { view.spec.attributes[change.name] = change.to }
    for change in changes.events { view.events[change.name] = change.to }
    if let change = changes.accessibility { view.spec.accessibility = change.to }
    return view
  }
}
