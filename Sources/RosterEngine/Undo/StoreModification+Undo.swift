public import RosterCore

extension StoreModification {
  /// An undo: takes back the last change of a list, or all of its group, in all lists of the store that it
  /// was made in.
  ///
  /// A change of one list is taken back there. A change of several lists is taken back in all of them or in
  /// none, in one transaction:
  ///
  ///     try await store.change(inbox, archive) { inbox, archive in
  ///       try archive.append(inbox.model(of: message))
  ///       try inbox.remove(message)
  ///     }
  ///     let step = try await store.apply(.undo(inbox, archive))
  ///     if !step.goneOn.isEmpty { print("\(step.goneOn) have changed since") }
  ///
  /// A list may have gone on since, so that the change is not what an undo of that list would take back. Its
  /// later changes stay, as those of another scope do (`UndoScope`): what they have removed stays removed,
  /// a model or state that they have written is left as it is, what they have moved stands where they have
  /// put it, and a section in which they have items stays with these. In such a list the undo is a change of
  /// its own, the next one that an undo of the list takes back, and it ends what could be redone there.
  ///
  /// It comes to the batches of each list, in the order of the lists, and the names of the lists that have
  /// gone on. It fails with `partOfSeveral` if the change was made in lists that are not named, with their
  /// names; with `nothingToUndo`; with `storage` (`compacted`) if the journal of one of the lists no longer
  /// has what the undo would take back. The lists are unchanged then. The batches have the scope of the
  /// undo, and the group of the change that is taken back, whatever the annotation says.
  ///
  /// - Parameters:
  ///   - first: The list whose last change is taken back.
  ///   - others: Other lists of the store. One that the change was not made in stays as it is.
  ///   - scope: The scope whose last change is taken back.
  /// - Complexity: That of the changes that are taken back, and of those made since in a list that has gone
  ///   on.
  public static func undo<
    Model, SectionModel, Output, each OtherModel, each OtherSectionModel, each OtherOutput
  >(
    _ first: ListDataSource<Model, SectionModel, Output>,
    _ others: repeat ListDataSource<each OtherModel, each OtherSectionModel, each OtherOutput>,
    in scope: UndoScope = .standard
  ) -> Self
  where
    Outcome == (
      batches: (
        [ListBatch<Model, SectionModel, Output>],
        repeat [ListBatch<each OtherModel, each OtherSectionModel, each OtherOutput>]
      ),
      goneOn: [String]
    )
  {
    .step(.undo, first, repeat each others, in: scope)
  }

  /// A redo: takes back the last undo of a list in all lists of the store that it was made in.
  ///
  /// It fails with `nothingToRedo`; otherwise as an ``undo(_:_:in:)``.
  ///
  /// - Parameters:
  ///   - first: The list whose last undo is taken back.
  ///   - others: Other lists of the store.
  ///   - scope: The scope whose last undo is taken back.
  public static func redo<
    Model, SectionModel, Output, each OtherModel, each OtherSectionModel, each OtherOutput
  >(
    _ first: ListDataSource<Model, SectionModel, Output>,
    _ others: repeat ListDataSource<each OtherModel, each OtherSectionModel, each OtherOutput>,
    in scope: UndoScope = .standard
  ) -> Self
  where
    Outcome == (
      batches: (
        [ListBatch<Model, SectionModel, Output>],
        repeat [ListBatch<each OtherModel, each OtherSectionModel, each OtherOutput>]
      ),
      goneOn: [String]
    )
  {
    .step(.redo, first, repeat each others, in: scope)
  }

  /// An undo or a redo.
  package static func step<
    Model, SectionModel, Output, each OtherModel, each OtherSectionModel, each OtherOutput
  >(
    _ direction: HistoryDirection, _ first: ListDataSource<Model, SectionModel, Output>,
    _ others: repeat ListDataSource<each OtherModel, each OtherSectionModel, each OtherOutput>,
    in scope: UndoScope = .standard
  ) -> Self
  where
    Outcome == (
      batches: (
        [ListBatch<Model, SectionModel, Output>],
        repeat [ListBatch<each OtherModel, each OtherSectionModel, each OtherOutput>]
      ),
      goneOn: [String]
    )
  {
    Self { setting throws(DataSourceError) in
      var places: [JointPlace] = []
      var members: [JointHistory.Member] = []
      func add<M, S, O>(_ list: ListDataSource<M, S, O>) {
        let storage = list.reader.storage
        places.append(JointPlace(runner: list.runner, address: list.address))
        guard let address = list.address else { return }
        members.append(
          JointHistory.Member(
            runner: list.runner, address: address, history: ListHistory(storage, in: scope)))
      }
      add(first)
      repeat add(each others)
      let history = JointHistory(direction: direction, members: members)
      let drafting = try JointDrafting(places, setting) { try history.steps(on: $0) }
      var parts: [any Modification] = []
      func part<M, S, O>(_ list: ListDataSource<M, S, O>) -> Pending<[ListBatch<M, S, O>]> {
        let part = HistoryModification(
          direction, in: scope, .lists(drafting), setting.annotation, setting.mode, list)
        parts.append(part)
        return part.pending
      }
      let firstPart = part(first)
      let otherParts = (repeat part(each others))
      return JointParts(drafting, parts) { () throws(DataSourceError) in
        let batches = (try firstPart.awaited(), repeat try (each otherParts).awaited())
        return (batches, drafting.returned.goneOn)
      }
    }
  }
}
