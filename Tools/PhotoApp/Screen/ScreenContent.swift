import Roster
import RosterComponents
import RosterLayout
import RosterTerminal

/// What a page of the application shows on the whole screen.
@MainActor
protocol ScreenContent: AnyObject {
  /// What the line above says.
  var header: TerminalLine { get }
  /// What the line below says if there is nothing to tell: how many rows have come above those that are
  /// visible, or what the user may press, the most useful first.
  var newAboveCount: Int { get }
  var keys: [String] { get }
  /// The same while a field takes all letters.
  var fieldKeys: [String] { get }
  var revision: Revision { get }
  /// Keys that mean something to the page before they move the focus and scroll.
  var programKeys: Set<String> { get }

  /// Follows the list until it is closed, or the task is cancelled.
  func run() async throws
  /// Does what the user has done to a view.
  func handle(_ event: ViewEvent, of view: TerminalView, _ values: [JSONValue])
  func scroll(to offset: Double) throws
  func press(_ key: PhotoKey) throws
  func resize(to size: Size) throws
  /// A frame is drawn of the page.
  func willDraw()
  /// Whether a view still shows what it showed when ``place(of:)`` was asked.
  func place(of view: TerminalView) -> TreeID?
  /// Lets all views go. The loop has ended.
  func close()
}
