internal import Roster
internal import RosterComponents
internal import RosterLayout
internal import RosterWidgets

/// A post with its buttons: the component of an item of the feed.
///
/// The row has no state of its own, and rows of equal posts are equal. So only the changed parts of
/// a row are built again.
struct PostRow: Component, Equatable {
  /// States are kept under this name, so that the type may be renamed.
  static let typeName = "PostRow"

  let post: Post

  func body(_ scope: Scope<Self>) -> Node<FeedMessage> {
    let look = scope.environment(FeedLook.self)
    // The screen moves the row; there is nothing left to perform.
    let drag = look.dragsRows ? PlainAction(named: "drag") : PlainAction()
    ViewNode("box") {
      ViewNode("box") {
        ViewNode("box") { Text(post.author, .headline) }
          .grow(look.growth).shrink(1)
          .on(.dragHandle, drag)
        LikeButton()
        Button("remove", action: scope.send("remove", .remove))
          .style { $0.button.control.color = .secondaryText }
      }
      .direction(.row).wrap().alignItems(look.buttonAlignment)
      .gap(row: look.lineGap, column: look.buttonGap)
      ContinueReading(paragraphs: post.paragraphs)
    }
    .gap(look.lineGap).padding(look.margins)
    .on(.drop, drag)
    if look.isInteractive { Divider() }
  }
}

extension ViewEvent {
  /// A row was dragged to another place.
  static let drop = ViewEvent(rawValue: "drop")
  /// Begins to drag the row around the view.
  static let dragHandle = ViewEvent(rawValue: "dragHandle")
}
