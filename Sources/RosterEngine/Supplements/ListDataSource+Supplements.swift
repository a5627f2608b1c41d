public import RosterComponents
public import RosterCore
public import RosterJSON

extension ListDataSource {
  /// A header or footer as it was last published; `nil` if there is none.
  ///
  /// One that is not in memory is built from the model of its section and the states that its
  /// components have, and then kept in memory.
  ///
  /// - Throws: `StorageError` if the model of the section cannot be read.
  /// - Complexity: O(log *s*) for *s* sections, if it is in memory; otherwise that of the build, and a
  ///   row.
  public func supplement(
    _ supplement: SupplementReference
  ) throws(StorageError) -> GeneratedSupplement<Output>? {
    guard let supplements = reader.supplements else { return nil }
    let found = try supplements.current([supplement.kind]) { () throws(StorageError) in
      let state = snapshot.state
      return (state, supplement.section.resolved(in: state).map { [$0] } ?? [])
    }
    return supplements.generated(found).first { $0.output != nil }
  }

  /// The headers and footers of some sections as they were last published, in order, each section
  /// that has them; what does not exist is left out. A renderer begins with those of the sections
  /// that it shows.
  ///
  /// - Throws: `StorageError` if the model of a section cannot be read.
  /// - Complexity: As ``supplement(_:)`` for each of them.
  public func supplements(
    inSections range: Range<Int> = 0..<Int.max
  ) throws(StorageError) -> [GeneratedSupplement<Output>] {
    guard let supplements = reader.supplements else { return [] }
    let found = try supplements.current { () throws(StorageError) in
      let state = snapshot.state
      let indexes = range.clamped(to: 0..<state.sectionCount)
      return (state, indexes.compactMap { SectionReference.index($0).resolved(in: state) })
    }
    return supplements.generated(found).filter { $0.output != nil }
  }

  // MARK: Updating

  /// Queues edits of a header or footer, which are applied together. Never blocks on storage.
  ///
  /// If a state is another, that is a revision like an update of an item's state, and undo and redo
  /// pass it over.
  ///
  /// - Parameters:
  ///   - edits: What is done, in order.
  ///   - supplement: The header or footer. An index is one in the list as it will be after everything
  ///     pending.
  ///   - annotation: What the batch is to say about it.
  ///   - qos: How urgent they are.
  /// - Returns: The edits, which will have one outcome. If some of them are refused it is the first
  ///   refusal; the others are applied. They fail with `noSuchSupplement` if the section is not there
  ///   when their turn comes, or has none; and with `conflict` if another process has changed the
  ///   header or footer meanwhile.
  /// - Throws: `noSuchSupplement` for an index that will not be there; `updateWhileBuilding`;
  ///   `queueFull`; `suspended`; `closed`. Nothing is queued then.
  @discardableResult
  public func edit<Message: Sendable>(
    _ edits: [TreeEdit], in supplement: SupplementReference,
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default
  ) throws(DataSourceError) -> PendingChange<Outcome>
  where Output == ComponentTree<Message> {
    let edit = AcceptedSupplementEdit(
      edits, of: supplement, annotation, .queued(qos), dataSource: self)
    try runner.enqueue(edit)
    return edit.pending
  }

  /// Edits a header or footer on the calling thread, after everything that is pending.
  ///
  /// - Throws: `DataSourceError`; `reentrant` if called from within the pipeline.
  @discardableResult
  public func editSynchronously<Message: Sendable>(
    _ edits: [TreeEdit], in supplement: SupplementReference,
    _ annotation: ChangeAnnotation = ChangeAnnotation()
  ) throws(DataSourceError) -> Outcome
  where Output == ComponentTree<Message> {
    let edit = AcceptedSupplementEdit(
      edits, of: supplement, annotation, .synchronous, dataSource: self)
    try runner.run(edit) { edit.pending.isResolved }
    guard let outcome = edit.pending.outcome else { throw .closed }
    return try outcome.get()
  }

  /// Queues an update of the state of a component in a header or footer.
  ///
  /// - Parameters:
  ///   - scope: Where the component is.
  ///   - component: The type of the component there.
  ///   - supplement: The header or footer.
  ///   - annotation: What the batch is to say about it.
  ///   - qos: How urgent it is.
  ///   - change: Changes the state; is run once.
  /// - Throws: As ``edit(_:in:_:qos:)-(_,SupplementReference,_,_)``.
  @discardableResult
  public func update<C: Component, Message: Sendable>(
    _ scope: ScopePath, of component: C.Type, in supplement: SupplementReference,
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default,
    _ change: @escaping @Sendable (inout C.State) -> Void
  ) throws(DataSourceError) -> PendingChange<Outcome>
  where Output == ComponentTree<Message> {
    try edit([.update(scope, of: component, change)], in: supplement, annotation, qos: qos)
  }

  /// Queues what an event of a view in a header or footer performs. Its messages name the header or
  /// footer.
  ///
  /// - Parameters:
  ///   - actions: What is performed, in order.
  ///   - arguments: What the event adds to the arguments of the actions.
  ///   - sender: The scope of the view, where an action without a target begins to be looked for.
  ///   - supplement: The header or footer.
  ///   - annotation: What the batch is to say about it.
  ///   - qos: How urgent it is.
  /// - Throws: As ``edit(_:in:_:qos:)-(_,SupplementReference,_,_)``.
  @discardableResult
  public func perform<Message: Sendable>(
    _ actions: [ActionReference], arguments: [JSONValue] = [], from sender: ScopePath = .root,
    in supplement: SupplementReference, _ annotation: ChangeAnnotation = ChangeAnnotation(),
    qos: DataSourceQoS = .default
  ) throws(DataSourceError) -> PendingChange<Outcome>
  where Output == ComponentTree<Message> {
    try edit(
      actions.map { .perform($0, arguments: arguments, from: sender) }, in: supplement,
      annotation, qos: qos)
  }
}
