internal import RosterConcurrency
public import RosterCore

extension ListDataSource {
  /// Returns a changeset for the committed list, made from one for an earlier snapshot.
  ///
  /// Items and sections are found by their identities. See `rebased(from:onto:)` of `Changeset` for
  /// where insertions and moves come to stand, and for changes of items that are gone.
  ///
  ///     do {
  ///       try await list.apply(.changeset(changeset, basedOn: snapshot.revision))
  ///     } catch DataSourceError.conflict {
  ///       let rebased = try list.rebased(changeset, from: snapshot)
  ///       try await list.apply(.changeset(rebased.changeset, basedOn: rebased.base.revision))
  ///     }
  ///
  /// - Throws: `invalid` if the changeset does not fit its snapshot; `storage` if a page of the list cannot be
  ///   read.
  /// - Complexity: As `rebased(from:onto:)` of `Changeset`.
  public func rebased(
    _ changeset: Changeset<Model, SectionModel>, from snapshot: Snapshot
  ) throws(DataSourceError) -> (
    changeset: Changeset<Model, SectionModel>, dropped: ChangesetOutline, base: Snapshot
  ) {
    // Not the published one: after a conflict that may still be the list without the commits that
    // the conflict is about.
    let current = Snapshot(
      state: runner.committedState.withLock { $0 }, models: reader.models)
    do {
      let rebased = try changeset.rebased(from: snapshot.state, onto: current.state)
      return (rebased.changeset, rebased.dropped, current)
    } catch let error as ChangesetError {
      throw .invalid(error)
    } catch {
      throw .storage(error as? StorageError ?? StorageError(.failed, "\(error)", cause: error))
    }
  }
}
