public import RosterCore

extension ListModification
where
  Outcome == ListBatch<Model, SectionModel, Output>, Model: Equatable, SectionModel: Equatable
{
  /// A snapshot: the list becomes equal to it by the smallest changeset.
  ///
  /// Items and sections that are in both keep identity and states. Equal models are not updated,
  /// and as few items as possible are moved. The changeset is computed when the turn of the
  /// snapshot comes, against the list after everything queued before it, so nothing can come
  /// between. What is queued behind it is verified against the snapshot. A snapshot fits every
  /// list: it does not fail with a changeset before it. It makes a revision even if nothing differs.
  ///
  ///     list       Inbox: a b c     Done: d
  ///     snapshot   Inbox: b a2      Done: c d
  ///     changeset  move b to [0, 0], update a, move c to [1, 0]
  ///
  /// It also replaces what does not decode any more, as models whose type has changed: such an item is removed, and one
  /// of the snapshot inserted in its place. A model of a later release is not replaced: the snapshot fails with
  /// `newerModel`.
  ///
  /// A data source refuses it with `duplicate`, and with `noSuchItem` or `noSuchSupplement` if a state
  /// names a place that is not in the snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: The new contents of the list.
  ///   - identity: How items and sections are identified.
  ///   - duplicates: What happens to identifiers that are in the snapshot more than once. Of those
  ///     that are in the list more than once, the first is kept and the others are removed.
  ///   - states: States to write with it. Their paths refer to the snapshot without what the
  ///     duplicate policy leaves out.
  /// - Complexity: O(*n*) to queue, for *n* items of the snapshot. O(*n* + *m* log *m*) to apply,
  ///   for *n* items in list and snapshot, *m* of which changed. Applying reads every model of the
  ///   list once, in parts; none of them is kept.
  @inlinable
  public static func contents<ItemKey: Hashable & Sendable, SectionKey: Hashable & Sendable>(
    _ snapshot: ListContents<Model, SectionModel>,
    by identity: Identification<Model, SectionModel, ItemKey, SectionKey>,
    duplicates: DuplicatePolicy = .refuse, states: [StateAssignment] = []
  ) -> Self {
    contents(states) { () throws(DuplicateIdentifier) in
      SnapshotTarget(try IdentifiedContents(snapshot, by: identity, duplicates: duplicates))
    }
  }

  /// - Parameter identify: Finds the duplicates of the snapshot, on the thread of the caller.
  @usableFromInline
  static func contents(
    _ states: [StateAssignment],
    identify:
      @escaping @Sendable () throws(DuplicateIdentifier) -> SnapshotTarget<Model, SectionModel>
  ) -> Self {
    Self { (list, annotation, mode) throws(DataSourceError) in
      // Before the snapshot is identified, which is part of the time that it takes.
      let ticket = list.runner.ticket(.snapshot, annotation, mode)
      let target: SnapshotTarget<Model, SectionModel>
      do throws(DuplicateIdentifier) {
        target = try identify()
      } catch {
        throw list.runner.refusal(.duplicate(error), of: ticket)
      }
      return ChangeModification(.snapshot(target), states, annotation, mode, list, ticket: ticket)
    }
  }
}

extension ListModification
where
  Outcome == ListBatch<Model, SectionModel, Output>, Model: Identifiable & Equatable,
  SectionModel: Identifiable & Equatable, Model.ID: Sendable, SectionModel.ID: Sendable
{
  /// A snapshot of identifiable models: the list becomes equal to it.
  ///
  ///     try await messages.apply(.contents(ListContents([.init(model: today, items: fetched)])))
  ///
  /// See ``contents(_:by:duplicates:states:)``.
  @inlinable
  public static func contents(
    _ snapshot: ListContents<Model, SectionModel>, duplicates: DuplicatePolicy = .refuse,
    states: [StateAssignment] = []
  ) -> Self {
    contents(snapshot, by: .byID, duplicates: duplicates, states: states)
  }
}

extension ListModification
where
  Outcome == ListBatch<Model, SectionModel, Output>, Model: Identifiable & Equatable,
  SectionModel: Equatable, Model.ID: Sendable
{
  /// The items of a flat list: the list becomes one section without a model that holds them, by the
  /// smallest changeset.
  ///
  ///     try await inbox.apply(.contents(fetched))
  ///
  /// Items are recognised by their ids, in any section that the list has. See
  /// ``contents(_:by:duplicates:states:)``.
  @inlinable
  public static func contents(
    _ items: [Model], duplicates: DuplicatePolicy = .refuse
  ) -> Self {
    contents(
      ListContents([.init(items: items)]),
      by: Identification(items: { $0.id }, sections: { _ in 0 }), duplicates: duplicates)
  }
}

/// A snapshot that a list will become.
///
/// It is made by code that is compiled for the models and keys of the caller, without which comparing a
/// long snapshot takes several times as long.
// What the compiler says of models that cannot be compared. It looks for contents of a changeset otherwise.
extension ListModification where Outcome == ListBatch<Model, SectionModel, Output> {
  /// Contents of models that cannot be compared.
  @available(
    *, unavailable,
    message:
      "contents are compared with those of the list: the models must be Equatable and Identifiable"
  )
  public static func contents(_ items: [Model]) -> Self { unavailable }

  /// Contents of models that cannot be compared.
  @available(
    *, unavailable,
    message:
      "contents are compared with those of the list: the models must be Equatable, and Identifiable without `by`"
  )
  public static func contents(_ snapshot: ListContents<Model, SectionModel>) -> Self { unavailable }

  private static var unavailable: Self { preconditionFailure("the compiler refuses the call") }
}

@usableFromInline
struct SnapshotTarget<Model: Sendable, SectionModel: Sendable>: Sendable {
  /// The numbers of items of its sections.
  let itemCounts: [Int]
  /// Returns the changeset that turns a list into the snapshot.
  let changeset: @Sendable (Source) throws(StorageError) -> Changeset<Model, SectionModel>

  /// The list as it is when the turn of the snapshot comes.
  @usableFromInline
  struct Source {
    @usableFromInline let sectionModels: [SectionModel?]
    @usableFromInline let itemCounts: [Int]
    /// Returns the models of a range of items of a section.
    @usableFromInline let models: (Int, Range<Int>) throws(StorageError) -> [Model]
  }

  @usableFromInline
  init(
    itemCounts: [Int],
    changeset:
      @escaping @Sendable (Source) throws(StorageError) -> Changeset<Model, SectionModel>
  ) {
    self.itemCounts = itemCounts
    self.changeset = changeset
  }

  @inlinable
  init<ItemKey, SectionKey>(
    _ target: IdentifiedContents<Model, SectionModel, ItemKey, SectionKey>
  ) where Model: Equatable, SectionModel: Equatable {
    self.init(itemCounts: target.contents.itemCounts) { (list) throws(StorageError) in
      try target.changeset(
        from: list.sectionModels, itemCounts: list.itemCounts, models: list.models)
    }
  }
}
