public import RosterCore
public import RosterEngine

/// What a view that shows a list does for a ``ListViewSource``: a collection or table view of a toolkit, behind a shell.
@MainActor public protocol ListView: AnyObject {
  /// Whether it has a window, and has loaded what it shows; a view that is laid out when it is asked has.
  var isLoaded: Bool { get }

  /// Whether it must not be told anything: the user moves an item, or a drop is not committed.
  var isBusy: Bool { get }

  /// Loads everything anew, before it says the next time that it is loaded.
  func reload()

  /// Carries out calls as one update.
  ///
  /// - Parameter swap: Is called once, within the update and before its calls: from then on the source answers from the
  ///   target.
  func perform(_ updates: ViewUpdates, _ swap: @escaping () -> Void)

  /// Has the cells that are visible show their rows again, in place.
  ///
  /// - Parameters:
  ///   - items: Rows, after the update.
  ///   - sections: Sections whose headers show something else.
  func showAgain(_ items: [ItemPath], sections: [Int])
}

/// A row of a list, as a cell shows it.
public struct ListRow<Model: Sendable>: Sendable {
  /// The identity of the item.
  public let id: ItemID
  /// Its model; `nil` if it cannot be read, of which ``ListViewSource/failure`` says why.
  public let model: Model?
}

/// Keeps a view equal to a list: follows its batches on the main actor, tells the view of them when it takes them, and
/// answers what the view asks for meanwhile.
///
/// Shells of toolkits are made of it, such as `CollectionViewSource` for UIKit; a view of your own conforms to ``ListView``.
/// It answers from one revision of the list, ``snapshot``, which changes only within updates of the view. It follows for
/// as long as it is kept.
@MainActor public final class ListViewSource<Model: Sendable, SectionModel: Sendable> {
  /// The list as the view shows it.
  public private(set) var snapshot: ListSnapshot<Model, SectionModel>

  /// Why the list is followed no more, or what could not be read or moved last; `nil` if nothing has failed.
  public private(set) var failure: (any Error)?

  /// Whether the view is told nothing for now, as while the user moves an item. What waits then becomes one update.
  public var isPaused = false {
    didSet { if !isPaused { goOn() } }
  }

  private weak var view: (any ListView)?
  private var queue: ViewQueue<Model, SectionModel>
  private var following: Task<Void, Never>?
  /// A move that the view shows and ``snapshot`` does not, until the view is reloaded.
  private var shownMove: ItemMove?
  /// What waits for a revision.
  private var waiting: [(revision: Revision, continuation: CheckedContinuation<Void, Never>)] = []
  private var isFollowing = true
  /// Moves an item of the list before or behind another one, or into an empty section.
  private let moveItem:
    @MainActor (ItemID, Place, inout ViewQueue<Model, SectionModel>) throws -> Void
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
  ///   - view: The view. It is reloaded when it has a window.
  ///   - callCountMax: How many calls an update has at most; more are a reload.
  /// - Throws: `StorageError`; `closed`.
  public init<Output>(
    _ list: ListDataSource<Model, SectionModel, Output>, in view: any ListView,
    callCountMax: Int = 100
  ) throws {
    self.list = list
    self.view = view
    snapshot = list.snapshot
    queue = ViewQueue(list.snapshot, callCountMax: callCountMax)
    moveItem = { item, place, queue in
      queue.addShown(
        try list.changeSynchronously { _, draft in
          switch place {
          case .before(let other): try draft.move(item, before: other)
          case .after(let other): try draft.move(item, after: other)
          case .section(let id):
            guard let section = draft.state.index(of: id) else {
              throw DataSourceError.noSuchSection(.id(id))
            }
            try draft.move(item, to: ItemPath(section: section, item: 0))
          }
        }.batch)
    }
    let batches = try list.batches(after: snapshot.revision)
    following = Task { [weak self] in
      do {
        while let batch = try await Self.retrying({ try await batches.next() }) {
          guard let self else { return }
          self.queue.add(batch)
          self.goOn()
          self.resume { $0 <= batch.target.revision }
        }
      } catch {
        self?.failure = error
      }
      self?.isFollowing = false
      self?.resume { _ in true }
    }
  }

  deinit { following?.cancel() }

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

  /// Waits for a file that another process keeps locked.
  private static func retrying<Value>(_ body: () async throws -> Value) async throws -> Value {
    while true {
      do { return try await body() } catch let error as StorageError where error.code == .busy {
        try await Task.sleep(for: .milliseconds(100))
      }
    }
  }

  // MARK: What the view asks for

  /// The number of sections.
  public var sectionCount: Int { snapshot.sectionCount }

  /// The number of items of a section.
  public func itemCount(inSection section: Int) -> Int {
    var count = snapshot.itemCount(inSection: section)
    if shownMove?.source.section == section { count -= 1 }
    if shownMove?.target.section == section { count += 1 }
    return count
  }

  /// Returns the row at a path; `nil` if there is none.
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

  /// Returns where a row of the view stands in ``snapshot``.
  private func storedPath(of path: ItemPath) -> ItemPath {
    guard let move = shownMove else { return path }
    if path == move.target { return move.source }
    var path = path
    if path.section == move.target.section, path.item > move.target.item { path.item -= 1 }
    if path.section == move.source.section, path.item >= move.source.item { path.item += 1 }
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

  // MARK: What the view is told

  /// Tells the view of what waits, unless it is busy. Call it when it is no longer busy.
  public func goOn() {
    guard let view, !isPaused else { return }
    switch queue.next(isLoaded: view.isLoaded, isBusy: view.isBusy) {
    case .wait: break
    case .reload(let target, _):
      (snapshot, shownMove) = (target, nil)
      view.reload()
    case .update(let updates, let target):
      if updates.hasNoCalls {
        snapshot = target
      } else {
        view.perform(updates) { [self] in snapshot = target }
      }
      view.showAgain(updates.updatedItems, sections: updates.updatedSections)
    }
  }

  /// Moves an item that the user has dropped, and that the view shows there already. The list is changed before this
  /// returns.
  ///
  /// If the list does not take it, as when what stood there has gone meanwhile, the view shows the list again as it is,
  /// and ``failure`` says why.
  ///
  /// - Parameters:
  ///   - sourcePath: Where the item stands in ``snapshot``.
  ///   - targetPath: Where it is to stand, with it there.
  public func move(_ sourcePath: ItemPath, to targetPath: ItemPath) {
    do {
      guard let item = try snapshot.state.itemID(at: sourcePath),
        let place = try place(of: targetPath, from: sourcePath)
      else { throw DataSourceError.noSuchItem(.path(sourcePath)) }
      try moveItem(item, place, &queue)
      snapshot = queue.shown
    } catch {
      failure = error
      queue.reloadNext()
    }
    // Until then the view has the counts of what it shows.
    if queue.isReloadedNext { shownMove = ItemMove(source: sourcePath, target: targetPath) }
  }

  private func place(of targetPath: ItemPath, from sourcePath: ItemPath) throws -> Place? {
    func neighbour(_ distance: Int) throws -> ItemID? {
      var path = targetPath
      path.item += distance
      // The item itself closes the gap that it leaves.
      if path.section == sourcePath.section, path.item >= sourcePath.item { path.item += 1 }
      return path.item < 0 ? nil : try snapshot.state.itemID(at: path)
    }
    if let next = try neighbour(0) { return .before(next) }
    if let last = try neighbour(-1) { return .after(last) }
    return snapshot.state.sectionID(at: targetPath.section).map(Place.section)
  }
}
