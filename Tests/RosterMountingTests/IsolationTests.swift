import RosterComponents
import RosterJSON
import RosterMounting
import Testing

/// A host may belong to an actor, with its views: then its mounts do too.
@MainActor
@Suite("ViewHost on an actor")
struct IsolationTests {
  @MainActor private final class Label {
    nonisolated let number: Int
    var text: JSONValue?

    init(_ number: Int) { self.number = number }
  }

  @MainActor private final class Canvas: @MainActor ViewHost {
    private(set) var labels: [Label] = []
    let focusedView: Int? = nil

    func makeView(_ className: String) -> Int {
      labels.append(Label(labels.count))
      return labels.count - 1
    }
    func set(_ name: String, of view: Int, from old: JSONValue?, to new: JSONValue) {
      labels[view].text = new
    }
    func unset(_ name: String, of view: Int, from old: JSONValue) { labels[view].text = nil }
    func canUnset(_ name: String, ofClass className: String) -> Bool { true }
    func setFrame(_ frame: ViewFrame?, of view: Int) {}
    func place(_ view: Int, in container: Int, inFrontOf sibling: Int?) {}
    func show(_ view: Int) {}
    func hide(_ view: Int) {}
    func letGo(_ view: Int, with inner: [Int]) {}
  }

  @Test func itsMountRunsThere() {
    let canvas = Canvas()
    let mount = ViewMount(in: -1, of: canvas)
    mount.render([.view("label", ["text": "Hello"])], isLaidOut: false)
    #expect(canvas.labels.map(\.text) == ["Hello"])
  }
}
