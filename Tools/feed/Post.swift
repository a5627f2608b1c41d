/// A post, as the list keeps it.
struct Post: Codable, Equatable {
  var author: String
  var paragraphs: [String]
}
