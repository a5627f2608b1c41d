import Roster

/// A post with its buttons: what an item of the feed is made of.
///
/// The row has no state of its own, and is equal to another of the same post: what is in it is built
/// again only where it changes.
struct PostRow: Component, Equatable {
  /// What a row tells the feed.
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
