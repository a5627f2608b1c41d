internal import Roster
public import RosterComponents
internal import RosterWidgets

extension Feed {
  /// What the feed has done because a row or the header asked for it.
  public enum Answer: Sendable {
    /// A post was removed.
    case removed(Post)
    /// A post was added at the top.
    case added
  }

  /// Does what a row or the header asks for, on a screen as on a page.
  ///
  /// - Returns: What was done; `nil` if there was nothing to do.
  @discardableResult
  public func answer(_ message: TreeMessage<FeedMessage>) async throws -> Answer? {
    switch message.message {
    case .remove:
      // The row may have moved since it sent the message, or be gone.
      guard let item = message.item, let post = try await remove(item) else { return nil }
      return .removed(post)
    case .field(.submitted(let text)) where !text.allSatisfy(\.isWhitespace):
      try await add(text)
      return .added
    case .field: return nil
    }
  }
}
