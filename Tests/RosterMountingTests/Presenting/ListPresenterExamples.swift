import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterMounting

/// The code in the comments of `RosterMounting`. It is compiled only: the views are those of a host that an
/// application has.
@MainActor enum ListPresenterExamples {
  /// What the host of an application has beside what presenters need.
  protocol Screen: ViewHost, AnyObject {
    var onFrame: ((Double) -> Void)? { get set }
    var onScroll: ((Double) throws -> Void)? { get set }
    var onEvent: ((ViewEvent, View) -> Void)? { get set }
    var onDragBegin: ((ItemID, Double) throws -> Void)? { get set }
    var onDrag: ((Double) throws -> Void)? { get set }
    var onDrop: (() throws -> Void)? { get set }

    func flush()
  }

  static func present<Host: Screen>(
    _ list: ComponentList<String, String, Never>, in window: Host.View, of host: Host,
    _ configuration: PresenterConfiguration
  ) async throws {
    // begin example
    let presenter = try ListPresenter(list, in: window, of: host, configuration)
    presenter.onUpdate = { _ in host.flush() }
    host.onScroll = { try presenter.userScrolled(to: $0) }
    host.onEvent = { presenter.handle($0, of: $1) }
    try await presenter.run()
    // end example
  }

  static func animate<Host: Screen>(
    _ presenter: ListPresenter<Host, String, String, Never>, of host: Host
  ) {
    // begin example
    presenter.onUpdate = { _ in host.flush() }
    host.onFrame = { time in
      if presenter.nextAnimationTime != nil { presenter.advanceAnimations(to: time) }
    }
    // end example
  }

  static func reorder<Host: Screen>(
    _ presenter: ListPresenter<Host, String, String, Never>, on host: Host
  ) {
    // begin example
    host.onDragBegin = { item, position in try presenter.beginReorder(item, at: position) }
    host.onDrag = { position in try presenter.moveReorder(to: position) }
    host.onDrop = { try presenter.endReorder(ChangeAnnotation(origin: "user")) }
    // end example
  }

  private enum Event: Sendable { case quit, tap }

  private final class Session: Sendable {
    func nextEvent() async -> Event? { nil }
    func end() {}
  }

  private static func run<Host: Screen>(
    _ presenter: ListPresenter<Host, String, String, Never>, _ messages: AsyncStream<String>,
    on screen: Session, answer: @escaping (String) async throws -> Void,
    handle: @escaping (Event) async throws -> Void, draw: (String?) -> Void
  ) async throws {
    let list = presenter.list
    // begin example
    let loops = SessionLoops { screen.end() }
    loops.begin { try await presenter.run() }
    loops.begin {
      for await message in messages { await loops.attempt { try await answer(message) } }
    }
    while let event = await screen.nextEvent(), event != .quit {
      await loops.attempt { try await handle(event) }
      draw(loops.notice)
    }
    screen.end()
    await list.close()
    try await loops.finish()
    // end example
  }
}
