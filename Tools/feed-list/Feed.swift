public import Roster
public import RosterComponentLists
public import RosterComponents
internal import RosterWidgets

/// A list of posts in a file, each built out of components, under a header.
public struct Feed: Sendable {
  /// The batches of the list.
  public typealias Batches = BatchSequence<Post, FeedSection, ComponentTree<FeedMessage>>

  /// The list.
  public let list: ComponentList<Post, FeedSection, FeedMessage>

  /// Opens the feed in a file; both are created if they do not exist, with posts to begin with.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - look: How rows look.
  ///   - configuration: How texts are measured, how wide rows are, who is told what becomes of modifications.
  /// - Throws: `StorageError`.
  public init(
    path: String, _ look: FeedLook,
    configuration: DataSourceConfiguration = DataSourceConfiguration()
  ) throws {
    var configuration = configuration
    configuration.components.environment[FeedLook.self] = look
    configuration.components.environment.style = look.style
    list = try ComponentList(
      .file(path, list: "feed"), configuration: configuration,
      header: { section, _ in Node(FeedHeader(section: section)) }
    ) { post, _ in
      PostRow(post: post)
    }
    if list.snapshot.revision == 0 {
      try list.applySynchronously(.beginning, ChangeAnnotation(origin: "sample posts"))
    }
  }

  /// Adds a post of the user at the top.
  public func add(_ text: String) async throws {
    let post = Post(author: "You", paragraphs: [text])
    // At its turn, whatever another window has done meanwhile.
    try await list.change { _, change in
      _ = try change.insert(post, at: ItemPath(section: 0, item: 0))
    }
  }

  /// Removes a post.
  ///
  /// - Returns: The post; `nil` if it is gone already.
  @discardableResult
  public func remove(_ item: ItemID) async throws -> Post? {
    do {
      // At its turn: another window may have removed it meanwhile.
      return try await list.change { _, change in
        let post = try change.model(of: item)
        try change.remove(item)
        return post
      }.value
    } catch DataSourceError.noSuchItem {
      return nil
    }
  }
}
