package import RosterCore

/// Brings a list, a section or a row of it back to what it was at a revision.
final class RestorationModification<Model: Sendable, SectionModel: Sendable, Output: Sendable>:
  Modification
{
  typealias DataSource = ListDataSource<Model, SectionModel, Output>

  /// The changeset that leads back to the revision. Where a changeset has a model, this one has the identity of the item or
  /// section whose earlier model is to be read.
  private struct Way {
    var changeset: Changeset<ItemID, SectionID>
    /// The trees whose states may be others, beside those of what comes back.
    var trees: Set<TreeID>
  }

  let ticket: ModificationTicket?
  let pending = Pending<DataSource.Batch>()
  let annotation: ChangeAnnotation
  private let part: RestoredPart
  private let revision: Revision
  private let base: Revision?
  /// The list at the revision, if the caller has read it.
  private let known: ListState?
  private let dataSource: DataSource

  init(
    of part: RestoredPart, to revision: Revision, basedOn base: Revision?,
    knowing known: ListState?, _ annotation: ChangeAnnotation, _ mode: ModificationMode,
    _ dataSource: DataSource
  ) {
    ticket = dataSource.runner.ticket(.change, annotation, mode)
    self.part = part
    self.revision = revision
    self.base = base
    self.known = known?.revision == revision ? known : nil
    self.annotation = annotation
    self.dataSource = dataSource
  }

  var admission: Admission { .draft }

  var joint: (any JointWork)? { nil }

  // What leads back from the list is found again. With a base, the plan refuses another list.
  var isPlannedAgain: Bool { true }

  func plan(
    on source: ListState, _ proof: VerifiedOutline?, with joined: ArraySlice<any Modification>
  ) throws(DataSourceError) -> any ModificationPlan {
    if let base, source.revision != base {
      throw .conflict(WriteConflict(base: base, current: source.revision))
    }
    guard revision <= source.revision else {
      throw .thrown(
        StorageError(
          .stale, "there is no revision \(revision); the list is at \(source.revision)"))
    }
    let way =
      switch part {
      case .list: try reading { () throws(StorageError) in try wayOfList(from: source) }
      case .section(let section): try way(of: section, from: source)
      case .tree(let tree): try way(of: tree, from: source)
      }
    let change = try source.change(
      byDifference: way.changeset.outline,
      returning: ListState.ReturningIdentities(
        items: way.changeset.insertedModels,
        sections: way.changeset.insertedSectionModels.compactMap(\.self)))
    let (models, changeset) = try reading { () throws(StorageError) in
      try dataSource.reader.models.restored(change.record, at: revision)
    }
    let assigned = try reading { () throws(StorageError) in
      try states(after: change, of: way.trees)
    }
    return try ChangePlan(
      changeset, change, assigned, annotation, dataSource, restored: models,
      qos: ticket?.qos ?? .default, maySplit: true, of: self)
  }

  private var storage: any ListStorage { dataSource.reader.storage }

  private func reading<Value>(
    _ body: () throws(StorageError) -> Value
  ) throws(DataSourceError) -> Value {
    do throws(StorageError) { return try body() } catch { throw .storage(error) }
  }

  // MARK: The list

  private static var chunkCount: Int { 256 }

  /// Goes back revision by revision, and compares what these have touched.
  private func wayOfList(from source: ListState) throws(StorageError) -> Way {
    var past = source
    var touched = TouchedIdentities()
    var trees: Set<TreeID> = []
    while past.revision > revision {
      let count = min(Self.chunkCount, past.revision - revision)
      let entries = try storage.journal(after: past.revision - count, limit: count)
      guard entries.count == count else {
        throw StorageError(.corrupt, "the journal before revision \(past.revision) has gaps")
      }
      for entry in entries.reversed() {
        past = try past.reverting(entry.record)
        touched.formUnion(entry.record, appliedTo: past)
        trees.formUnion(entry.states.lazy.map(\.tree))
      }
    }
    let now = source.revision
    return Way(
      changeset: try source.identityChangeset(
        to: past, touching: touched,
        updating: storage.updatedItems(among: touched.items, from: now, to: revision),
        storage.updatedSections(among: touched.sections, from: now, to: revision)),
      trees: trees.union(touched.items.lazy.map(TreeID.item)))
  }

  /// Returns the list at the revision.
  private func past(of source: ListState) throws(DataSourceError) -> ListState {
    try reading { () throws(StorageError) -> ListState in
      // What is known may be kept no longer, and its models are gone then.
      if let known, try revision >= dataSource.oldestRevision { return known }
      return try dataSource.reader.state(source, at: revision)
    }
  }

  // MARK: One section

  private func way(of section: SectionID, from source: ListState) throws(DataSourceError) -> Way {
    let past = try past(of: source)
    let restored = try reading { () throws(StorageError) in
      try RestoredSection(section, asIn: past, in: source)
    }
    guard let restored else { throw .noSuchSection(.id(section)) }
    let changeset = try reading { () throws(StorageError) in
      try restored.changeset(from: source, to: revision, storage)
    }
    return Way(changeset: changeset, trees: restored.trees)
  }

  // MARK: One row

  private func way(of tree: TreeID, from source: ListState) throws(DataSourceError) -> Way {
    let past = try past(of: source)
    guard try reading({ () throws(StorageError) in try past.place(of: tree) }) != nil else {
      throw TreeReference(tree).absence
    }
    var builder = Changeset<ItemID, SectionID>.Builder()
    switch tree {
    case .item(let item):
      if let path = try reading({ () throws(StorageError) in try source.path(of: item) }) {
        let isChanged = try reading { () throws(StorageError) in
          try storage.models(of: [item], at: source.revision)
            != storage.models(of: [item], at: revision)
        }
        if isChanged { builder.updateItem(at: path, item) }
      } else {
        builder.insertItem(item, at: try returningPath(of: item, in: past, to: source))
      }
    case .supplement(let supplement):
      let section = supplement.section
      guard let index = source.index(of: section) else { throw TreeReference(tree).absence }
      let isChanged = try reading { () throws(StorageError) in
        try storage.models(of: [section], at: source.revision)
          != storage.models(of: [section], at: revision)
      }
      if isChanged { builder.updateSection(at: index, section) }
    }
    return Way(changeset: Changeset { $0 = builder }, trees: [tree])
  }

  /// How many items in front of it are looked for, before an item comes back where it stood.
  private static var neighbourCountMax: Int { 1_000 }

  /// Returns where an item comes back: behind the item that it stood behind, if that is still in its
  /// section, or behind the one before that.
  ///
  /// - Throws: `noSuchSection` if its section is gone.
  private func returningPath(
    of item: ItemID, in past: ListState, to source: ListState
  ) throws(DataSourceError) -> ItemPath {
    try reading { () throws(StorageError) -> Result<ItemPath, DataSourceError> in
      guard let path = try past.path(of: item), let section = past.sectionID(at: path.section)
      else { return .failure(TreeReference.id(item).absence) }
      guard let index = source.index(of: section) else {
        return .failure(.noSuchSection(.id(section)))
      }
      let first = max(0, path.item - Self.neighbourCountMax)
      for neighbour in stride(from: path.item - 1, through: first, by: -1) {
        let id = try past.itemID(at: ItemPath(section: path.section, item: neighbour))
        guard let place = try id.flatMap({ id throws(StorageError) in try source.path(of: id) }),
          place.section == index
        else { continue }
        return .success(ItemPath(section: index, item: place.item + 1))
      }
      let count = source.itemCount(inSection: index)
      return .success(ItemPath(section: index, item: min(first, count)))
    }.get()
  }

  // MARK: States

  /// Returns the states that differ from those at the revision: all of what comes back, and those of trees
  /// that are in the list.
  private func states(
    after change: ListChange, of trees: Set<TreeID>
  ) throws(StorageError) -> [StateAssignment] {
    let returning = Set(
      change.identities.insertedItems.map(TreeID.item)
        + change.identities.insertedSections.flatMap(\.trees))
    var kept: [TreeID] = []
    for tree in trees where !returning.contains(tree) {
      if try change.target.place(of: tree) != nil { kept.append(tree) }
    }
    let now = try storage.statesByTree(of: kept, at: change.source.revision)
    let then = try storage.statesByTree(of: kept + returning, at: revision)
    var states: [StateAssignment] = []
    for tree in (kept + returning).sorted() {
      let (former, restored) = (now[tree] ?? [:], then[tree] ?? [:])
      let scopes = former.merging(restored) { $1 }.keys
        .filter { former[$0] != restored[$0] }
        .sorted { $0.description < $1.description }
      for scope in scopes {
        states.append(
          StateAssignment(tree: TreeReference(tree), scope: scope, state: restored[scope]))
      }
    }
    return states
  }
}

/// What is brought back to what it was.
package enum RestoredPart: Hashable, Sendable {
  /// The list, with its rows and their states.
  case list
  /// One section with its items and their states, as ``RestoredSection`` says. Other sections lose the items that
  /// come back from them, and keep everything else.
  case section(SectionID)
  /// One row with its states. A row of the list stays where it is. An item that is gone comes back with its
  /// identity, behind the item that it stood behind.
  case tree(TreeID)
}

extension ListModification where Outcome == ListBatch<Model, SectionModel, Output> {
  /// A restoration: brings the list, a section or a row of it back to what it was at a revision.
  ///
  /// It goes forward: the list gets one new revision, which can be undone. What is gone comes back with its
  /// identity. Models and states come back byte for byte.
  ///
  /// It fails with `conflict` if the list is not at its base; with `noSuchItem` or `noSuchSupplement` if the
  /// row was not in the list then, or its header or footer is gone; with `noSuchSection` if the section was
  /// not in the list then, or an item would come back into one that is gone; with `thrown` (`stale`) if the
  /// list has not reached the revision; or with `storage` (`compacted`) if the revision is no longer kept.
  ///
  /// - Parameters:
  ///   - part: What is restored.
  ///   - revision: The revision that it is restored to.
  ///   - base: The revision for which a person has seen what will change; `nil` to restore whatever the list
  ///     is.
  ///   - known: The list at the revision, if the caller has read it; a row or section is then restored without
  ///     the way there.
  /// - Complexity: O(1) to queue; to apply, O(*k* log *n*) for *k* changes since the revision, O(log *n*) for a row of
  ///   a list that is known, and O(*m* log *n*) for a section of it that had and has *m* items.
  package static func restoration(
    of part: RestoredPart = .list, to revision: Revision, basedOn base: Revision? = nil,
    knowing known: ListState? = nil
  ) -> Self {
    Self { list, annotation, mode in
      RestorationModification(
        of: part, to: revision, basedOn: base, knowing: known, annotation, mode, list)
    }
  }
}
