internal import RosterCore
public import RosterEngine

/// Decides when a collection or table view is told of batches, and of how many at once.
///
///     mutating func show(_ batch: ListBatch<Mail, Day, Never>) {
///       queue.add(batch)
///       goOn()
///     }
///
///     mutating func goOn() {
///       switch queue.next(isLoaded: view.window != nil, isBusy: view.hasUncommittedUpdates) {
///       case .wait: break                              // `goOn` again when the view is no longer busy
///       case .reload(let target, _): shown = target; view.reloadData()
///       case .update(let updates, let target): …       // as at ``ViewUpdates``
///       }
///     }
///
/// A view that is busy (an interactive move, a drop that is not committed) gets nothing. What waits meanwhile is merged, so
/// that what came and went again is not shown. A view that has not loaded its data, or whose window is gone, is
/// reloaded: it would ask its data source for the counts before an update when that has the new ones already.
public struct ViewQueue<Model: Sendable, SectionModel: Sendable>: Sendable {
  /// What the view is to do.
  public enum Step: Sendable {
    /// Nothing for now.
    case wait
    /// Swaps what the data source answers from, within one batch update of these calls.
    case update(ViewUpdates, ListSnapshot<Model, SectionModel>)
    /// Swaps what the data source answers from, and reloads everything.
    case reload(ListSnapshot<Model, SectionModel>, ReloadReason)
  }

  /// Why a view is reloaded.
  public enum ReloadReason: Hashable, Sendable {
    /// It has not loaded what it shows, or has no window.
    case notLoaded
    /// It would be told so many calls, more than ``ViewQueue/callCountMax``.
    case manyCalls(Int)
    /// A batch does not follow what it shows.
    case gap
  }

  /// The maximum number of calls in an update. Views take long for thousands of them.
  public var callCountMax: Int
  /// What the view shows, as far as it was told.
  public private(set) var shown: ListSnapshot<Model, SectionModel>
  private var waiting: [ChangeBatch<Model, SectionModel>] = []
  private var target: ListSnapshot<Model, SectionModel>

  /// Makes the queue of a view.
  ///
  /// - Parameters:
  ///   - snapshot: What the view shows.
  ///   - callCountMax: The maximum number of calls in an update.
  public init(_ snapshot: ListSnapshot<Model, SectionModel>, callCountMax: Int = 100) {
    (shown, target) = (snapshot, snapshot)
    self.callCountMax = callCountMax
  }

  /// Adds the next batch of the list.
  public mutating func add<Output>(_ batch: ListBatch<Model, SectionModel, Output>) {
    waiting.append(batch.changes)
    target = batch.target
  }

  /// Returns what the view is to do now. It has done so when this is called again.
  ///
  /// - Parameters:
  ///   - isLoaded: Whether the view has a window, and has loaded what it shows.
  ///   - isBusy: Whether it must not be told anything.
  /// - Complexity: O(*k* log *k*) for *k* changes that wait.
  public mutating func next(isLoaded: Bool, isBusy: Bool = false) -> Step {
    guard !waiting.isEmpty, !isBusy else { return .wait }
    let batches = waiting
    waiting = []
    let source = shown
    shown = target
    guard isLoaded else { return .reload(target, .notLoaded) }
    guard let batch = Self.merged(batches, from: source.state) else { return .reload(target, .gap) }
    let updates = batch.viewUpdates
    return updates.callCount > callCountMax
      ? .reload(target, .manyCalls(updates.callCount)) : .update(updates, target)
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
