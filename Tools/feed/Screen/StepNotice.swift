import Roster
import RosterComponentLists
import RosterFeed

/// What an undo or redo has done to the feed, for the user who asked for it.
///
///     brought back what Alice said
struct StepNotice: CustomStringConvertible {
  typealias Batch = ComponentList<Post, FeedSection, FeedMessage>.Batch

  let description: String

  init(_ batches: [Batch]) {
    let parts = batches.flatMap(Self.parts)
    description = parts.count == 1 ? parts[0] : "\(parts.count) changes"
  }

  private static func parts(of batch: Batch) -> [String] {
    let operations = batch.changes.operations.map { text(of: $0, in: batch) }
    // A like, or how far a post was read, is no change of the list.
    return operations.isEmpty ? batch.states.map { text(of: $0, in: batch) } : operations
  }

  private static func text(of operation: ListOperation<Post, FeedSection>, in batch: Batch)
    -> String
  {
    switch operation {
    case .insertItems(_, _, let posts): "brought back \(words(of: posts))"
    case .updateItems(_, _, let posts): "changed \(words(of: posts))"
    case .removeItems(let section, let start, let count):
      "removed "
        + words(
          of: (start..<start + count).map { index in
            try? batch.source.model(at: ItemPath(section: section, item: index))
          })
    case .moveItem(_, let target): "moved \(words(of: [try? batch.target.model(at: target)]))"
    case .insertSections, .removeSections, .moveSection, .updateSection: "changed the feed"
    }
  }

  private static func text(of state: ChangedState, in batch: Batch) -> String {
    guard case .item(let path) = state.targetPlace, let post = try? batch.target.model(at: path)
    else { return "changed what stands above the posts" }
    return "changed what was marked at the post of \(post.author)"
  }

  private static func words(of posts: [Post?]) -> String {
    guard posts.count == 1 else { return "\(posts.count) posts" }
    return posts[0].map { "what \($0.author) said" } ?? "a post"
  }
}
