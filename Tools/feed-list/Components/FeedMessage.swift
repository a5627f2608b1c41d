public import RosterWidgets

/// What rows and the header tell the feed.
public enum FeedMessage: Sendable {
  /// The post of the row is to be removed.
  case remove
  /// Something has happened to the field for a new post.
  case field(TextField.Message)
}
