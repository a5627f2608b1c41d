public import RosterCore

extension ListStore {
  /// Takes back the last change of a list, or all of its group, in all lists of this store that it was made
  /// in, as one.
  ///
  /// A change of one list is taken back there. A change of several lists is taken back in all of them or in
  /// none, in one transaction:
  ///
  ///     try await store.change(inbox, archive) { inbox, archive in … }
  ///     let step = try await store.undo(inbox, archive)
  ///     if !step.goneOn.isEmpty { … }  // the archive has changed since
  ///
  /// A list may have gone on since, so that the change is not what an undo of that list would take back. Its
  /// later changes stay, as those of another scope do (`UndoScope`): what they have removed stays removed,
  /// a model or state that they have written is left as it is, and a section in which they have items stays
  /// with these. In such a list the undo is a change of its own, the next one that an undo of the list takes
  /// back, and it ends what could be redone there.
  ///
  /// - Parameters:
  ///   - first: The list whose last change is taken back.
  ///   - others: Other lists of this store. One that the change was not made in stays as it is.
  ///   - scope: The scope whose last change is taken back.
  ///   - annotation: What the batches say. Their scope is this one, and their group is that of the change.
  ///   - qos: How urgent it is.
  /// - Returns: The batches of each list, in the order of the lists, and the names of the lists that have
  ///   gone on.
  /// - Throws: `partOfSeveral` if the change was made in lists that are not named, with their names;
  ///   `nothingToUndo`; `storage`, with `compacted` if the journal of one of the lists no longer has what the
  ///   undo would take back. Otherwise as `change(_:_:_:qos:_:)`. The lists are unchanged then.
  /// - Complexity: That of the changes that are taken back, and of those made since in a list that has gone
  ///   on.
  @discardableResult
  public func undo<
    Model, SectionModel, Output, each OtherModel, each OtherSectionModel, each OtherOutput
  >(
    _ first: ListDataSource<Model, SectionModel, Output>,
    _ others: repeat ListDataSource<each OtherModel, each OtherSectionModel, each OtherOutput>,
    in scope: UndoScope = .standard, annotation: ChangeAnnotation = ChangeAnnotation(),
    qos: DataSourceQoS = .default
  ) async throws -> (
    batches: (
      [ListBatch<Model, SectionModel, Output>],
      repeat [ListBatch<each OtherModel, each OtherSectionModel, each OtherOutput>]
    ),
    goneOn: [String]
  ) {
    try await step(.undo, first, repeat each others, in: scope, annotation, qos)
  }

  /// Takes back the last undo of a list in all lists of this store that it was made in, as one.
  ///
  /// See ``undo(_:_:in:annotation:qos:)``.
  ///
  /// - Throws: As ``undo(_:_:in:annotation:qos:)``; `nothingToRedo` instead of `nothingToUndo`.
  @discardableResult
  public func redo<
    Model, SectionModel, Output, each OtherModel, each OtherSectionModel, each OtherOutput
  >(
    _ first: ListDataSource<Model, SectionModel, Output>,
    _ others: repeat ListDataSource<each OtherModel, each OtherSectionModel, each OtherOutput>,
    in scope: UndoScope = .standard, annotation: ChangeAnnotation = ChangeAnnotation(),
    qos: DataSourceQoS = .default
  ) async throws -> (
    batches: (
      [ListBatch<Model, SectionModel, Output>],
      repeat [ListBatch<each OtherModel, each OtherSectionModel, each OtherOutput>]
    ),
    goneOn: [String]
  ) {
    try await step(.redo, first, repeat each others, in: scope, annotation, qos)
  }

  /// Undoes or redoes in several lists of this store on the calling thread, after everything pending in
  /// them.
  ///
  /// See ``undo(_:_:in:annotation:qos:)``.
  ///
  /// - Throws: As ``undo(_:_:in:annotation:qos:)`` and ``redo(_:_:in:annotation:qos:)``; `reentrant` if called
  ///   by the generator or in a change of one of the lists.
  @discardableResult
  public func stepSynchronously<
    Model, SectionModel, Output, each OtherModel, each OtherSectionModel, each OtherOutput
  >(
    _ direction: HistoryDirection, _ first: ListDataSource<Model, SectionModel, Output>,
    _ others: repeat ListDataSource<each OtherModel, each OtherSectionModel, each OtherOutput>,
    in scope: UndoScope = .standard, annotation: ChangeAnnotation = ChangeAnnotation()
  ) throws -> (
    batches: (
      [ListBatch<Model, SectionModel, Output>],
      repeat [ListBatch<each OtherModel, each OtherSectionModel, each OtherOutput>]
    ),
    goneOn: [String]
  ) {
    let step = try parts(direction, first, repeat each others, in: scope, annotation, .synchronous)
    try step.drafting.change.submitAndWait(step.parts)
    do {
      let batches = (try step.first.awaited(), repeat try (each step.others).awaited())
      return (batches, step.drafting.returned.goneOn)
    } catch DataSourceError.thrown(let error) {
      throw error
    }
  }

  private func step<
    Model, SectionModel, Output, each OtherModel, each OtherSectionModel, each OtherOutput
  >(
    _ direction: HistoryDirection, _ first: ListDataSource<Model, SectionModel, Output>,
    _ others: repeat ListDataSource<each OtherModel, each OtherSectionModel, each OtherOutput>,
    in scope: UndoScope, _ annotation: ChangeAnnotation, _ qos: DataSourceQoS
  ) async throws -> (
    batches: (
      [ListBatch<Model, SectionModel, Output>],
      repeat [ListBatch<each OtherModel, each OtherSectionModel, each OtherOutput>]
    ),
    goneOn: [String]
  ) {
    let step = try parts(direction, first, repeat each others, in: scope, annotation, .queued(qos))
    try step.drafting.change.submit(step.parts)
    do {
      let batches = (try await step.first.value, repeat try await (each step.others).value)
      return (batches, step.drafting.returned.goneOn)
    } catch DataSourceError.thrown(let error) {
      throw error
    }
  }

  /// Makes the parts of an undo or redo in each list, with what their callers get.
  private func parts<
    Model, SectionModel, Output, each OtherModel, each OtherSectionModel, each OtherOutput
  >(
    _ direction: HistoryDirection, _ first: ListDataSource<Model, SectionModel, Output>,
    _ others: repeat ListDataSource<each OtherModel, each OtherSectionModel, each OtherOutput>,
    in scope: UndoScope, _ annotation: ChangeAnnotation, _ mode: ModificationMode
  ) throws(DataSourceError) -> (
    drafting: JointDrafting<JointHistory.Steps>, parts: [any Modification],
    first: Pending<[ListBatch<Model, SectionModel, Output>]>,
    others: (repeat Pending<[ListBatch<each OtherModel, each OtherSectionModel, each OtherOutput>]>)
  ) {
    var places: [(runner: ModificationRunner, address: ListAddress?)] = []
    var members: [JointHistory.Member] = []
    func add<M, S, O>(_ list: ListDataSource<M, S, O>) {
      let storage = list.reader.storage
      places.append((list.runner, storage.address))
      guard let address = storage.address else { return }
      members.append(
        JointHistory.Member(
          runner: list.runner, address: address, history: ListHistory(storage, in: scope)))
    }
    add(first)
    repeat add(each others)
    let history = JointHistory(direction: direction, members: members)
    let drafting = try JointDrafting(places, in: self) { try history.steps(on: $0) }
    var parts: [any Modification] = []
    func part<M, S, O>(_ list: ListDataSource<M, S, O>) -> Pending<[ListBatch<M, S, O>]> {
      let part = HistoryModification(direction, in: scope, .lists(drafting), annotation, mode, list)
      parts.append(part)
      return part.pending
    }
    let pending = part(first)
    let otherPending = (repeat part(each others))
    return (drafting, parts, pending, otherPending)
  }
}
