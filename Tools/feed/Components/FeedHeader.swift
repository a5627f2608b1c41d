import Roster

/// The header of the feed, which remembers whether it says what the feed is about.
///
/// Its state is in the file, like those of rows.
struct FeedHeader: Component, Equatable {
  struct State: ComponentState {
    var isOpen = false
  }

  static let typeName = "FeedHeader"

  let section: FeedSection

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<PostRow.Message> {
    ViewNode("header") {
      ViewNode("line") {
        ViewNode("text").attribute("text", .string(section.title)).measured(as: section.title)
          .shrink(1)
        Button(
          "about", title: scope.state.isOpen ? "less" : "about",
          action: scope.edit("about") { state in state.isOpen.toggle() })
      }
      .direction(.row).wrap().gap(row: 0, column: 2)
      if scope.state.isOpen {
        ViewNode("text").attribute("text", .string(section.about)).measured(as: section.about)
      }
    }
  }
}
