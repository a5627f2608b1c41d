public import RosterComponents
public import RosterCore
public import RosterEngine

/// A list whose items are built from components.
public typealias ComponentList<Model: Sendable, SectionModel: Sendable, Message: Sendable> =
  ListDataSource<Model, SectionModel, ComponentTree<Message>>

extension ListDataSource {
  /// Opens a stored list of components, with codecs for its models.
  ///
  /// - Parameters:
  ///   - list: The list in its file or on its server.
  ///   - codec: Encodes and decodes item models.
  ///   - sectionCodec: Encodes and decodes section models.
  ///   - key: What no two items of the list have in common; see `ListSnapshot.item(key:)`.
  ///   - configuration: The limits of the data source, and the settings for building its
  ///     components; by default, a list on a server is one that other processes write as well.
  ///   - header: Makes the components of a section's header, `nil` if it has none. A section
  ///     without a model has neither header nor footer. It is called on several threads at once, for
  ///     inserted and updated sections and for those whose headers are not in memory.
  ///   - footer: Makes the components of a section's footer, `nil` if it has none.
  ///   - components: Makes the components of an item. It is called on several threads at once, for
  ///     inserted and updated items and for those whose trees are not in memory.
  /// - Throws: `StorageError` if the directory of the list cannot be read.
  /// - Complexity: O(sections + leaf pages); no items are read.
  public convenience init<Message: Sendable>(
    storage list: any StoredList, codec: any ModelCodec<Model>,
    sectionCodec: any ModelCodec<SectionModel>,
    key: (@Sendable (Model) -> any ModelKeyConvertible)? = nil,
    configuration: DataSourceConfiguration? = nil,
    header: (@Sendable (SectionModel, SectionContext) -> Node<Message>?)? = nil,
    footer: (@Sendable (SectionModel, SectionContext) -> Node<Message>?)? = nil,
    @NodeBuilder<Message> components:
      @escaping @Sendable (Model, GenerationContext)
      -> Node<Message>
  ) throws(StorageError) where Output == ComponentTree<Message> {
    try self.init(list.access, codec, sectionCodec, key, configuration) {
      models, owner, configuration in
      ComponentGenerator(
        models: models, owner: owner, configuration.components,
        ComponentProviders(item: components, header: header, footer: footer))
    }
    keepWorkingRange()
  }

  /// Subscribes to the messages that the components of the list send.
  ///
  /// A message arrives when its effects are durable and published. Messages arrive in the order in
  /// which the actions were performed.
  ///
  /// A stream is one subscriber: iterate it once, from one task. Messages are not stored; they wait
  /// in memory until the subscriber takes them. The stream ends when the data source is closed or
  /// gone and all sent messages were taken, or when the task is cancelled.
  public func messages<Message: Sendable>() -> AsyncStream<TreeMessage<Message>>
  where Output == ComponentTree<Message> {
    components().messages.subscribe()
  }

  /// Returns the generator that builds the trees of a list of components.
  func components<Message: Sendable>() -> ComponentGenerator<Model, SectionModel, Message>
  where Output == ComponentTree<Message> {
    guard let generator = reader.generator as? ComponentGenerator<Model, SectionModel, Message>
    else { preconditionFailure("a list of trees is opened with components, not with a generator") }
    return generator
  }
}
