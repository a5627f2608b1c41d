/// What the feed says of its posts, as the list keeps it.
struct FeedSection: Codable, Equatable {
  var title: String
  var about: String
}
