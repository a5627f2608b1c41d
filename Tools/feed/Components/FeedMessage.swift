import RosterWidgets

/// What rows and the header tell the feed.
enum FeedMessage: Sendable {
  /// The post of the row is to be removed.
  case remove
  /// The post of the row is to be moved to another place, counted from 0.
  case move(to: Int)
  /// Something has happened to the field for a new post.
  case field(TextField.Message)
}
