#if Postgres
  package import RosterCore
  internal import RosterRows

  extension PostgresStore {
    /// What a commit writes to one list.
    private struct Part {
      var list: PostgresList
      var group: CommitGroup
      var pages: PageWrites
    }

    /// Writes changes of some lists in one transaction, which is one round trip.
    ///
    /// - Throws: `stale` if one of the lists is not at the source revision of its group; `replaced` if
    ///   the server no longer has the revision that this process has seen; `busy`, `full`, `readOnly`,
    ///   `corrupt`; nothing is changed then. After `failed` the outcome is unknown; read the lists.
    package func commit(_ commits: [ListCommit]) throws(StorageError) {
      var parts: [Part] = []
      for commit in commits {
        guard let list = commit.list as? PostgresList, list.store === self else {
          preconditionFailure("a store commits to its own lists")
        }
        parts.append(Part(list: list, group: commit.group, pages: try PageWrites(commit.group)))
      }
      // Transactions lock the rows of lists in this order, so none waits for one that waits for it.
      parts.sort { $0.list.keys.list < $1.list.keys.list }
      var isFirst = true
      while try !write(parts, areKnown: isFirst) {
        // Only marks can be other ones now: a writer made sure that an earlier commit of its own does
        // not come late.
        isFirst = false
      }
      for part in parts { part.list.renewWords(behind: part.group) }
    }

    package func name(ofList number: Int) throws(StorageError) -> String? {
      let batch = PostgresBatch.reading {
        $0.add("SELECT name FROM list WHERE id = $1 AND \(RemovedList.sqlIsThere)") {
          $0.add(number)
        }
      }
      return try read(batch) { results in
        var name: String?
        results[1].forEachRow { name = $0.text(0) }
        return name
      }
    }

    /// - Parameter areKnown: Whether what this process knows from before may be taken for where the
    ///   lists are.
    /// - Returns: Whether the changes are written; if not, a list is not where it was taken to be.
    private func write(_ parts: [Part], areKnown: Bool) throws(StorageError) -> Bool {
      var writers: [PostgresWriter] = []
      for part in parts {
        let head = try part.list.head(at: part.group.source.revision, isKnown: areKnown)
        writers.append(try part.list.writer(part.group, part.pages, on: head))
      }
      var areAlone = true
      for (part, writer) in zip(parts, writers) {
        if !part.list.willCommit(part.group, writer) { areAlone = false }
      }
      do throws(StorageError) {
        try write(writers, areAlone: areAlone)
      } catch {
        for part in parts { part.list.didNotCommit(part.group, error) }
        if error.code == .stale { return false }
        throw error
      }
      for (part, writer) in zip(parts, writers) { part.list.didCommit(writer) }
      return true
    }

    /// Writes groups of changes in one transaction. A group that is alone may share it with those of
    /// other callers.
    ///
    /// - Parameter areAlone: Whether no other process seems to write the lists.
    /// - Throws: `stale` if a list is not where its writer knows it.
    private func write(_ writers: [PostgresWriter], areAlone: Bool) throws(StorageError) {
      let insertion: PostgresInsertion?
      let isWritten: Bool
      do {
        insertion = writers.count == 1 ? try writers[0].insertion(isAlone: areAlone) : nil
        isWritten = try insertion.map { try appender.append($0) } ?? false
      } catch {
        throw storageError(error)
      }
      guard insertion != nil else {
        return try write { batch in for writer in writers { try writer.write(to: &batch) } }
      }
      guard isWritten else {
        throw StorageError(
          .stale, "\(place): another writer has changed the list; open it again")
      }
    }
  }
#endif
