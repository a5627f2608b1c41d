import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterLayout
import RosterMounting
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// A host may belong to an actor: then its presenter does too, and follows the list there.
@MainActor
@Suite("ListPresenter on an actor")
struct PresenterIsolationTests {
  @MainActor private final class Window: @MainActor ViewHost {
    private(set) var texts: [JSONValue] = []
    private var viewCount = 0
    let focusedView: Int? = nil

    func makeView(_ className: String) -> Int {
      viewCount += 1
      return viewCount
    }
    func set(_ name: String, of view: Int, from old: JSONValue?, to new: JSONValue) {
      if name == "text" { texts.append(new) }
    }
    func unset(_ name: String, of view: Int, from old: JSONValue) {}
    func canUnset(_ name: String, ofClass className: String) -> Bool { true }
    func setFrame(_ frame: ViewFrame?, of view: Int) {}
    func place(_ view: Int, in container: Int, inFrontOf sibling: Int?) {}
    func show(_ view: Int) {}
    func hide(_ view: Int) {}
    func letGo(_ view: Int, with inner: [Int]) {}
  }

  @Test func itFollowsTheListThere() async throws {
    let folder = try TemporaryFolder()
    let storage = try #require(
      try SQLiteStore(path: folder.path(of: "list.sqlite")).list(named: "test"))
    let list = try PlankList(
      storage: storage, codec: TextCodec(), sectionCodec: TextCodec()
    ) { text, _ in Plank(text: text) }
    let window = Window()
    let size = Size(width: 80, height: 100)
    let presenter = try ListPresenter(list, in: 0, of: window, PresenterConfiguration(size: size))
    let (shown, continuation) = AsyncStream<Void>.makeStream()
    presenter.onUpdate = { _ in
      if !window.texts.isEmpty { continuation.finish() }
    }
    let following = Task { try await presenter.run() }
    try await list.apply(ListRows<String, String>([.init(items: ["a"])]).asInsertion)
    for await _ in shown {}
    #expect(window.texts == ["a+0"])
    await list.close()
    try await following.value
  }
}
