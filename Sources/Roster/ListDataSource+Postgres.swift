#if Postgres
  internal import RosterPostgres

  extension ListDataSource where Model: Codable, SectionModel: Codable {
    /// Opens a list on a PostgreSQL server; the schema `roster` and the list are created if they do
    /// not exist.
    ///
    ///     let messages = try ListDataSource<Message, Day, Never>(
    ///       postgres: "postgres://roster@db.example/app", list: "inbox")
    ///
    /// Models are kept as JSON text. All lists of a process on one server share a few connections.
    /// For other codecs, schemas and limits of time, open a `PostgresStore`.
    ///
    /// - Parameters:
    ///   - connection: The server and the database as libpq reads them.
    ///   - name: The name of the list.
    ///   - configuration: The limits of the data source; by default, those of a list that other
    ///     processes write as well (``DataSourceConfiguration/isShared``).
    /// - Throws: `StorageError`: `unreadable` if the server cannot be reached or refuses the role.
    /// - Complexity: O(sections + leaf pages); no items are read.
    public convenience init(
      postgres connection: String, list name: String,
      configuration: DataSourceConfiguration? = nil
    ) throws(StorageError) where Output == Never {
      try self.init(
        storage: PostgresStore.openList(named: name, at: connection),
        codec: JSONModelCodec(), sectionCodec: JSONModelCodec(),
        configuration: configuration)
    }

    /// Opens a list on a PostgreSQL server, with a generator.
    ///
    /// - Parameters:
    ///   - connection: The server and the database as libpq reads them.
    ///   - name: The name of the list.
    ///   - configuration: The limits of the data source; by default, those of a list that other
    ///     processes write as well (``DataSourceConfiguration/isShared``).
    ///   - generate: Makes the output for an item. It is called for inserted and updated items only,
    ///     on several threads at once.
    /// - Throws: `StorageError`: `unreadable` if the server cannot be reached or refuses the role.
    /// - Complexity: O(sections + leaf pages); no items are read.
    @_disfavoredOverload  // What makes trees is meant for the initializer that takes components.
    public convenience init(
      postgres connection: String, list name: String,
      configuration: DataSourceConfiguration? = nil,
      generate: @escaping @Sendable (Model, GenerationContext) -> Output
    ) throws(StorageError) {
      try self.init(
        storage: PostgresStore.openList(named: name, at: connection),
        codec: JSONModelCodec(), sectionCodec: JSONModelCodec(),
        configuration: configuration, generate: generate)
    }

    /// Opens a list of components on a PostgreSQL server.
    ///
    /// - Parameters:
    ///   - connection: The server and the database as libpq reads them.
    ///   - name: The name of the list.
    ///   - configuration: The limits of the data source, and the settings for building its
    ///     components; by default, those of a list that other processes write as well.
    ///   - header: Makes the components of a section's header, `nil` if it has none. A section
    ///     without a model has neither header nor footer.
    ///   - footer: Makes the components of a section's footer, `nil` if it has none.
    ///   - components: Makes the components of an item. It is called for inserted and updated items
    ///     and for those whose trees are not in memory, on several threads at once.
    /// - Throws: `StorageError`: `unreadable` if the server cannot be reached or refuses the role.
    /// - Complexity: O(sections + leaf pages); no items are read.
    public convenience init<Message: Sendable>(
      postgres connection: String, list name: String,
      configuration: DataSourceConfiguration? = nil,
      header: (@Sendable (SectionModel, SectionContext) -> Node<Message>?)? = nil,
      footer: (@Sendable (SectionModel, SectionContext) -> Node<Message>?)? = nil,
      @NodeBuilder<Message> components:
        @escaping @Sendable (Model, GenerationContext)
        -> Node<Message>
    ) throws(StorageError) where Output == ComponentTree<Message> {
      try self.init(
        storage: PostgresStore.openList(named: name, at: connection),
        codec: JSONModelCodec(), sectionCodec: JSONModelCodec(),
        configuration: configuration, header: header, footer: footer,
        components: components)
    }
  }

  extension PostgresStore {
    fileprivate static func openList(
      named name: String, at connection: String
    ) throws(StorageError) -> PostgresList {
      let store = try PostgresStore.shared(PostgresConfiguration(connection))
      guard let list = try store.list(named: name) else {
        throw StorageError(.failed, "\(store.place): the list \"\(name)\" cannot be created")
      }
      return list
    }
  }
#endif
