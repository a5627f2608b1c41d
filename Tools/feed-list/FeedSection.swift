/// What the feed says of its posts, as the list keeps it.
public struct FeedSection: Codable, Equatable, Sendable {
  /// What the feed is headed by.
  public var title: String
  /// What it is about.
  public var about: String

  /// Makes a section.
  public init(title: String, about: String) { (self.title, self.about) = (title, about) }
}
