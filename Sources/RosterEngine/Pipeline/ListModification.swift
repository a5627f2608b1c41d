public import RosterCore

/// What is to be done to a list: a changeset, new contents, an update of a state, an undo.
///
/// A data source takes any of them in three ways, which differ in what the caller waits for:
///
///     try list.enqueue(.reload(.section(2)))  // for nothing; the outcome is pending
///     let batches = try await list.apply(.undo())  // until it is durable and published
///     try list.applySynchronously(.contents(fetched))  // the same, on the calling thread
///
/// A modification is a value. It does nothing, and nothing of it is verified, before a data source
/// takes it; and it may be taken more than once.
///
/// See ``ListDataSource/enqueue(_:_:qos:)``, ``ListDataSource/apply(_:_:qos:)`` and
/// ``ListDataSource/applySynchronously(_:_:)``.
public struct ListModification<
  Model: Sendable, SectionModel: Sendable, Output: Sendable, Outcome: Sendable
>: Sendable {
  /// Makes what waits in the queue of a list.
  ///
  /// Throws if what it says is refused whatever the list is.
  package typealias Making =
    @Sendable (
      ListDataSource<Model, SectionModel, Output>, ChangeAnnotation, ModificationMode
    ) throws(DataSourceError) -> any Modification<Outcome>

  let make: Making

  package init(_ make: @escaping Making) { self.make = make }
}

extension ListModification where Outcome == ListBatch<Model, SectionModel, Output> {
  /// A changeset, and states to write with it.
  ///
  ///     try await list.apply(.changeset(changeset, basedOn: snapshot.revision))
  ///
  /// A data source refuses it with `invalid` if it does not fit the list as it will be after all
  /// pending changes, with `noSuchItem` or `noSuchSupplement` if a state names a place that does not
  /// exist after it, and with `conflict` if the list is not at its base or changes are pending. Once
  /// it is queued, it fails with `noSuchItem` if a state names an item by an id that does not exist,
  /// with `noSuchSupplement` likewise for a section, and with `conflict` if it has a base and another
  /// writer commits first.
  ///
  /// - Parameters:
  ///   - changeset: The changes; empty to write only states.
  ///   - base: The revision of the snapshot that the changeset was made for; `nil` if it is for the
  ///     list after everything pending. See ``ListDataSource/rebased(_:from:)`` for what to do
  ///     after a `conflict`.
  ///   - states: States to write with the changeset, of items, headers and footers of its target.
  ///     If two name the same scope, the last one counts.
  /// - Complexity: O(*k* log *k*) to queue *k* changes.
  public static func changeset(
    _ changeset: Changeset<Model, SectionModel>, basedOn base: Revision? = nil,
    states: [StateAssignment] = []
  ) -> Self {
    Self { list, annotation, mode in
      ChangeModification(.changeset(changeset, base: base), states, annotation, mode, list)
    }
  }
}
