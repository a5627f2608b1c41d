import RosterComponents
import RosterCore
import RosterJSON
import RosterTestKit
import Testing

@Suite("ViewSpec.changes")
struct ViewChangesTests {
  @Test func anEqualSpecLeavesTheViewAlone() throws {
    for view in [ViewTreeTests.feed] + ViewTreeTests.feed.children {
      #expect(try #require(view.spec.changes(from: view.spec)).isEmpty)
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
    #expect(changes.accessibility == nil && !changes.isEmpty)
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
    var spec = self
    for change in changes.attributes { spec.attributes[change.name] = change.to }
    if let change = changes.accessibility { spec.accessibility = change.to }
    return spec
  }
}
