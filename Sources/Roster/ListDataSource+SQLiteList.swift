extension ListDataSource {
  /// Opens a list of a file, with codecs for its models.
  ///
  ///     let store = try SQLiteStore(path: path)
  ///     if let inbox = try store.list(named: "inbox") {
  ///       let messages = try ListDataSource<String, String, Never>(
  ///         storage: inbox, codec: TextCodec(), sectionCodec: TextCodec())
  ///     }
  ///
  /// - Parameters:
  ///   - list: The list in its file.
  ///   - codec: Encodes and decodes item models.
  ///   - sectionCodec: Encodes and decodes section models.
  ///   - configuration: The limits of the data source.
  /// - Throws: `StorageError` if the directory of the list cannot be read.
  /// - Complexity: O(sections + leaf pages); no items are read.
  public convenience init(
    storage list: SQLiteList, codec: any ModelCodec<Model>,
    sectionCodec: any ModelCodec<SectionModel>,
    configuration: DataSourceConfiguration = DataSourceConfiguration()
  ) throws(StorageError) where Output == Never {
    try self.init(
      storage: list as any ListStorage, codec: codec, sectionCodec: sectionCodec,
      configuration: configuration)
  }

  /// Opens a list of a file, with codecs for its models and a generator.
  ///
  /// - Parameters:
  ///   - list: The list in its file.
  ///   - codec: Encodes and decodes item models.
  ///   - sectionCodec: Encodes and decodes section models.
  ///   - configuration: The limits of the data source.
  ///   - generate: Makes the output for an item. It is called for inserted and updated items only,
  ///     on several threads at once.
  /// - Throws: `StorageError` if the directory of the list cannot be read.
  /// - Complexity: O(sections + leaf pages); no items are read.
  @_disfavoredOverload  // What makes trees is meant for the initializer that takes components.
  public convenience init(
    storage list: SQLiteList, codec: any ModelCodec<Model>,
    sectionCodec: any ModelCodec<SectionModel>,
    configuration: DataSourceConfiguration = DataSourceConfiguration(),
    generate: @escaping @Sendable (Model, GenerationContext) -> Output
  ) throws(StorageError) {
    try self.init(
      storage: list as any ListStorage, codec: codec, sectionCodec: sectionCodec,
      configuration: configuration, generate: generate)
  }

  /// Opens a list of components of a file, with codecs for its models.
  ///
  /// - Parameters:
  ///   - list: The list in its file.
  ///   - codec: Encodes and decodes item models.
  ///   - sectionCodec: Encodes and decodes section models.
  ///   - configuration: The limits of the data source, and the settings for building its
  ///     components.
  ///   - header: Makes the components of a section's header, `nil` if it has none. A section
  ///     without a model has neither header nor footer.
  ///   - footer: Makes the components of a section's footer, `nil` if it has none.
  ///   - components: Makes the components of an item. It is called for inserted and updated items
  ///     and for those whose trees are not in memory, on several threads at once.
  /// - Throws: `StorageError` if the directory of the list cannot be read.
  /// - Complexity: O(sections + leaf pages); no items are read.
  public convenience init<Message: Sendable>(
    storage list: SQLiteList, codec: any ModelCodec<Model>,
    sectionCodec: any ModelCodec<SectionModel>,
    configuration: DataSourceConfiguration = DataSourceConfiguration(),
    header: (@Sendable (SectionModel, SectionContext) -> Node<Message>?)? = nil,
    footer: (@Sendable (SectionModel, SectionContext) -> Node<Message>?)? = nil,
    @NodeBuilder<Message> components:
      @escaping @Sendable (Model, GenerationContext)
      -> Node<Message>
  ) throws(StorageError) where Output == ComponentTree<Message> {
    try self.init(
      storage: list as any ListStorage, codec: codec, sectionCodec: sectionCodec,
      configuration: configuration, header: header, footer: footer, components: components)
  }
}
