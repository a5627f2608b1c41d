internal import Roster

extension Changeset where Model == Post, SectionModel == FeedSection {
  /// Makes the feed of an empty list: one section, with some posts in it.
  static var beginning: Self {
    Changeset { changeset in
      changeset.insertSection(
        at: 0,
        FeedSection(
          title: "Opening lines",
          about: "How books begin that everybody knows, and what you have to say."))
      for (item, post) in Post.samples.enumerated() {
        changeset.insertItem(post, at: ItemPath(section: 0, item: item))
      }
    }
  }
}

extension Post {
  fileprivate static let samples = [
    Post(
      author: "Ishmael",
      paragraphs: [
        "Call me Ishmael.",
        "Some years ago I thought I would sail about a little and see the watery part of the world.",
        "It is a way I have of driving off the spleen.",
      ]),
    Post(
      author: "Alice",
      paragraphs: [
        "What is the use of a book without pictures or conversations?",
        "Curiouser and curiouser!",
      ]),
    Post(author: "Gulliver", paragraphs: ["My father had a small estate in Nottinghamshire."]),
  ]
}
