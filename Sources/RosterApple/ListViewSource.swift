public import RosterCore
public import RosterEngine

/// What a view that shows a list does for a ``ListViewSource``: a collection or table view of a toolkit, behind a shell.
@MainActor public protocol ListView: AnyObject {
  /// What it is told of a batch.
  associatedtype Updates: ListUpdates

  /// Whether it has a window, and has loaded the counts of what it shows; one that loads them when it is asked has.
  var isLoaded: Bool { get }

  /// Whether it must not be told anything: the user moves an item, a drop is not committed, or an update still animates.
  var isBusy: Bool { get }

  /// Returns what it is told of a batch; a view of ``ViewUpdates`` need not implement this.
  func updates<Model, SectionModel>(of batch: ChangeBatch<Model, SectionModel>) -> Updates

  /// Loads everything anew, before it says the next time that it is loaded.
  ///
  /// - Parameter swap: Is called once, before: from then on the source answers from the target.
  func reload(_ swap: () -> Void)

  /// Carries out calls as one update.
  ///
  /// - Parameter swap: Is called once, within the update and before its calls: from then on the source answers from the
  ///   target.
  func perform(_ updates: Updates, _ swap: @escaping () -> Void)

  /// Has the cells that an update names show their rows again, in place, after its calls.
  func showAgain(_ updates: Updates)
}

extension ListView where Updates == ViewUpdates {
  /// Returns what a view with sections is told of a batch.
  public func updates<Model, SectionModel>(
    of batch: ChangeBatch<Model, SectionModel>
  ) -> ViewUpdates { batch.viewUpdates }
}

/// A row of a list, as a cell shows it.
public struct ListRow<Model: Sendable>: Sendable {
  /// The identity of the item.
  public let id: ItemID
  /// Its model; `nil` if it cannot be read, of which ``ListViewSource/failure`` says why.
  public let model: Model?
}

/// A section of a list, as its header or footer shows it.
public struct ListSection<Model: Sendable>: Sendable {
  /// The identity of the section.
  public let id: SectionID
  /// Its model; `nil` if it has none, or that cannot be read, of which ``ListViewSource/failure`` says why.
  public let model: Model?
}

/// Keeps a view equal to a list: follows its batches on the main actor, tells the view of them when it takes them, and
/// answers what the view asks for meanwhile.
///
/// Shells of toolkits are made of it, such as `CollectionViewSource` for UIKit; a view of your own conforms to ``ListView``.
/// It answers from one revision of the list, ``snapshot``, which changes only within updates of the view. It follows for
/// as long as it is kept. A view that is busy is asked again soon; what waits meanwhile becomes one update.
@MainActor public final class ListViewSource<Model: Sendable, SectionModel: Sendable> {
  /// The list as the view shows it.
  public private(set) var snapshot: ListSnapshot<Model, SectionModel>

  /// What could not be read, moved or followed last; `nil` if nothing has failed. After most errors it follows on.
  public internal(set) var failure: (any Error)? {
    didSet { if let failure { onFailure?(failure) } }
  }

  /// Is called with each ``failure``.
  public var onFailure: ((any Error) -> Void)?

  /// Whether the view is told nothing for now, as while the user moves an item. What waits then becomes one update, in
  /// a later turn of the run loop.
  public var isPaused = false {
    didSet { if !isPaused { goOn(after: .zero) } }
  }

  /// What stays where it is on the screen when the list changes, in a view that is a ``ScrollingView``.
  ///
  /// Unless it is ``KeptPosition/offset``, such a view is told nothing while the user scrolls it, and what has come meanwhile
  /// becomes one update. An update is not animated if rows come, go or move before the row that stays where it is: a view
  /// animates rows from where they stood in its content.
  public var keptPosition = KeptPosition.start

  /// Is called with what is visible and the rows that come next, in a view that is a ``ScrollingView``: when rows have become
  /// visible, after an update, and when the view prefetches rows or gives them up.
  ///
  /// Its offset counts from the first visible item. A list of components that is given it as its viewport builds these rows
  /// and its working range around them.
  public var onViewportChange: ((Viewport) -> Void)? {
    didSet {
      toldViewport = nil
      visibleRowsChanged()
    }
  }

  /// What ``onViewportChange`` was last called with.
  var toldViewport: Viewport?
  /// The items whose rows come next, as the view has said and not taken back.
  var comingItems: Set<ItemID> = []
  /// Whether the viewport is looked at in a later turn of the run loop.
  var isViewportDue = false

  private(set) weak var view: (any ListView)?
  private(set) var queue: ViewQueue<Model, SectionModel>
  /// What a view without a window will have to keep where it is, and its offset without that.
  var held: (position: HeldPosition, offset: Double)?
  private var following: Task<Void, Never>?
  /// Goes on when the view may take it.
  private var later: Task<Void, Never>?
  /// Whether the view is being told something: it may call back.
  var isTelling = false
  /// Moves that the view shows and ``snapshot`` does not, in order, until the view is reloaded.
  private var shownMoves: [ItemMove] = []
  /// How long a view takes to end a move, in which it asks for the moved cell again.
  private let settling: Duration
  private var settlesAt = ContinuousClock.now
  /// What waits for a revision.
  private var waiting: [(revision: Revision, continuation: CheckedContinuation<Void, Never>)] = []
  private var isFollowing = true
  /// Moves an item of the list before or behind another one, or into an empty section. Returns what tells a queue that its
  /// view shows that already.
  private let moveItem:
    @MainActor (ItemID, Place) throws -> (inout ViewQueue<Model, SectionModel>) -> Void
  /// Publishes nothing any more if it is released.
  private let list: any Sendable

  /// Where the user drops an item, by what stands there.
  private enum Place: Sendable {
    case before(ItemID), after(ItemID), section(SectionID)
  }

  /// Shows a list in a view, which it does not keep.
  ///
  /// - Parameters:
  ///   - list: The list. It is kept.
  ///   - view: The view.
  ///   - callCountMax: How many calls an update has at most; more are a reload.
  ///   - settling: How long the view is told nothing after the user has moved an item.
  /// - Throws: `StorageError`; `closed`.
  public init<Output>(
    _ list: ListDataSource<Model, SectionModel, Output>, in view: any ListView,
    callCountMax: Int = 100, settling: Duration = .milliseconds(400)
  ) throws {
    self.list = list
    self.view = view
    self.settling = settling
    snapshot = list.snapshot
    queue = ViewQueue(list.snapshot, callCountMax: callCountMax)
    moveItem = { item, place in
      let batch = try list.changeSynchronously { _, draft in
        switch place {
        case .before(let other): try draft.move(item, before: other)
        case .after(let other): try draft.move(item, after: other)
        case .section(let id):
          guard let section = draft.state.index(of: id) else {
            throw DataSourceError.noSuchSection(.id(id))
          }
          try draft.move(item, to: ItemPath(section: section, item: 0))
        }
      }.batch
      return { $0.addShown(batch) }
    }
    let batches = try list.batches(after: snapshot.revision)
    following = Task { [weak self] in
      var (batches, delay, last) = (batches, 1, StorageError.Code?.none)
      while true {
        do {
          while let batch = try await batches.next() {
            guard let self else { return }
            (delay, last) = (1, nil)
            self.take(batch)
          }
          break
        } catch {
          guard !Task.isCancelled else { return }
          let code = (error as? StorageError)?.code
          // Said once, until there is a batch again.
          if code != .busy, last == nil { self?.failure = error }
          if code == .closed || code == .replaced || code == .newerModel { break }
          if code == .compacted || code == .stale {
            // It is not known any more what has led to the list, so everything is loaded anew; but not for ever.
            guard last != code, let next = try? list.batches(after: list.snapshot.revision) else {
              break
            }
            batches = next
            self?.restart(list.snapshot)
          } else {
            do {
              try await Task.sleep(for: code == .busy ? .milliseconds(100) : .seconds(delay))
            } catch {
              return
            }
            delay = min(2 * delay, 64)
          }
          if code != .busy { last = code ?? .failed }
        }
      }
      self?.isFollowing = false
      self?.resume { _ in true }
    }
  }

  deinit {
    following?.cancel()
    later?.cancel()
  }

  private func take<Output>(_ batch: ListBatch<Model, SectionModel, Output>) {
    queue.add(batch)
    goOn()
    resume { $0 <= batch.target.revision }
  }

  private func restart(_ snapshot: ListSnapshot<Model, SectionModel>) {
    queue.restart(snapshot)
    goOn()
    resume { $0 <= snapshot.revision }
  }

  /// Waits until it knows a revision, and has told the view of it unless that is busy, or until it follows no more: for
  /// tests of a screen.
  ///
  /// - Parameter revision: A revision that the list has reached.
  public func knows(_ revision: Revision) async {
    guard isFollowing, queue.newestRevision < revision else { return }
    await withCheckedContinuation { waiting.append((revision, $0)) }
  }

  private func resume(_ isReached: (Revision) -> Bool) {
    let reached = waiting.filter { isReached($0.revision) }
    waiting.removeAll { isReached($0.revision) }
    for (_, continuation) in reached { continuation.resume() }
  }

  // MARK: What the view asks for

  /// The number of sections.
  public var sectionCount: Int { snapshot.sectionCount }

  /// The number of items of a section.
  public func itemCount(inSection section: Int) -> Int {
    shownMoves.reduce(snapshot.itemCount(inSection: section)) { count, move in
      count + (move.target.section == section ? 1 : 0) - (move.source.section == section ? 1 : 0)
    }
  }

  /// Returns the row at a path; `nil` if there is none, or it cannot be found, of which ``failure`` says why.
  ///
  /// - Complexity: O(log *n*), and a row of the file if the model was not read lately.
  public func row(at path: ItemPath) -> ListRow<Model>? {
    let path = storedPath(of: path)
    do throws(StorageError) {
      guard let id = try snapshot.state.itemID(at: path) else { return nil }
      do throws(StorageError) {
        return ListRow(id: id, model: try snapshot.model(at: path))
      } catch {
        failure = error
        return ListRow(id: id, model: nil)
      }
    } catch {
      failure = error
      return nil
    }
  }

  /// Returns the item at a path of the view; `nil` if there is none, or it cannot be found, of which ``failure`` says why.
  ///
  /// - Complexity: O(log *n*).
  public func item(at path: ItemPath) -> ItemID? {
    do throws(StorageError) {
      return try snapshot.state.itemID(at: storedPath(of: path))
    } catch {
      failure = error
      return nil
    }
  }

  /// Returns where the view shows an item; `nil` if it does not, or it cannot be found, of which ``failure`` says why.
  ///
  /// - Complexity: O(log *n*).
  public func path(of item: ItemID) -> ItemPath? {
    do throws(StorageError) {
      guard var path = try snapshot.state.path(of: item) else { return nil }
      for move in shownMoves {
        if path == move.source {
          path = move.target
          continue
        }
        if path.section == move.source.section, path.item > move.source.item { path.item -= 1 }
        if path.section == move.target.section, path.item >= move.target.item { path.item += 1 }
      }
      return path
    } catch {
      failure = error
      return nil
    }
  }

  /// Returns where a row of the view stands in ``snapshot``.
  private func storedPath(of path: ItemPath) -> ItemPath {
    var path = path
    for move in shownMoves.reversed() {
      if path == move.target {
        path = move.source
        continue
      }
      if path.section == move.target.section, path.item > move.target.item { path.item -= 1 }
      if path.section == move.source.section, path.item >= move.source.item { path.item += 1 }
    }
    return path
  }

  /// Returns the model of a section; `nil` if it has none, or that cannot be read.
  public func sectionModel(at section: Int) -> SectionModel? {
    do throws(StorageError) {
      return try snapshot.sectionModel(at: section)
    } catch {
      failure = error
      return nil
    }
  }

  /// Returns a section; `nil` if there is none at the index.
  ///
  /// - Complexity: O(log *n*), and a row of the file if the model was not read lately.
  public func section(at index: Int) -> ListSection<SectionModel>? {
    snapshot.state.sectionID(at: index).map { ListSection(id: $0, model: sectionModel(at: index)) }
  }

  // MARK: What the view is told

  /// Tells the view of what waits. If it is busy, it is asked again soon.
  ///
  /// Call it when the view appears: what was loaded anew while it had no window is then where ``keptPosition`` wants it.
  public func goOn() {
    guard let view, !isPaused, queue.isWaiting || held != nil else { return }
    let now = ContinuousClock.now
    if isTelling || view.isBusy || isScrolled { return goOn(after: .milliseconds(100)) }
    if settlesAt > now { return goOn(after: settlesAt - now) }
    tell(view)
    tellViewport()
  }

  private func tell<View: ListView>(_ view: View) {
    isTelling = true
    defer { isTelling = false }
    let isLoaded = view.isLoaded
    let held = followingPosition()
    var isShown = true
    defer { settle(held, in: view, isShown: isShown) }
    switch queue.next(isLoaded: isLoaded, view.updates(of:)) {
    case .wait: break
    case .reload(let target, _):
      view.reload { (snapshot, shownMoves) = (target, []) }
    case .update(let updates, let target):
      var isSwapped = false
      if updates.hasNoCalls {
        (snapshot, isSwapped) = (target, true)
      } else {
        let perform = {
          view.perform(updates) { [self] in (snapshot, isSwapped) = (target, true) }
        }
        if let scrollingView, held?.hasChangesBefore == true {
          scrollingView.withoutAnimation(perform)
        } else {
          perform()
        }
      }
      if isSwapped {
        view.showAgain(updates)
      } else {
        // It is reported that a view may carry out an update after it was told of it.
        isShown = false
        queue.reloadNext()
        goOn(after: .milliseconds(100))
      }
    }
  }

  /// Goes on in a later turn of the run loop, once for all that ask for it meanwhile.
  private func goOn(after delay: Duration) {
    guard later == nil else { return }
    later = Task { [weak self] in
      do {
        if delay > .zero { try await Task.sleep(for: delay) }
      } catch {
        return
      }
      self?.later = nil
      self?.goOn()
    }
  }

  /// Moves an item that the user has dropped, and that the view shows there already. The list is changed before this
  /// returns, behind what it was told before: the caller waits for that.
  ///
  /// If the list does not take it, as when what stood there has gone meanwhile, the view shows the list again as it is,
  /// and ``failure`` says why. So it does with a list that is derived from another one.
  ///
  /// - Parameters:
  ///   - sourcePath: Where the view has shown the item.
  ///   - targetPath: Where it shows it now.
  public func move(_ sourcePath: ItemPath, to targetPath: ItemPath) {
    settlesAt = .now + settling
    do {
      guard let item = try snapshot.state.itemID(at: storedPath(of: sourcePath)),
        let place = try place(of: targetPath, from: sourcePath)
      else { throw DataSourceError.noSuchItem(.path(sourcePath)) }
      let addShown = try moveItem(item, place)
      addShown(&queue)
    } catch {
      failure = error
      queue.reloadNext()
    }
    if queue.isReloadedNext {
      // Until then the view has the counts of what it shows.
      shownMoves.append(ItemMove(source: sourcePath, target: targetPath))
      goOn(after: settling)
    } else {
      snapshot = queue.shown
    }
  }

  /// Moves an item that the user has dropped in a view that shows it where it was. The list is changed before this returns,
  /// behind what it was told before: the caller waits for that. The view is told of it later, as of any other change.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - path: The path of ``snapshot`` before which it was dropped, which may be the one behind the last of its section.
  /// - Returns: Whether the list has taken it. If not, ``failure`` says why.
  public func move(_ item: ItemID, before path: ItemPath) -> Bool {
    do {
      guard let sourcePath = try snapshot.state.path(of: item) else {
        throw DataSourceError.noSuchItem(.id(item))
      }
      var targetPath = path
      if path.section == sourcePath.section, path.item > sourcePath.item { targetPath.item -= 1 }
      // It was dropped where it was.
      if targetPath == sourcePath { return true }
      guard let place = try place(of: targetPath, from: sourcePath) else {
        throw DataSourceError.noSuchSection(.index(path.section))
      }
      _ = try moveItem(item, place)
      return true
    } catch {
      failure = error
      return false
    }
  }

  private func place(of targetPath: ItemPath, from sourcePath: ItemPath) throws -> Place? {
    func neighbour(_ distance: Int) throws -> ItemID? {
      var path = targetPath
      path.item += distance
      // The item itself closes the gap that it leaves.
      if path.section == sourcePath.section, path.item >= sourcePath.item { path.item += 1 }
      guard path.item >= 0, path.item < itemCount(inSection: path.section) else { return nil }
      return try snapshot.state.itemID(at: storedPath(of: path))
    }
    if let next = try neighbour(0) { return .before(next) }
    if let last = try neighbour(-1) { return .after(last) }
    return snapshot.state.sectionID(at: targetPath.section).map(Place.section)
  }
}
