internal import Roster
internal import RosterComponents
internal import RosterWidgets

/// The field for a new post. What is typed is in its state, and so in the file, until it is posted.
struct PostField: Component, Equatable {
  static let typeName = "PostField"

  func body(_ scope: Scope<Self>) -> Node<FeedMessage> {
    TextField("", placeholder: "Write a post; return adds it").clearingOnSubmit().wrapping()
      .map(FeedMessage.field).style { $0.field.control.background = .surface }
  }
}
