import Roster

/// A post with its buttons: the component of an item of the feed.
///
/// The row has no state of its own, and rows of equal posts are equal. So only the changed parts of
/// a row are built again.
struct PostRow: Component, Equatable {
  /// A message of a row to the feed.
  enum Message: Sendable {
    case remove
  }

  /// States are kept under this name, so that the type may be renamed.
  static let typeName = "PostRow"

  let post: Post

  func body(_ scope: Scope<Self>) -> Node<Message> {
    ViewNode("row") {
      ViewNode("line") {
        ViewNode("text").attribute("text", .string(post.author)).measured(as: post.author)
          .shrink(1)
        LikeButton()
        Button("remove", title: "remove", action: scope.send("remove") { .remove })
      }
      .direction(.row).wrap().gap(row: 0, column: 2)
      ContinueReading(paragraphs: post.paragraphs)
    }
  }
}
