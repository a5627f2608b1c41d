public import RosterComponents
public import RosterCore
public import RosterEngine
internal import RosterRows

extension ListDataSource where Model: Codable, SectionModel: Codable {
  /// Opens a list of components, whose models are kept as JSON text.
  ///
  ///     let posts = try ComponentList<Post, Day, FeedMessage>(.file(path, list: "feed")) { post, _ in
  ///       PostRow(post)
  ///     }
  ///
  /// - Parameters:
  ///   - location: Where the list is kept.
  ///   - key: What no two items of the list have in common, such as `\.id`; see
  ///     `ListSnapshot.item(key:)`.
  ///   - configuration: The limits of the data source, and the settings for building its
  ///     components; by default, a list on a server is one that other processes write as well.
  ///   - header: Makes the components of a section's header, `nil` if it has none. A section
  ///     without a model has neither header nor footer.
  ///   - footer: Makes the components of a section's footer, `nil` if it has none.
  ///   - components: Makes the components of an item. It is called for inserted and updated items
  ///     and for those whose trees are not in memory, on several threads at once.
  /// - Throws: `StorageError` if the file cannot be opened or is not a Roster database, or the server
  ///   cannot be reached or refuses the role; `inUse` if a data source of this process has the list open.
  /// - Complexity: O(sections + leaf pages); no items are read.
  public convenience init<Message: Sendable>(
    _ location: ListLocation, key: (@Sendable (Model) -> any ModelKeyConvertible)? = nil,
    configuration: DataSourceConfiguration? = nil,
    header: (@Sendable (SectionModel, SectionContext) -> Node<Message>?)? = nil,
    footer: (@Sendable (SectionModel, SectionContext) -> Node<Message>?)? = nil,
    @NodeBuilder<Message> components:
      @escaping @Sendable (Model, GenerationContext)
      -> Node<Message>
  ) throws(StorageError) where Output == ComponentTree<Message> {
    try self.init(
      storage: location.open(), codec: JSONModelCodec(), sectionCodec: JSONModelCodec(), key: key,
      configuration: configuration, header: header, footer: footer, components: components)
  }
}
