import Foundation
import RosterComponents
import RosterLayout
import RosterMounting
import RosterTerminal

/// The code in the comments of `RosterTerminal`. It is compiled only: it prints, and takes the terminal.
enum DocCommentExamples {
  static func print(_ tree: ComponentTree<Never>) {
    do {
      // begin example
      let host = TerminalHost(size: Size(width: 80, height: 24))
      let mount = ViewMount(in: host.root, of: host)
      mount.render(tree)
      print(host.plainText(width: 80))
      // end example
    }
    // begin example
    print(TerminalHost.plainText(of: tree.views, width: 80))
    // end example
  }

  private static func print(_ text: String) { Swift.print(text) }

  @MainActor static func show() async throws {
    // begin example
    let screen = try TerminalScreen(environment: ProcessInfo.processInfo.environment)
    screen.status = "q quits, / searches"
    // Here mounts and presenters put views in screen.host.root.
    try screen.flush()
    while let event = await screen.nextEvent() {
      if event == .quit { break }
      // Here the program passes events of views on, and scrolls.
      try screen.flush()
    }
    screen.end()
    // end example
  }
}
