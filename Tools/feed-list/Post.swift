/// A post, as the list keeps it.
public struct Post: Codable, Equatable, Sendable {
  /// Who has written it.
  public var author: String
  /// What is read one after the other.
  public var paragraphs: [String]

  /// Makes a post.
  public init(author: String, paragraphs: [String]) {
    (self.author, self.paragraphs) = (author, paragraphs)
  }
}
