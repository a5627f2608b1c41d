public import RosterCore
public import RosterEngine

/// Decides when a view is told of batches, and of how many at once.
///
///     func show(_ batch: ListBatch<Mail, Day, Never>) {
///       queue.add(batch)
///       goOn()
///     }
///
///     func goOn() {
///       let isBusy = isMovingItem || view.hasUncommittedUpdates
///       switch queue.next(isLoaded: view.window != nil, isBusy: isBusy) {
///       case .wait: break  // `goOn` again when the view is no longer busy
///       case .reload(let target, _):
///         shown = target  // what the data source of the view answers from
///         view.reloadData()
///         view.layoutIfNeeded()  // so that it has loaded that before the next update
///       case .update(let updates, let target):
///         update(view, updates, to: target)  // as at ``ViewUpdates``
///       }
///     }
///
/// A view that is busy gets nothing: while the user moves an item, or a drop is not committed. What waits meanwhile is
/// merged, so that what came and went again is not shown. A view that has not loaded its data, or whose window is gone, is
/// reloaded: it would ask its data source for the counts before an update when that has the new ones already.
///
/// What the user has moved, the view shows already: ``addShown(_:)`` takes the batch of that.
public struct ViewQueue<Model: Sendable, SectionModel: Sendable>: Sendable {
  /// What the view is to do.
  public enum Step<Updates: ListUpdates>: Sendable {
    /// Nothing for now.
    case wait
    /// Swaps what the data source answers from, within one batch update of these calls.
    case update(Updates, ListSnapshot<Model, SectionModel>)
    /// Swaps what the data source answers from, and reloads everything.
    case reload(ListSnapshot<Model, SectionModel>, ReloadReason)
  }

  /// Why a view is reloaded.
  public enum ReloadReason: Hashable, Sendable {
    /// It has not loaded what it shows, or has no window.
    case notLoaded
    /// It would be told so many calls and changed rows at least, more than ``ViewQueue/callCountMax``.
    case manyCalls(Int)
    /// A batch does not follow what it shows.
    case gap
    /// The outputs of rows were made anew, and a batch does not say of which.
    case outputs
    /// ``ViewQueue/reloadNext()`` was called.
    case asked
  }

  /// The maximum number of calls in an update, and of rows that are changed in place. Views take long for thousands of
  /// them, and for a reload as long as for the rows that are visible.
  public var callCountMax: Int
  /// What the view shows, as far as it was told.
  public private(set) var shown: ListSnapshot<Model, SectionModel>
  private var waiting: [ChangeBatch<Model, SectionModel>] = []
  private var target: ListSnapshot<Model, SectionModel>
  /// The rows, headers and footers that have another state or output.
  private var refreshed: Set<TreeID> = []
  private var reloadReason: ReloadReason?
  /// The number of parts of the changesets that wait.
  private var waitingCount = 0

  /// Makes the queue of a view.
  ///
  /// - Parameters:
  ///   - snapshot: What the view shows.
  ///   - callCountMax: The maximum number of calls in an update.
  public init(_ snapshot: ListSnapshot<Model, SectionModel>, callCountMax: Int = 100) {
    (shown, target) = (snapshot, snapshot)
    self.callCountMax = callCountMax
  }

  /// Adds the next batch of the list. One that leads to what the snapshot was already is left out.
  public mutating func add<Output>(_ batch: ListBatch<Model, SectionModel, Output>) {
    guard batch.source.revision >= target.revision || batch.target.revision > target.revision else {
      // Of what it has to say beside that, the rows may stand elsewhere by now.
      if !batch.outputs.isEmpty || !batch.states.isEmpty { reloadReason = reloadReason ?? .outputs }
      return
    }
    target = batch.target
    if !batch.namesAllOutputs { reloadReason = reloadReason ?? .outputs }
    waitingCount += batch.changes.changeset.outline.partCount
    // What would be put together only to be reloaded is not kept.
    if waitingCount > 50 * callCountMax { reloadReason = reloadReason ?? .manyCalls(waitingCount) }
    guard reloadReason == nil else {
      (waiting, refreshed) = ([], [])
      return
    }
    waiting.append(batch.changes)
    refreshed.formUnion(batch.outputs.map(\.tree))
    refreshed.formUnion(batch.states.map(\.tree))
  }

  /// Adds a batch that the view shows already, as it has let the user move an item.
  ///
  /// If other batches wait, the view is reloaded next: it shows neither what was before them nor what is after them.
  public mutating func addShown<Output>(_ batch: ListBatch<Model, SectionModel, Output>) {
    if waiting.isEmpty, reloadReason == nil, batch.source.revision == shown.revision {
      (shown, target) = (batch.target, batch.target)
    } else {
      reloadReason = .asked
      add(batch)
    }
  }

  /// Has the view be reloaded next, also if nothing waits: it does not show what this queue has told it, as after an error.
  public mutating func reloadNext() { reloadReason = .asked }

  /// The newest revision of which it knows.
  var newestRevision: Revision { target.revision }

  /// Whether the view is reloaded next, whatever it has loaded.
  var isReloadedNext: Bool { reloadReason != nil }

  /// Whether there is anything to tell the view.
  var isWaiting: Bool { !waiting.isEmpty || reloadReason != nil }

  /// Returns what is held in what is to be shown next; `nil` if no row is left.
  func following(_ held: HeldPosition) throws(StorageError) -> HeldPosition? {
    // Nothing is kept of what leads to a reload.
    if waiting.isEmpty { return try held.following(from: shown.state, to: target.state) }
    var held = held
    for batch in waiting {
      guard let next = try held.following(batch) else { return nil }
      held = next
    }
    return held
  }

  /// Begins anew from another snapshot, since batches up to it are not known.
  mutating func restart(_ snapshot: ListSnapshot<Model, SectionModel>) {
    (target, waiting, refreshed, reloadReason) = (snapshot, [], [], .gap)
  }

  /// Returns what a view with sections is to do now. It has done so when this is called again; if it could not, call
  /// ``reloadNext()``.
  ///
  /// - Parameters:
  ///   - isLoaded: Whether the view has a window, and was laid out since it was last reloaded.
  ///   - isBusy: Whether it must not be told anything.
  /// - Complexity: O(*k* log *n*) for *k* changes that wait.
  public mutating func next(isLoaded: Bool, isBusy: Bool = false) -> Step<ViewUpdates> {
    next(isLoaded: isLoaded, isBusy: isBusy) { $0.viewUpdates }
  }

  /// Returns what a view of any kind is to do now. It has done so when this is called again; if it could not, call
  /// ``reloadNext()``.
  ///
  /// - Parameters:
  ///   - isLoaded: Whether the view has a window, and was laid out since it was last reloaded.
  ///   - isBusy: Whether it must not be told anything.
  ///   - updates: Returns what such a view is told of a batch, as `rowUpdates(hasHeaders:hasFooters:moveCountMax:)` does for
  ///     a table view of AppKit.
  /// - Complexity: O(*k* log *n*) for *k* changes that wait, beside `updates`.
  public mutating func next<Updates: ListUpdates>(
    isLoaded: Bool, isBusy: Bool = false,
    _ updates: (ChangeBatch<Model, SectionModel>) -> Updates
  ) -> Step<Updates> {
    guard isWaiting, !isBusy else { return .wait }
    let (batches, trees, reason) = (waiting, refreshed, reloadReason)
    (waiting, refreshed, reloadReason, waitingCount) = ([], [], nil, 0)
    let source = shown
    shown = target
    if let reason = isLoaded ? reason : .notLoaded { return .reload(target, reason) }
    guard let batch = Self.merged(batches, from: source.state) else { return .reload(target, .gap) }
    if let count = Updates.callCount(of: batch, over: callCountMax) {
      return .reload(target, .manyCalls(count))
    }
    var updates = updates(batch)
    Self.refresh(&updates, trees, in: target.state)
    let count = updates.callCount + updates.updateCount
    if count > callCountMax { return .reload(target, .manyCalls(count)) }
    return .update(updates, target)
  }

  /// Adds what stays and is to show another state or output.
  private static func refresh(
    _ updates: inout some ListUpdates, _ trees: Set<TreeID>, in target: ListState
  ) {
    guard !trees.isEmpty else { return }
    var (items, sections): ([ItemPath], [Int]) = ([], [])
    for tree in trees {
      switch tree {
      case .item(let item):
        // What cannot be found has left, or cannot be read by the view either.
        if let path = (try? target.path(of: item)) ?? nil { items.append(path) }
      case .supplement(let supplement):
        if let section = target.index(of: supplement.section) { sections.append(section) }
      }
    }
    updates.update(items: items, headersOf: sections, in: target)
  }

  /// Returns batches as one; `nil` if they do not follow each other.
  private static func merged(
    _ batches: [ChangeBatch<Model, SectionModel>], from source: ListState
  ) -> ChangeBatch<Model, SectionModel>? {
    var revision = source.revision
    for batch in batches {
      guard batch.sourceRevision == revision else { return nil }
      revision = batch.targetRevision
    }
    if batches.count == 1 { return batches[0] }
    guard let last = batches.last,
      let verified = try? Changeset.composing(batches.map(\.changeset)).verified(against: source)
    else { return nil }
    return ChangeBatch(source: source, target: last.target, verified: verified)
  }
}

extension ChangesetOutline {
  /// The number of its parts.
  fileprivate var partCount: Int {
    updatedItems.count + removedItems.count + movedItems.count + insertedItems.count
      + updatedSections.count + removedSections.count + movedSections.count
      + insertedSections.count
  }
}
