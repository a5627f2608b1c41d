import Roster
import RosterComponents
import RosterLayout
import RosterWidgets

/// What stands above the comments on a photo.
struct CommentsHeader: Component, Equatable {
  static let typeName = "CommentsHeader"

  let count: Int

  func body(_ scope: Scope<Self>) -> Node<DetailMessage> {
    let look = scope.environment(PhotoLook.self)
    Node(
      ViewNode("box") {
        Text(count == 0 ? "No comments" : "\(count) comment\(count == 1 ? "" : "s")", .headline)
      }
      .padding(look.margins))
  }
}

/// A comment on a photo.
struct CommentRow: Component, Equatable {
  static let typeName = "CommentRow"

  let comment: PhotoComment

  func body(_ scope: Scope<Self>) -> Node<DetailMessage> {
    let look = scope.environment(PhotoLook.self)
    Node(
      ViewNode("box") {
        Text("\(comment.number)", .caption)
        Text(comment.text).grow(1).shrink(1)
      }
      .direction(.row).gap(look.columnGap).padding(look.margins))
  }
}

/// The field for the next comment. What is typed is its state until it is sent.
struct CommentField: Component, Equatable {
  static let typeName = "CommentField"
  /// The place of the text in its item.
  static let textPath = ScopePath([
    ScopeKey(typeName: typeName), ScopeKey(typeName: TextField.typeName),
  ])

  func body(_ scope: Scope<Self>) -> Node<DetailMessage> {
    let look = scope.environment(PhotoLook.self)
    Node(
      ViewNode("box") {
        TextField("", placeholder: "Write a comment").wrapping().map(DetailMessage.write)
      }
      .padding(look.margins))
  }
}
