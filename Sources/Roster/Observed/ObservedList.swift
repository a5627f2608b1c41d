public import Observation
public import RosterCore
public import RosterEngine

/// A list as a screen shows it, for SwiftUI and whatever else observes with `withObservationTracking`.
///
///     struct InboxView: View {
///       let inbox: ObservedList<Mail, Day>
///
///       var body: some View {
///         List {
///           ForEach(inbox.sections) { section in
///             Section(section.model?.title ?? "") {
///               ForEach(section.items, id: \.self) { MailRow(mail: inbox.item($0)) }
///             }
///           }
///         }
///       }
///     }
///
///     struct MailRow: View {
///       let mail: ObservedItem<Mail>
///
///       var body: some View { Text(mail.model?.subject ?? "") }
///     }
///
/// It changes on the main actor as the list publishes batches, once for each. What reads ``sections``, ``items`` or
/// ``itemCount`` is told when items or sections come, go or move, or a section is updated; what reads the model of an
/// ``item(_:)`` is told when that item is updated, and of nothing else. A batch of *k* changes takes O(*k* log *n*) of the
/// main actor, whatever the length of the list.
///
/// Models are read when they are asked for. It follows for as long as it is kept.
@MainActor @Observable
public final class ObservedList<Model: Sendable, SectionModel: Sendable> {
  /// A section of the list.
  public struct Section: Identifiable, Sendable {
    /// Its identity.
    public let id: SectionID
    /// Its model; `nil` if it has none, or that cannot be read.
    public let model: SectionModel?
    /// Its items, in order.
    public let items: ObservedItems
  }

  /// The list as it is shown. What reads it is told of every batch.
  public private(set) var snapshot: ListSnapshot<Model, SectionModel>
  /// The list at the last revision that has changed what stands where.
  private var places: ListSnapshot<Model, SectionModel>
  /// Why the list is followed no more, or a model could not be read; `nil` if nothing has failed.
  public var failure: (any Error)? {
    access(keyPath: \.failure)
    return known.failure
  }

  /// The same as ``snapshot``, for what is to be told of less.
  @ObservationIgnored private var newest: ListSnapshot<Model, SectionModel>
  @ObservationIgnored private var known = Known()
  @ObservationIgnored private var observedItems: [ItemID: Reference] = [:]
  /// How many references there may be until those of items that are gone are removed.
  @ObservationIgnored private var referenceCountMax = 256
  @ObservationIgnored private var waiting:
    [(revision: Revision, CheckedContinuation<Void, Never>)] =
      []
  @ObservationIgnored private var isFollowing = true
  @ObservationIgnored private var following: Task<Void, Never>?
  /// The revision of what was shown as soon as it was committed: the batches up to it come again.
  @ObservationIgnored private var shownEarly: Revision?
  /// Changes the list, and shows that.
  @ObservationIgnored let change:
    @MainActor (
      ObservedList, @escaping @Sendable (inout ListDraft<Model, SectionModel>) throws -> Void
    ) throws -> Void
  /// Publishes nothing any more if it is released.
  @ObservationIgnored private let list: any Sendable

  private struct Known {
    var failure: (any Error)?
    /// The sections at a revision of ``places``. An observer may read them while that is about to change.
    var sections: (revision: Revision, sections: [Section])?
    /// The models of sections that were read since they have changed last.
    var sectionModels: [SectionID: SectionModel?] = [:]
  }

  private struct Reference {
    weak var item: ObservedItem<Model>?
  }

  /// Shows a list.
  ///
  /// - Parameter list: The list. It is kept.
  /// - Throws: `StorageError`; `closed`.
  public init<Output>(_ list: ListDataSource<Model, SectionModel, Output>) throws {
    self.list = list
    change = { shown, edit in
      let batch = try list.changeSynchronously { _, draft in try edit(&draft) }.batch
      shown.showEarly(batch)
    }
    let snapshot = list.snapshot
    self.snapshot = snapshot
    (places, newest) = (snapshot, snapshot)
    let batches = try list.batches(after: snapshot.revision)
    following = Task { [weak self] in
      do {
        while let batch = try await Self.retrying({ try await batches.next() }) {
          try await Self.retrying { try self?.show(batch) }
          if self == nil { return }
        }
        self?.end(nil)
      } catch {
        self?.end(error)
      }
    }
  }

  deinit { following?.cancel() }

  // MARK: What stands where

  /// The number of items.
  public var itemCount: Int { places.state.itemCount }

  /// The items of all sections, in order.
  public var items: ObservedItems { ObservedItems(places.state, 0..<places.state.itemCount) }

  /// The sections, in order.
  ///
  /// - Complexity: O(*s*) for *s* sections when any has come, gone, moved or changed or an item has come, gone or moved,
  ///   and otherwise O(1). The model of a section is read once after it has changed.
  public var sections: [Section] {
    let places = places
    if let sections = known.sections, sections.revision == places.revision {
      return sections.sections
    }
    let isComplete = readSectionModels()
    var start = 0
    let sections = places.state.sectionIDs.enumerated().map { index, id in
      let end = start + places.state.itemCount(inSection: index)
      defer { start = end }
      return Section(
        id: id, model: known.sectionModels[id] ?? nil,
        items: ObservedItems(places.state, start..<end, section: index))
    }
    if isComplete { known.sections = (places.revision, sections) }
    return sections
  }

  /// Reads the models of sections that are not known.
  ///
  /// - Returns: Whether all could be read.
  private func readSectionModels() -> Bool {
    let ids = newest.state.sectionIDs
    let missing = ids.indices.filter { known.sectionModels[ids[$0]] == nil }
    if missing.isEmpty { return true }
    if 2 * missing.count > ids.count, let models = try? newest.sectionModels() {
      known.sectionModels = Dictionary(uniqueKeysWithValues: zip(ids, models))
      return true
    }
    var isComplete = true
    for index in missing {
      do throws(StorageError) {
        known.sectionModels[ids[index]] = .some(try newest.sectionModel(at: index))
      } catch {
        isComplete = false
        note(error)
      }
    }
    return isComplete
  }

  /// Returns an item of the list, the same one for as long as anything keeps it.
  ///
  /// - Complexity: O(1). The model is read when it is asked for.
  public func item(_ id: ItemID) -> ObservedItem<Model> {
    if let item = observedItems[id]?.item { return item }
    let item = ObservedItem<Model>(id) { [weak self] in self?.model(of: id) }
    if observedItems.count >= referenceCountMax {
      observedItems = observedItems.filter { $0.value.item != nil }
      referenceCountMax = max(256, 2 * observedItems.count)
    }
    observedItems[id] = Reference(item: item)
    return item
  }

  /// Returns where an item stands; `nil` if it is not in the list.
  ///
  /// - Throws: `StorageError`.
  public func path(of item: ItemID) throws(StorageError) -> ItemPath? {
    try places.state.path(of: item)
  }

  private func model(of item: ItemID) -> Model? {
    do throws(StorageError) {
      guard try newest.state.contains(item) else { return nil }
      return try newest.models(of: [item]).first
    } catch {
      note(error)
      return nil
    }
  }

  /// Notes a failure of what is read while a screen is made, once, so that the screen is not made again and again.
  ///
  /// What made the screen observes only when it has made it, and is told after that.
  private func note(_ error: StorageError) {
    guard known.failure == nil else { return }
    known.failure = error
    Task { [weak self] in self?.withMutation(keyPath: \.failure) {} }
  }

  // MARK: Following

  /// Does something again for as long as the file is busy.
  private static func retrying<Value>(_ body: () async throws -> Value) async throws -> Value {
    while true {
      do { return try await body() } catch let error as StorageError where error.code == .busy {
        try await Task.sleep(for: .milliseconds(100))
      }
    }
  }

  /// Shows a batch that this list has made, in the same turn, unless others come before it.
  private func showEarly(_ batch: ListBatch<Model, SectionModel, some Sendable>) {
    guard batch.changes.sourceRevision == newest.revision else { return }
    // What cannot be read now is read when the batch comes again.
    guard (try? show(batch)) != nil else { return }
    shownEarly = newest.revision
  }

  private func show(_ batch: ListBatch<Model, SectionModel, some Sendable>) throws(StorageError) {
    if let shownEarly, batch.changes.sourceRevision < shownEarly { return }
    let outline = batch.changes.changeset.outline
    try update(batch.changes)
    newest = batch.target
    for section in outline.removedSections + outline.updatedSections {
      if let id = batch.changes.source.sectionID(at: section) { known.sectionModels[id] = nil }
    }
    if !outline.removedItems.isEmpty || !outline.insertedItems.isEmpty
      || !outline.movedItems.isEmpty || !outline.removedSections.isEmpty
      || !outline.insertedSections.isEmpty || !outline.movedSections.isEmpty
      || !outline.updatedSections.isEmpty
    {
      places = newest
    }
    snapshot = newest
    resume { $0 <= newest.revision }
  }

  /// Gives the items that are observed their new models.
  ///
  /// - Complexity: O(min(*k*, *o*) log *n*) for *k* changes and *o* items that are observed.
  private func update(_ changes: ChangeBatch<Model, SectionModel>) throws(StorageError) {
    let changeset = changes.changeset
    let outline = changeset.outline
    // An item that comes back has the model with which it does.
    let parts = [
      (changes.source, outline.updatedItems, changeset.updatedModels),
      (changes.target, outline.insertedItems, changeset.insertedModels),
    ]
    for (state, paths, models) in parts where !paths.isEmpty {
      if observedItems.count < paths.count {
        for (id, reference) in observedItems {
          guard let item = reference.item, let path = try state.path(of: id),
            let index = paths.index(of: path)
          else { continue }
          item.update(models[index])
        }
      } else {
        for (path, model) in zip(paths, models) {
          guard let id = try state.itemID(at: path) else { continue }
          observedItems[id]?.item?.update(model)
        }
      }
    }
  }

  private func end(_ error: (any Error)?) {
    if let error { withMutation(keyPath: \.failure) { known.failure = error } }
    isFollowing = false
    resume { _ in true }
  }

  /// Waits until the list shows a revision, or follows no more: for tests of a screen.
  ///
  ///     let change = try await inbox.change { _, change in try change.append(message) }
  ///     await observed.shows(change.batch.target.revision)
  public func shows(_ revision: Revision) async {
    if newest.revision >= revision || !isFollowing { return }
    await withCheckedContinuation { waiting.append((revision, $0)) }
  }

  private func resume(_ isReached: (Revision) -> Bool) {
    let reached = waiting.filter { isReached($0.revision) }
    waiting.removeAll { isReached($0.revision) }
    for (_, continuation) in reached { continuation.resume() }
  }
}

extension [ItemPath] {
  /// Returns the index of a path in these, which ascend; `nil` if it is not there.
  fileprivate func index(of path: ItemPath) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle] < path { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == path ? low : nil
  }
}
