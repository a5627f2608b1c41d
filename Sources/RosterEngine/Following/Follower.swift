internal import RosterConcurrency
package import RosterCore

/// Reads commits of other writers for the work queue, without the types of the list.
struct Follower: Sendable {
  /// Returns commits of other writers after a state, in order; empty if there are none. If there
  /// are many, returns only the first ones.
  var revisions: @Sendable (_ after: ListState) throws(StorageError) -> [FollowedRevision]
}

/// A revision of another writer.
package struct FollowedRevision {
  var target: ListState
  /// The trees whose model was changed or removed, or of which a state was written.
  var touched: [TreeID]
  /// Publishes the revision to subscribers and readers.
  var publish: () -> Void
}

/// The revisions of other writers that were applied together.
package struct Followed {
  /// The revision before.
  var base: Revision
  /// The revision after.
  var current: Revision
  /// The trees whose model was changed or removed, or of which a state was written.
  package var touched: Set<TreeID> = []
  /// Why it stopped early; `nil` if it did not.
  var failure: StorageError?

  package var conflict: WriteConflict { WriteConflict(base: base, current: current) }

  /// Returns the error for a modification that could not be committed because other writers
  /// committed first.
  func failure(after error: StorageError) -> DataSourceError {
    if let failure { return .storage(failure) }
    return current > base ? .conflict(conflict) : .storage(error)
  }
}

/// Reads commits of other writers and publishes them as batches of a data source.
final class ListFollower<Model: Sendable, SectionModel: Sendable, Output: Sendable>: Sendable {
  typealias DataSource = ListDataSource<Model, SectionModel, Output>

  /// The number of revisions that are read at once.
  private static var revisionCountMax: Int { 256 }

  private weak let dataSource: DataSource?
  private let journal: any JournalStorage
  private let reader: BatchReader<Model, SectionModel, Output>

  init(_ dataSource: DataSource, _ journal: any JournalStorage) {
    self.dataSource = dataSource
    self.journal = journal
    reader = dataSource.reader
  }

  func revisions(after state: ListState) throws(StorageError) -> [FollowedRevision] {
    guard let dataSource else { return [] }
    return try read(after: state, for: dataSource).map { revision in
      FollowedRevision(
        target: revision.batch.target.state, touched: revision.touched
      ) {
        dataSource.publish(revision.batch, revision.entry.record.identities) {
          self.reader.generator?.publish(
            revision.batch.outputs, removing: revision.entry.record.identities.removedTrees)
        }
      }
    }
  }

  /// Reads the revisions after a state. If they are no longer in the journal, or lead to another
  /// list, or have models of a later release, or the storage has lost the state itself, the data
  /// source cannot go on, so its subscribers fail as well.
  private func read(
    after state: ListState, for dataSource: DataSource
  ) throws(StorageError) -> [ReadRevision<Model, SectionModel, Output>] {
    do throws(StorageError) {
      guard try journal.storedRevision() > state.revision else { return [] }
      let revisions = try reader.revisions(after: state, limit: Self.revisionCountMax)
      if let last = revisions.last?.batch.target.state { try verify(last) }
      return revisions
    } catch {
      var error = error
      if error.code == .compacted {
        error.message += "; this list lags behind what others have removed, so open it again"
      }
      if [.compacted, .stale, .replaced, .newerModel].contains(error.code) {
        dataSource.failSubscriptions(error)
      }
      throw error
    }
  }

  /// Checks that this data source makes the same pages as the writer. The journal contains no
  /// pages: each process makes them itself, and the next free identifiers tell whether they are the
  /// same.
  private func verify(_ state: ListState) throws(StorageError) {
    guard try journal.nextIdentifiers(after: state.revision) == state.nextIdentifiers else {
      throw StorageError(
        .stale,
        "another writer has ordered the pages of revision \(state.revision) in another way than "
          + "this version of Roster; open the list again")
    }
  }
}

extension ReadRevision {
  /// The trees whose model the revision changed or removed, or of which it wrote a state.
  fileprivate var touched: [TreeID] {
    let identities = entry.record.identities
    let items = identities.updatedItems + identities.removedItems.map(\.id)
    let sections = identities.updatedSections + identities.removedSections
    return items.map(TreeID.item) + entry.states.map(\.tree)
      + sections.flatMap(\.trees)
  }
}

extension ListDataSource {
  /// Reads a list.
  static func load(
    _ storage: any ListStorage, isShared: Bool
  ) throws(StorageError) -> ListState {
    guard !isShared || storage is any JournalStorage else {
      throw StorageError(
        .failed, "the storage of this list cannot be shared: it tells of no changes")
    }
    return try storage.load()
  }

  /// Starts applying commits of other writers, if the list is shared.
  func followOthers() {
    guard configuration.isShared, let journal else { return }
    let follower = ListFollower(self, journal)
    runner.follower.withLock {
      $0 = Follower { (state) throws(StorageError) in try follower.revisions(after: state) }
    }
    let watch = runner.executor.watch(journal) { [weak runner] in runner?.wake() }
    self.watch.withLock { $0 = watch }
    // Other writers may have committed since the list was read.
    runner.wake()
  }

  func stopFollowing() {
    runner.follower.withLock { $0 = nil }
    watch.withLock { watch in
      watch?.cancel()
      watch = nil
    }
  }
}
