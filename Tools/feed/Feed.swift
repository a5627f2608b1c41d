import Roster
import RosterComponentLists
import RosterComponents
import RosterTerminal
import RosterWidgets

/// A list of posts in a file, each built out of components, under a header.
struct Feed: Sendable {
  typealias Batches = BatchSequence<Post, FeedSection, ComponentTree<FeedMessage>>

  let list: ComponentList<Post, FeedSection, FeedMessage>

  /// Opens the feed in a file; both are created if they do not exist, with posts to begin with.
  ///
  /// - Parameters:
  ///   - columns: How wide rows are; `nil` if whoever shows them lays them out.
  ///   - look: How rows look.
  ///   - listeners: Who is told what becomes of modifications.
  init(
    path: String, columns: Int?, _ look: FeedLook, listeners: [any DataSourceListener] = []
  ) throws {
    var configuration = DataSourceConfiguration()
    configuration.listeners = listeners
    configuration.components.layout = columns.map { .columns(Double($0)) }
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

  /// The header, if the feed has one: those of older files do not.
  var header: Printout.Header? {
    get throws(StorageError) { try list.supplement(.header(of: .index(0))) }
  }

  // MARK: Changing

  func add(_ text: String) async throws {
    let post = Post(author: "You", paragraphs: [text])
    try await list.apply(Changeset { $0.insertItem(post, at: ItemPath(section: 0, item: 0)) })
  }

  func move(_ item: Int, to target: Int) async throws {
    try await list.apply(
      Changeset {
        $0.moveItem(
          from: ItemPath(section: 0, item: item), to: ItemPath(section: 0, item: target))
      })
  }

  /// Removes a post.
  ///
  /// - Returns: The post; `nil` if it is gone already.
  @discardableResult
  func remove(_ item: ItemID) async throws -> Post? {
    let snapshot = list.snapshot
    guard let path = try snapshot.state.path(of: item), let post = try snapshot.model(at: path)
    else { return nil }
    try await list.apply(Changeset { $0.removeItem(at: path) })
    return post
  }

  /// Takes back the last change, but not the one that has made the feed.
  ///
  /// - Returns: What that has done.
  func undo() async throws -> [StepNotice.Batch] {
    let batches = try await list.apply(.undo())
    guard list.snapshot.state.sectionCount == 0 else { return batches }
    try await list.apply(.redo())
    throw DataSourceError.nothingToUndo
  }

  /// Lays out all rows for another width. Nothing is built, and nothing is stored.
  ///
  /// - Returns: Whether there is a batch with them; there is none if they are as wide already.
  func layOut(columns: Int) async throws -> Bool {
    try await list.apply(.configuration(.layout(.columns(Double(columns))))).batch != nil
  }
}
