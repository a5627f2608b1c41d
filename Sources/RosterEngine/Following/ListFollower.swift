internal import RosterCore

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

  /// Reads the revisions after a state. If they are no longer in the journal, or lead to another
  /// list, the data source cannot go on, so its subscribers fail as well.
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
