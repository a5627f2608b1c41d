internal import RosterCore

/// Reads what others have committed, and publishes it as the batches of a data source.
final class ListFollower<Model: Sendable, SectionModel: Sendable, Output: Sendable>: Follower {
  typealias DataSource = ListDataSource<Model, SectionModel, Output>

  /// How many revisions are read at once.
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
    guard try journal.storedRevision() > state.revision, let dataSource else { return [] }
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

  /// Reads what comes after a state. If it is not there any more, or makes another list, that is for
  /// good, so nobody is kept waiting for it.
  private func read(
    after state: ListState, for dataSource: DataSource
  ) throws(StorageError) -> [ReadRevision<Model, SectionModel, Output>] {
    do throws(StorageError) {
      let revisions = try reader.revisions(after: state, limit: Self.revisionCountMax)
      if let last = revisions.last?.batch.target.state { try verify(last) }
      return revisions
    } catch {
      var error = error
      if error.code == .compacted {
        error.message += "; this list lags behind what others have removed, so open it again"
      }
      if error.code == .compacted || error.code == .stale { dataSource.failSubscriptions(error) }
      throw error
    }
  }

  /// Pages are not in the journal: whoever applies a change makes the same ones. That it did can be
  /// seen from the numbers that were given.
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
  /// Whose model the revision changed or removed, or of which it wrote a state.
  fileprivate var touched: [TreeID] {
    let identities = entry.record.identities
    let items = identities.updatedItems + identities.removedItems.map(\.id)
    let sections = identities.updatedSections + identities.removedSections
    return items.map(TreeID.item) + entry.states.map(\.tree)
      + sections.flatMap(\.trees)
  }
}
