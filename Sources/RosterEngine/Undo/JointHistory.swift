internal import RosterCore

/// An undo or redo that takes a change of several lists back in all of them.
///
/// The first list says which change that is. In a list that has gone on, what takes the change back is moved
/// on top of the later changes, and is a change among them, so that they can be undone as before:
///
///     list    journal                  undo of `both`
///     a       1  both                  1  both  takes back both
///     b       2  3  both  4            2  3  both  4  change
struct JointHistory: Sendable {
  /// A list that the caller has named.
  struct Member: Sendable {
    var runner: ModificationRunner
    var address: ListAddress
    var history: ListHistory
  }

  /// What is taken back in the lists.
  struct Steps: Sendable {
    /// By the runners of the lists; none for a list that the change was not made in.
    var steps: [ObjectIdentifier: HistoryStep] = [:]
    /// The names of the lists that have gone on.
    var goneOn: [String] = []
  }

  let direction: HistoryDirection
  /// At least one, all in one store.
  let members: [Member]

  /// Finds what is taken back.
  ///
  /// - Parameter states: The lists, in the order of the members.
  /// - Throws: `partOfSeveral` if the change was made in other lists as well.
  func steps(on states: [ListState]) throws(DataSourceError) -> Steps {
    let first = members[0]
    let taken = try first.history.entries(direction, at: states[0].revision)
    let changes = taken.map { $0.parts(ofList: first.address.number) }
    let others = Set(changes.joined().map(\.list)).subtracting(members.map(\.address.number))
    if let error = try DataSourceError.partOfSeveral(others, of: first.address.store) {
      throw error
    }
    do throws(StorageError) {
      var entries = [taken]
      for member in members.dropFirst() { entries.append(try member.entries(of: changes)) }
      // What takes back each part.
      var takers: [JournalPart: JournalPart] = [:]
      for (member, (entries, state)) in zip(members, zip(entries, states)) {
        let list = member.address.number
        for (index, entry) in entries.enumerated() {
          takers[JournalPart(list: list, revision: entry.revision)] = JournalPart(
            list: list, revision: state.revision + index + 1)
        }
      }
      var steps = Steps()
      for (member, (entries, state)) in zip(members, zip(entries, states)) where !entries.isEmpty {
        let changes = entries.map { entry in
          HistoryStep.Change(entry: entry, otherParts: entry.otherParts.compactMap { takers[$0] })
        }
        let hasGoneOn = try !member.history.takesBack(entries.map(\.revision), at: state.revision)
        if hasGoneOn {
          steps.goneOn.append(try member.address.store.name(of: member.address.number))
        }
        steps.steps[ObjectIdentifier(member.runner)] = HistoryStep(
          changes: changes, hasGoneOn: hasGoneOn)
      }
      return steps
    } catch {
      throw .storage(error)
    }
  }
}

extension JointHistory.Member {
  /// Returns the entries of the parts that changes have in the list, without those that have done nothing.
  fileprivate func entries(of changes: [[JournalPart]]) throws(StorageError) -> [JournalEntry] {
    var entries: [JournalEntry] = []
    for change in changes {
      let revisions = change.filter { $0.list == address.number }.map(\.revision)
      for entry in try history.entries(of: revisions) {
        guard Set(entry.parts(ofList: address.number)) == Set(change) else {
          throw StorageError(
            .corrupt,
            "revision \(entry.revision) of the list \(try address.store.name(of: address.number).inQuotes) is not "
              + "the part of the change that another list names; see roster check")
        }
        if entry.step != .update { entries.append(entry) }
      }
    }
    return entries
  }
}

extension JournalEntry {
  /// Its parts in all lists.
  fileprivate func parts(ofList list: Int) -> [JournalPart] {
    [JournalPart(list: list, revision: revision)] + otherParts
  }
}

extension JointStorage {
  /// The name of a list, for people.
  fileprivate func name(of list: Int) throws(StorageError) -> String {
    try name(ofList: list) ?? "number \(list)"
  }
}

extension DataSourceError {
  /// Makes the error for a change that was made in other lists as well; `nil` if none of these is there any more.
  ///
  /// - Parameter others: The numbers of these lists.
  static func partOfSeveral(
    _ others: Set<Int>, of store: (any JointStorage)?
  ) throws(DataSourceError) -> DataSourceError? {
    do throws(StorageError) {
      var names: [String] = []
      for list in others.sorted() {
        guard let store else {
          names.append("number \(list)")
          continue
        }
        if let name = try store.name(ofList: list) { names.append(name) }
      }
      return names.isEmpty ? nil : .partOfSeveral(others: names)
    } catch {
      throw .storage(error)
    }
  }
}
