extension ListDataSource where Model: Codable, SectionModel: Codable {
  /// Opens a list whose models are kept as JSON text.
  ///
  ///     let messages = try ListDataSource<Message, Day, Never>(.file(path, list: "inbox"), key: \.id)
  ///
  /// For other codecs see `init(storage:codec:sectionCodec:key:configuration:)`.
  ///
  /// - Parameters:
  ///   - location: Where the list is kept.
  ///   - key: What no two items of the list have in common, such as `\.id`; see
  ///     `ListSnapshot.item(key:)`.
  ///   - configuration: The limits of the data source; by default, a list on a server is one that
  ///     other processes write as well (`DataSourceConfiguration.isShared`).
  /// - Throws: `StorageError` if the file cannot be opened or is not a Roster database, or the server
  ///   cannot be reached or refuses the role; `inUse` if a data source of this process has the list open.
  /// - Complexity: O(sections + leaf pages); no items are read.
  public convenience init(
    _ location: ListLocation, key: (@Sendable (Model) -> any ModelKeyConvertible)? = nil,
    configuration: DataSourceConfiguration? = nil
  ) throws(StorageError) where Output == Never {
    try self.init(
      storage: location.open(), codec: JSONModelCodec(), sectionCodec: JSONModelCodec(), key: key,
      configuration: configuration)
  }

  /// Opens a list whose models are kept as JSON text, with a generator.
  ///
  /// - Parameters:
  ///   - location: Where the list is kept.
  ///   - key: What no two items of the list have in common, such as `\.id`; see
  ///     `ListSnapshot.item(key:)`.
  ///   - configuration: The limits of the data source; by default, a list on a server is one that
  ///     other processes write as well (`DataSourceConfiguration.isShared`).
  ///   - generate: Makes the output for an item. It is called for inserted and updated items only,
  ///     on several threads at once.
  /// - Throws: `StorageError` if the file cannot be opened or is not a Roster database, or the server
  ///   cannot be reached or refuses the role; `inUse` if a data source of this process has the list open.
  /// - Complexity: O(sections + leaf pages); no items are read.
  @_disfavoredOverload  // What makes trees is meant for the initializer that takes components.
  public convenience init(
    _ location: ListLocation, key: (@Sendable (Model) -> any ModelKeyConvertible)? = nil,
    configuration: DataSourceConfiguration? = nil,
    generate: @escaping @Sendable (Model, GenerationContext) -> Output
  ) throws(StorageError) {
    try self.init(
      storage: location.open(), codec: JSONModelCodec(), sectionCodec: JSONModelCodec(), key: key,
      configuration: configuration, generate: generate)
  }
}
