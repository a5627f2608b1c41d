import Roster
import RosterNavigation
import RosterTerminal

/// A page of the application on the screen: its views, which stay while another page covers it.
@MainActor
final class ScreenPage: @MainActor NavigationPage {
  let content: any ScreenContent
  private let container: TerminalView
  private let host: TerminalHost
  private let following: Task<Void, Never>
  /// What had the focus when the page was covered.
  private var focus: (view: TerminalView, place: TreeID?)?

  /// Makes a page of its content.
  ///
  /// - Parameters:
  ///   - host: Shows the views.
  ///   - container: The view with the views of the content.
  ///   - attempt: Runs the loop of the content, and takes its failure.
  init(
    _ content: any ScreenContent, in container: TerminalView, of host: TerminalHost,
    attempt: @escaping @MainActor (@MainActor () async throws -> Void) async -> Void
  ) {
    (self.content, self.container, self.host) = (content, container, host)
    following = Task { await attempt { try await content.run() } }
  }

  func appear() {
    host.show(container)
    if let focus, content.place(of: focus.view) == focus.place { host.focus(focus.view) }
  }

  func disappear() {
    focus = host.focusedView.map { ($0, content.place(of: $0)) }
    // The focus is not to go to a view of the other page.
    host.focus(nil)
    host.hide(container)
  }

  func close() {
    following.cancel()
    Task {
      await following.value
      content.close()
      host.letGo(container, with: [])
    }
  }
}
