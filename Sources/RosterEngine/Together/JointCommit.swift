internal import RosterConcurrency
internal import RosterCore

/// The revisions that a list is about to commit.
struct ListRevisions: Sendable {
  let runner: ModificationRunner
  let group: CommitGroup
  let plans: [any ModificationPlan]

  fileprivate var numbers: ClosedRange<Revision> {
    group.source.revision + 1...group.target.revision
  }
}

extension ModificationRunner {
  /// Plans what becomes of the lists that are kept together with this one when it commits.
  func planCompany(of revisions: ListRevisions, leavesOutputs: Bool) -> [ListRevisions] {
    guard !revisions.group.changes.isEmpty, let company = company.withLock({ $0 }) else {
      return []
    }
    return company.plan(
      UncommittedChanges(
        group: revisions.group, changes: revisions.plans.flatMap(\.changes)),
      leavesOutputs: leavesOutputs)
  }
}

/// A commit of lists of one store in one transaction, with what is kept together with them.
struct JointCommit {
  /// Each has revisions. There are none if an application commits rows alone.
  let lists: [ListRevisions]
  let store: any JointStorage
  /// The transaction of an application to which the commit belongs.
  var transaction: (any HostTransaction)?

  /// How often what is kept together with the lists is planned, if other writers come before it.
  private static var attemptCountMax: Int { 4 }

  /// Commits.
  ///
  /// What is kept together with the lists never fails the commit: if it cannot be committed, it is left behind.
  ///
  /// - Parameter alone: Commits the lists without anything else.
  /// - Returns: Why the revisions are not in storage, `nil` if they are.
  func run(alone: () -> StorageError?) -> StorageError? {
    var failure: StorageError?
    for _ in 0..<Self.attemptCountMax {
      let company = lists.flatMap {
        $0.runner.planCompany(of: $0, leavesOutputs: transaction != nil)
      }
      if company.isEmpty { break }
      failure = commit(with: company)
      guard let failure else {
        endCompany()
        return nil
      }
      if transaction != nil || failure.code == .busy { return failure }
      let isRefused = lists.contains { list in
        // What may be in storage is not committed again: a shared list would follow it as that of another writer.
        list.runner.committer.withLock { $0.isInDoubt || $0.refusal() != nil }
      }
      if isRefused { return failure }
      guard failure.code == .stale else { break }
      // If other writers have committed to what is kept together with the lists, that is planned again.
      let isOvertaken = lists.contains { $0.runner.committer.withLock { $0.isOvertaken } }
      if isOvertaken { return failure }
    }
    if let failure = alone() { return failure }
    endCompany(without: failure)
    return nil
  }

  private func endCompany(without failure: StorageError? = nil) {
    for list in lists {
      list.runner.company.withLock { $0 }?.hasCommitted(
        to: list.group.target.revision,
        // It is no failure of the lists, which are not suspended.
        without: failure.map { .thrown($0) })
    }
  }

  /// Commits the lists with others, and tells the listeners of all how long it took.
  ///
  /// - Parameter company: What is kept together with the lists. It is in storage if they are.
  func commit(with company: [ListRevisions] = []) -> StorageError? {
    let all = lists + company
    return committing(all[...]) { write(all) }
  }

  private func committing(
    _ lists: ArraySlice<ListRevisions>, _ work: () -> StorageError?
  ) -> StorageError? {
    guard let list = lists.first else { return work() }
    return list.runner.committing(list.numbers) { committing(lists.dropFirst(), work) }
  }

  private func write(_ all: [ListRevisions]) -> StorageError? {
    for list in lists {
      if let refusal = list.runner.committer.withLock({ $0.refusal() }) { return refusal }
    }
    do throws(StorageError) {
      var written: [ListCommit] = []
      for list in all {
        let commit = try list.runner.committer.withLock { (committer) throws(StorageError) in
          try committer.commit(of: list.group)
        }
        if let commit { written.append(commit) }
      }
      if let transaction {
        try transaction.commit { () throws(StorageError) in
          // An application may have written rows alone.
          if !written.isEmpty { try store.commit(written) }
        }
      } else {
        try store.commit(written)
      }
    } catch {
      // Companions are asked as well: one that can commit nothing any more is not planned again.
      let failures = all.map { list in
        list.runner.committer.withLock { $0.failure(of: list.group, after: error) }
      }
      // It was one transaction: if storage has the group of one list, it has those of all.
      if !failures.contains(where: { $0 == nil }) { return failures.first ?? error }
    }
    for list in all {
      list.runner.committer.withLock { $0.hasCommitted(list.group) }
      list.runner.committedState.withLock { $0 = list.group.target }
    }
    return nil
  }
}
