import Roster

/// A list of posts in a file, each built out of components, under a header.
struct Feed: Sendable {
  typealias Batches = BatchSequence<Post, FeedSection, ComponentTree<PostRow.Message>>

  let list: ComponentList<Post, FeedSection, PostRow.Message>

  /// Opens the feed in a file; both are created if they do not exist, with posts to begin with.
  ///
  /// - Parameter columns: How wide rows are.
  init(path: String, columns: Int) throws {
    var configuration = DataSourceConfiguration()
    configuration.components.layout = .columns(columns)
    list = try ComponentList(
      file: path, list: "feed", configuration: configuration,
      header: { section, _ in Node(FeedHeader(section: section)) }
    ) { post, _ in
      PostRow(post: post)
    }
    if list.snapshot.revision == 0 {
      try list.applySynchronously(.beginning, ChangeAnnotation(origin: "sample posts"))
    }
  }

  func add(_ text: String) async throws {
    let post = Post(author: "You", paragraphs: [text])
    try await list.apply(Changeset { $0.insertItem(post, at: ItemPath(section: 0, item: 0)) })
  }

  /// The header, if the feed has one: those of older files do not.
  var header: Screen.Header? {
    get throws(StorageError) { try list.supplement(.header(of: .index(0))) }
  }

  func move(_ item: Int, to target: Int) async throws {
    try await list.apply(
      Changeset {
        $0.moveItem(
          from: ItemPath(section: 0, item: item), to: ItemPath(section: 0, item: target))
      })
  }

  /// Lays out all rows for another width. Nothing is built, and nothing is stored.
  ///
  /// - Returns: Whether there is a batch with them; there is none if they are as wide already.
  func layOut(columns: Int) async throws -> Bool {
    try await list.reconfigure(.layout(.columns(columns))).batch != nil
  }

  /// Carries out the request of a row.
  func receive(_ message: TreeMessage<PostRow.Message>) async throws {
    switch message.message {
    case .remove:
      // The row may have moved since it sent the message, or be gone.
      guard let row = message.item, let path = try list.snapshot.state.path(of: row) else {
        return
      }
      try await list.apply(Changeset { $0.removeItem(at: path) })
    }
  }
}

extension LayoutConstraints {
  /// Some columns of a terminal, and as many lines as are needed.
  fileprivate static func columns(_ columns: Int) -> LayoutConstraints {
    LayoutConstraints(.flexibleHeight, in: Size(width: Double(max(1, columns)), height: 0))
  }
}
