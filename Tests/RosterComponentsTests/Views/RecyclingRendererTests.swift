import RosterComponents
import RosterCore
import RosterJSON
import Testing

/// A renderer that recycles views needs no more than descriptions, their differences, and what tells
/// which views may be recycled for each other.
@Suite("A renderer that recycles views")
struct RecyclingRendererTests {
  /// A view, which counts what is done to it.
  private final class View {
    let className: String
    private(set) var values: [String: JSONValue] = [:]
    private(set) var touchCount = 0
    private var shown: ViewTree?

    init(_ className: String) { self.className = className }

    /// Shows another description, given what it showed last.
    func show(_ view: ViewTree) throws {
      let last = shown ?? ViewTree(spec: ViewSpec(className))
      let changes = try #require(view.spec.changes(from: last.spec))
      for change in changes.attributes {
        values[change.name] = change.to
        touchCount += 1
      }
      if view.events != last.events { touchCount += 1 }
      shown = view
    }
  }

  /// Shows a row of views, and keeps those that it needs no more.
  private final class Renderer {
    private(set) var shown: [View] = []
    private(set) var madeCount = 0
    private var identifiers: [ViewReuseIdentifier] = []
    private var pool: [ViewReuseIdentifier: [View]] = [:]

    func show(_ views: [ViewTree]) throws {
      for (view, identifier) in zip(shown, identifiers).reversed() {
        pool[identifier, default: []].append(view)
      }
      identifiers = views.map { $0.reuseIdentifier { $0 == "hint" } }
      shown = zip(views, identifiers).map { view, identifier in
        if let recycled = pool[identifier]?.popLast() { return recycled }
        madeCount += 1
        return View(view.spec.className)
      }
      for (view, description) in zip(shown, views) { try view.show(description) }
    }

    /// How often views were touched since the last time.
    func touches(during body: () throws -> Void) rethrows -> Int {
      let before = shown.reduce(0) { $0 + $1.touchCount }
      try body()
      return shown.reduce(0) { $0 + $1.touchCount } - before
    }
  }

  private let renderer = Renderer()

  private func label(
    _ text: String, in scope: ScopePath = .at("Row"), _ more: ViewAttributes = [:]
  ) -> ViewTree {
    var spec = ViewSpec("label", attributes: more)
    spec.attributes["text"] = .string(text)
    let like = ActionReference(target: .scope(scope), name: "like")
    return ViewTree(spec: spec, events: [.tap: [like]], scope: scope)
  }

  @Test func theSameViewsAgainAreNotTouched() throws {
    try renderer.show([label("a"), label("b")])
    let views = renderer.shown
    #expect(try renderer.touches { try renderer.show([label("a"), label("b")]) } == 0)
    #expect(zip(renderer.shown, views).allSatisfy { $0 === $1 })
  }

  @Test func onlyTheValuesThatDifferFromWhatAViewShowedLastAreSet() throws {
    try renderer.show([label("a"), label("b", ["hint": 1])])
    #expect(try renderer.touches { try renderer.show([label("a"), label("c")]) } == 2)
    #expect(renderer.shown.map(\.values) == [["text": "a"], ["text": "c"]])
  }

  @Test func aViewThatWasPutAwayIsTakenAgainAndBroughtUpToDate() throws {
    try renderer.show([label("a"), label("b"), label("c")])
    try renderer.show([label("a")])
    try renderer.show([label("a"), label("x")])
    #expect(renderer.madeCount == 3)
    #expect(renderer.shown.map { $0.values["text"] } == ["a", "x"])
  }

  @Test func aViewIsNotTakenWhereSomethingOfItWouldStay() throws {
    try renderer.show([label("a", ["shadow": 1])])
    try renderer.show([label("a")])
    #expect(renderer.madeCount == 2)
    #expect(renderer.shown.map(\.values) == [["text": "a"]])
    try renderer.show([label("b", ["shadow": 2])])
    #expect(renderer.madeCount == 2)
    #expect(renderer.shown.map(\.values) == [["text": "b", "shadow": 2]])
  }

  @Test func aViewIsNotTakenForAnotherTypeOfComponent() throws {
    try renderer.show([label("a", in: .at("Row"))])
    try renderer.show([label("a", in: .at("Header"))])
    #expect(renderer.madeCount == 2)
    try renderer.show([label("a", in: .at("Row#1"))])
    #expect(renderer.madeCount == 2)
  }
}
