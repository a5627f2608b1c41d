internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine

/// One source of a derived list: how far the list has followed it, and what it has published since.
final class FollowedSource<Model: Sendable>: Sendable {
  private struct Progress {
    /// The revision after which the list needs the journal of the source.
    var basis: Revision = 0
    /// Whether the list follows no more.
    var isClosed = false
    /// What revisions have touched that were published lately, one behind the other.
    var published: [(revision: Revision, identities: ChangeIdentities?, movesSections: Bool)] = []
    /// Is called when the source has published a revision.
    var whenChanged: (@Sendable (Revision) -> Void)?

    /// Keeps what a revision has touched. Only what follows without a gap, and is small, is kept; the journal has the rest.
    mutating func add(
      _ revision: Revision, _ identities: ChangeIdentities?, _ movesSections: Bool
    ) {
      let isLarge =
        (identities?.insertedItems.count ?? 0) + (identities?.removedItems.count ?? 0)
        + (identities?.updatedItems.count ?? 0) + (identities?.movedItems.count ?? 0)
        > publishedCountMax
      if isLarge || published.count >= publishedCountMax
        || published.last.map({ $0.revision + 1 != revision }) ?? false
      {
        published = []
      }
      if !isLarge { published.append((revision, identities, movesSections)) }
    }
  }

  /// How many published revisions are in memory at most, and how many items a revision may touch for that.
  private static var publishedCountMax: Int { 256 }

  let list: DerivedSource<Model>
  /// The list as notes name it.
  let noted: NotedList
  private let progress = Guarded(Progress())

  init(_ list: DerivedSource<Model>, noted: NotedList) {
    self.list = list
    self.noted = noted
  }

  /// Calls a closure whenever the source has published a revision.
  func listen(whenChanged: @escaping @Sendable (Revision) -> Void) {
    progress.withLock { $0.whenChanged = whenChanged }
    list.add(self)
  }

  /// Reads what revisions have touched.
  ///
  /// - Parameter changes: What the source is about to commit up to the last revision; `nil` if it has published all.
  /// - Returns: The parts that the revisions have in other lists, if the list shows several; `nil` if the journal has not
  ///   all of them any more.
  func read(
    _ change: inout SourceChange, after basis: Revision, upTo target: Revision,
    with changes: UncommittedChanges? = nil
  ) throws(StorageError) -> [JournalPart]? {
    for entry in changes?.group.changes.map({ $0.entry }) ?? [] {
      change.add(entry.record.identities, in: list.slot)
      if !entry.record.outline.movedSections.isEmpty { change.movesSections = true }
    }
    let target = changes?.group.source.revision ?? target
    if takePublished(&change, after: basis, upTo: target) { return [] }
    var parts: [JournalPart] = []
    var revision = basis
    while revision < target {
      let entries: [JournalEntry]
      do throws(StorageError) {
        entries = try list.storage.journal(after: revision, limit: min(1_024, target - revision))
      } catch {
        guard error.code == .compacted else { throw error }
        return nil
      }
      guard let last = entries.last else { return nil }
      for entry in entries {
        change.add(entry.record.identities, in: list.slot)
        if !entry.record.outline.movedSections.isEmpty { change.movesSections = true }
        parts += entry.otherParts
      }
      revision = last.revision
    }
    return parts
  }

  /// How many of the newest revisions may be parts of a change that other sources have not published yet.
  private static var newestCount: Int { 64 }

  /// Returns the parts that the newest revisions have in other lists, as far as they are kept.
  func newestParts(upTo target: Revision) throws(StorageError) -> [JournalPart] {
    let oldest = try (list.storage as? any JournalStorage)?.oldestRevision() ?? target
    let start = max(oldest, target - Self.newestCount)
    guard start < target else { return [] }
    do throws(StorageError) {
      return try list.storage.journal(after: start, limit: target - start).flatMap { $0.otherParts }
    } catch {
      // It was compacted in between.
      if error.code == .compacted { return [] }
      throw error
    }
  }

  /// Takes what revisions have touched that were published lately.
  ///
  /// - Returns: Whether all of them are in memory.
  private func takePublished(
    _ change: inout SourceChange, after basis: Revision, upTo target: Revision
  ) -> Bool {
    let taken = progress.withLock { progress in
      progress.published.removeAll { $0.revision <= basis }
      return progress.published.prefix { $0.revision <= target }
    }
    guard taken.count == target - basis else { return false }
    for entry in taken {
      if let identities = entry.identities { change.add(identities, in: list.slot) }
      if entry.movesSections { change.movesSections = true }
    }
    return true
  }

  /// Lets the source forget the revisions up to one.
  func acknowledge(_ needed: Revision, by subscriber: String) throws(StorageError) {
    // What the source has lost already cannot be kept for a subscriber of the list that lags.
    let oldest = try (list.storage as? any JournalStorage)?.oldestRevision() ?? needed
    try list.acknowledge(max(needed, oldest), subscriber)
    progress.withLock { $0.basis = max($0.basis, needed) }
  }

  /// Follows no more.
  func close() {
    progress.withLock { progress in
      progress.isClosed = true
      progress.published = []
    }
  }
}

extension FollowedSource: ListDependent {
  var basis: Revision { progress.withLock { $0.isClosed ? .max : $0.basis } }

  func listHasChanged(
    to revision: Revision, _ identities: ChangeIdentities?, movesSections: Bool
  ) {
    let whenChanged = progress.withLock { progress in
      // Of several sources, the journal says which revisions belong together.
      if !progress.isClosed, list.slot == nil {
        progress.add(revision, identities, movesSections)
      }
      return progress.isClosed ? nil : progress.whenChanged
    }
    whenChanged?(revision)
  }
}
