package import RosterCore
internal import RosterRows

extension SQLiteStore {
  /// Writes changes of some lists of the file in one transaction.
  ///
  /// - Throws: `stale` if one of the lists is not at the source revision of its group, `busy`, `full`,
  ///   `readOnly`, `corrupt`; the file is unchanged then. After `failed` the outcome is unknown; read
  ///   the lists.
  package func commit(_ commits: [ListCommit]) throws(StorageError) {
    var lists: [(list: SQLiteList, group: CommitGroup, writes: PageWrites)] = []
    for commit in commits {
      guard let list = commit.list as? SQLiteList, list.store === self else {
        preconditionFailure("a store commits to its own lists")
      }
      lists.append((list, commit.group, try PageWrites(commit.group)))
    }
    do throws(StorageError) {
      try write(failsTransaction: true) { database, statements in
        statements.heads.beginCommits()
        for (list, group, writes) in lists { try list.write(group, writes, statements) }
        try database.notifyChanges(of: "list")
      }
      if hosting.here != nil {
        let groups = hosting.groups
        for (_, group, _) in lists { groups.append(group) }
      }
    } catch {
      // Every other failure is known to have happened before the commit.
      if error.code != .failed {
        for (_, group, _) in lists {
          group.source.pageSource.didNotCommit(backTo: group.source.revision)
        }
      }
      throw error
    }
  }

  package func name(ofList number: Int) throws(StorageError) -> String? {
    try read { database in
      var name: String?
      try database.cachedPrepared(
        "SELECT name FROM list WHERE id = ? AND \(RemovedList.sqlIsThere)"
      )
      .forEachRow(number) { name = $0.text(0) }
      return name
    }
  }
}
