import RosterCore
import RosterLayout
import RosterTerminal
import RosterText

/// Lets the user choose one of several lists.
@MainActor
struct ListPicker {
  private let lists: [StoredListSummary]
  private let title: String
  private let screen: TerminalScreen

  init(_ lists: [StoredListSummary], title: String, on screen: TerminalScreen) {
    self.lists = lists
    self.title = title
    self.screen = screen
  }

  /// Waits until the user has chosen a list.
  ///
  /// - Returns: Its name; `nil` if the user leaves.
  func choose() async throws -> String? {
    screen.header = .heading(
      "Choose a list", title: title, trailing: lists.count.counting("list"))
    screen.status = TerminalLine([])
    screen.columnNames = nil
    screen.openText(lists.map(\.line.safe), choosing: true)
    defer { screen.closeText() }
    var isHelp = false
    repeat {
      screen.status = .status(
        notice: isHelp ? "the arrows, j and k go to a list, return opens it" : nil,
        keys: ["⏎ open", "q quit", "? help"], trailing: [],
        columns: Int(screen.host.size.width))
      try screen.flush()
      let event = await screen.nextEvent()
      isHelp = event == .key("?")
      switch event {
      case .lineChosen(let index): return lists[index].name
      case .textClosed, .quit, nil: return nil
      default: break
      }
    } while true
  }
}

extension StoredListSummary {
  /// The list as `roster lists` and the choice of lists name it.
  var line: String {
    "\(name.inQuotesUnlessPlain)  revision \(revision)  "
      + "\(sectionCount.counting("section"))  \(itemCount.counting("item"))"
  }
}
