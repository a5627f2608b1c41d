extension ListDataSource where Model: Codable, SectionModel: Codable {
  /// Opens a list in a file; both are created if they do not exist.
  ///
  ///     let messages = try ListDataSource<Message, Day, Never>(file: path, list: "inbox")
  ///
  /// Models are kept as JSON text. For other codecs, for several lists in one open file and for
  /// files that must exist already, open a `SQLiteStore`.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - name: The name of the list in the file.
  ///   - durability: The guarantee of a commit.
  ///   - configuration: The limits of the data source.
  /// - Throws: `StorageError` if the file cannot be opened, or is not a Roster database.
  /// - Complexity: O(sections + leaf pages); no items are read.
  public convenience init(
    file path: String, list name: String,
    durability: SQLiteConfiguration.Durability = .normal,
    configuration: DataSourceConfiguration = DataSourceConfiguration()
  ) throws(StorageError) where Output == Never {
    try self.init(
      storage: SQLiteStore.openList(named: name, in: path, durability),
      codec: JSONModelCodec(), sectionCodec: JSONModelCodec(), configuration: configuration)
  }

  /// Opens a list in a file, with a generator; file and list are created if they do not exist.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - name: The name of the list in the file.
  ///   - durability: The guarantee of a commit.
  ///   - configuration: The limits of the data source.
  ///   - generate: Makes the output for an item. It is called for inserted and updated items only,
  ///     on several threads at once.
  /// - Throws: `StorageError` if the file cannot be opened, or is not a Roster database.
  /// - Complexity: O(sections + leaf pages); no items are read.
  @_disfavoredOverload  // What makes trees is meant for the initializer that takes components.
  public convenience init(
    file path: String, list name: String,
    durability: SQLiteConfiguration.Durability = .normal,
    configuration: DataSourceConfiguration = DataSourceConfiguration(),
    generate: @escaping @Sendable (Model, GenerationContext) -> Output
  ) throws(StorageError) {
    try self.init(
      storage: SQLiteStore.openList(named: name, in: path, durability),
      codec: JSONModelCodec(), sectionCodec: JSONModelCodec(), configuration: configuration,
      generate: generate)
  }

  /// Opens a list of components in a file; file and list are created if they do not exist.
  ///
  ///     let posts = try ComponentList<Post, Day, FeedMessage>(file: path, list: "feed") { post, _ in
  ///       PostRow(post)
  ///     }
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - name: The name of the list in the file.
  ///   - durability: The guarantee of a commit.
  ///   - configuration: The limits of the data source, and the settings for building its
  ///     components.
  ///   - header: Makes the components of a section's header, `nil` if it has none. A section
  ///     without a model has neither header nor footer.
  ///   - footer: Makes the components of a section's footer, `nil` if it has none.
  ///   - components: Makes the components of an item. It is called for inserted and updated items
  ///     and for those whose trees are not in memory, on several threads at once.
  /// - Throws: `StorageError` if the file cannot be opened, or is not a Roster database.
  /// - Complexity: O(sections + leaf pages); no items are read.
  public convenience init<Message: Sendable>(
    file path: String, list name: String,
    durability: SQLiteConfiguration.Durability = .normal,
    configuration: DataSourceConfiguration = DataSourceConfiguration(),
    header: (@Sendable (SectionModel, SectionContext) -> Node<Message>?)? = nil,
    footer: (@Sendable (SectionModel, SectionContext) -> Node<Message>?)? = nil,
    @NodeBuilder<Message> components:
      @escaping @Sendable (Model, GenerationContext)
      -> Node<Message>
  ) throws(StorageError) where Output == ComponentTree<Message> {
    try self.init(
      storage: SQLiteStore.openList(named: name, in: path, durability),
      codec: JSONModelCodec(), sectionCodec: JSONModelCodec(), configuration: configuration,
      header: header, footer: footer, components: components)
  }
}

extension SQLiteStore {
  fileprivate static func openList(
    named name: String, in path: String, _ durability: SQLiteConfiguration.Durability
  ) throws(StorageError) -> SQLiteList {
    let store = try SQLiteStore(
      path: path, configuration: SQLiteConfiguration(durability: durability))
    guard let list = try store.list(named: name) else {
      throw StorageError(.failed, "\(path): the list \"\(name)\" cannot be created")
    }
    return list
  }
}
