internal import RosterCore
#if Postgres
  internal import RosterPostgres
#endif

extension ListLocation {
  /// A list in a file. Both are created if they do not exist.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - name: The name of the list in the file.
  ///   - durability: The guarantee of a commit.
  ///   - busyTimeout: How long a commit waits for another process that writes the file, in seconds. After that its
  ///     changes fail with `busy`, and the list goes on.
  public static func file(
    _ path: String, list name: String, durability: SQLiteConfiguration.Durability = .normal,
    busyTimeout: Double = SQLiteConfiguration().busyTimeout
  ) -> ListLocation {
    ListLocation { () throws(StorageError) in
      let store = try SQLiteStore(
        path: path,
        configuration: SQLiteConfiguration(durability: durability, busyTimeout: busyTimeout))
      return try existing(store.list(named: name), named: name, in: path)
    }
  }

  /// An empty list in memory, for tests and previews: it does what one in a file does, and goes with its
  /// data source.
  ///
  ///     let messages = try ListDataSource<Message, Day, Never>(.memory(list: "inbox"))
  ///
  /// Each data source has a list of its own, also those of one location. To open a list again, or to change
  /// several together, keep a `SQLiteStore.inMemory()` and open its lists with `stored(_:)`.
  ///
  /// - Parameter name: The name of the list, which messages say.
  public static func memory(list name: String) -> ListLocation {
    ListLocation { () throws(StorageError) in
      let store = try SQLiteStore.inMemory()
      return try existing(store.list(named: name), named: name, in: store.path)
    }
  }

  #if Postgres
    /// A list on a PostgreSQL server. The schema `roster` and the list are created if they do not exist.
    ///
    /// All lists of a process on one server share a few connections. For other schemas and limits of time,
    /// open a `PostgresStore`.
    ///
    /// - Parameters:
    ///   - connection: The server and the database as libpq reads them, such as
    ///     `postgres://roster@db.example/app`.
    ///   - name: The name of the list.
    public static func postgres(_ connection: String, list name: String) -> ListLocation {
      ListLocation { () throws(StorageError) in
        let store = try PostgresStore.shared(PostgresConfiguration(connection))
        return try existing(store.list(named: name), named: name, in: store.place)
      }
    }
  #endif

  private static func existing<List: JournalStorage>(
    _ list: List?, named name: String, in place: String
  ) throws(StorageError) -> List {
    guard let list else {
      throw StorageError(.failed, "\(place): the list \(name.inQuotes) cannot be created")
    }
    try list.requireModels(ofListNamed: name)
    return list
  }
}
