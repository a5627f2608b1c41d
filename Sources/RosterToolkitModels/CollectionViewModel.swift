public import RosterCore

/// An executable model of the rules of `UICollectionView` for updates: it checks the calls as that does, and shows the cells
/// that it would show. `UITableView` has the same rules for rows, and more that are not here.
///
///     let view = CollectionViewModel { rows }
///     view.layOut()
///     view.performBatchUpdates {
///       rows = changed
///       view.deleteItem(ItemPath(section: 0, item: 1))
///     }
///     #expect(view.exception == nil && view.shown == rows)
///
/// The rules are those of reports, of open reimplementations and of Apple's documentation; it was not compared with a device.
/// In the strict mode what is doubtful is an exception as well: what views were seen to be damaged by, and calls of which
/// little is known. After an exception the view does nothing any more.
///
/// A cell is whatever tells what it shows. It is asked for when it appears: one that stays shows what it has shown.
///
/// All cells are there, and those of the ``visibleItems`` are also measured, one below the other: with an
/// ``estimatedHeight``, an item has that height until it is visible for the first time, as a cell that sizes itself. The
/// ``offset`` stays as it is when items come, go or become higher before the visible part, so the others move on the screen.
public final class CollectionViewModel<Cell: Hashable> {
  private enum Call: Hashable {
    case deleteSection(Int), insertSection(Int), moveSection(SectionMove), reloadSection(Int)
    case deleteItem(ItemPath), insertItem(ItemPath), moveItem(ItemMove), reloadItem(ItemPath)
  }

  struct Row {
    var cell: Cell
    /// The last height that was measured.
    var height: Double?
    var isMeasured = false
  }

  /// How much is an exception.
  public let mode: ToolkitMode
  /// The cells that are shown, by section.
  public var shown: [[Cell]] { rows.map { $0.map(\.cell) } }
  /// The first exception; `nil` if nothing is wrong.
  public private(set) var exception: ToolkitException?
  /// How many calls it was told in batch updates so far.
  public private(set) var callCount = 0
  /// How often it was reloaded as a whole.
  public private(set) var reloadCount = 0
  /// How many cells it has asked for.
  public private(set) var askedCount = 0
  /// The height of an item until it was visible; `nil` if heights are known from the start.
  public var estimatedHeight: Double?
  /// Whether the user drags the view, or it moves on behind that. In the strict mode its offset must not be set then.
  public var isScrolled = false
  /// Whether the user moves an item, and has not dropped it. In the strict mode the view must not be told of an update
  /// then.
  public var isMoving = false
  /// How often its offset was set by the program.
  public internal(set) var offsetCallCount = 0
  /// Whether it has a window. One without asks for its counts again when an update begins, and in the strict mode it must not
  /// be told of one.
  public var hasWindow = true
  var rows: [[Row]] = []
  var visible = VisiblePart()
  private let source: () -> [[Cell]]
  let height: (Cell) -> Double
  /// The counts that it has loaded; `nil` if it has to load them first.
  private var loaded: [Int]?
  /// Whether the cells stay if the counts that it loads are those of before.
  private var keepsCells = false
  /// Whether it asks its data source, which may call it back.
  private var isAsking = false
  var depth = 0
  private var calls: [Call] = []

  /// Makes a view that was not laid out yet.
  ///
  /// - Parameters:
  ///   - mode: How much is an exception.
  ///   - height: Returns the height of a cell.
  ///   - source: Returns the cells of the data source as it is.
  public init(
    mode: ToolkitMode = .strict, height: @escaping (Cell) -> Double = { _ in 0 },
    source: @escaping () -> [[Cell]]
  ) {
    self.mode = mode
    self.height = height
    self.source = source
  }

  // MARK: Loading

  /// Has the view load what its data source has, as a layout does, if it has not, and measure what is visible.
  public func layOut() {
    guard exception == nil, !isAsking else { return }
    if depth > 0, mode == .strict { return fail(.doubtful, "a layout within a batch update") }
    if loaded == nil {
      let cells = askSource()
      guard exception == nil else { return }
      if !keepsCells || cells.map(\.count) != rows.map(\.count) {
        rows = Self.rows(of: cells)
        askedCount += rows.lazy.map(\.count).reduce(0, +)
      }
      loaded = rows.map(\.count)
      keepsCells = true
    }
    measure()
  }

  private func askSource() -> [[Cell]] {
    isAsking = true
    defer { isAsking = false }
    return source()
  }

  private static func rows(of cells: [[Cell]]) -> [[Row]] { cells.map { $0.map { Row(cell: $0) } } }

  /// Has the view load everything anew at its next layout.
  public func reloadData() {
    if depth > 0 { return fail(.reported, "reloadData was called within a batch update") }
    reloadCount += 1
    (loaded, keepsCells) = (nil, false)
  }

  /// Has the view load its counts anew at its next layout, or when an update begins. Its cells stay if the counts do.
  public func invalidateLayout() {
    guard exception == nil else { return }
    if depth > 0 {
      if mode == .strict { fail(.doubtful, "a layout is invalidated within a batch update") }
      return
    }
    loaded = nil
  }

  /// Changes a cell in place, as `reconfigureItems(at:)` does. Within an update the path is that of before it, and the data
  /// source is asked for it at once, whatever stands there by then; in the strict mode that is refused.
  public func showAgain(_ path: ItemPath) {
    guard exception == nil, loaded != nil else { return }
    if depth > 0, mode == .strict {
      return fail(.doubtful, "a cell is changed within a batch update")
    }
    let cells = askSource()
    guard exception == nil else { return }
    guard depth > 0 || cells.map(\.count) == loaded, hasItem(at: path),
      cells.indices.contains(path.section), cells[path.section].indices.contains(path.item)
    else {
      return fail(.reported, "there is no item \(path)")
    }
    rows[path.section][path.item].cell = cells[path.section][path.item]
    rows[path.section][path.item].isMeasured = false
    askedCount += 1
  }

  /// The counts of the sections, which it loads if it has not.
  public var counts: [Int] {
    if depth == 0 { layOut() }
    return loaded ?? []
  }

  /// Moves a cell that is shown, as a user does who drops it; the data source is then told, and has the counts of that.
  ///
  /// - Parameters:
  ///   - sourcePath: Where the cell is.
  ///   - targetPath: Where it is to be, with it there.
  ///   - tell: Tells the data source.
  public func moveByHand(
    _ sourcePath: ItemPath, to targetPath: ItemPath, telling tell: () -> Void
  ) {
    layOut()
    guard exception == nil, hasItem(at: sourcePath) else {
      return fail(.reported, "there is no item \(sourcePath)")
    }
    let row = rows[sourcePath.section].remove(at: sourcePath.item)
    guard rows.indices.contains(targetPath.section),
      (0...rows[targetPath.section].count).contains(targetPath.item)
    else { return fail(.reported, "there is no place \(targetPath)") }
    rows[targetPath.section].insert(row, at: targetPath.item)
    loaded = rows.map(\.count)
    depth += 1
    tell()
    depth -= 1
    let counts = source().map(\.count)
    if counts != loaded {
      fail(.reported, "the data source has \(counts) after the move, and the view \(loaded ?? [])")
    }
  }

  func hasItem(at path: ItemPath) -> Bool {
    rows.indices.contains(path.section) && rows[path.section].indices.contains(path.item)
  }

  // MARK: Calls

  /// Whether it is told the calls of an update.
  public var isUpdating: Bool { depth > 0 }

  /// Deletes a section of the source.
  public func deleteSection(_ section: Int) { take(.deleteSection(section)) }
  /// Inserts a section of the target.
  public func insertSection(_ section: Int) { take(.insertSection(section)) }
  /// Moves a section of the source to an index of the target.
  public func moveSection(_ source: Int, to target: Int) {
    take(.moveSection(SectionMove(source: source, target: target)))
  }
  /// Reloads a section of the source.
  public func reloadSection(_ section: Int) { take(.reloadSection(section)) }
  /// Deletes an item of the source.
  public func deleteItem(_ path: ItemPath) { take(.deleteItem(path)) }
  /// Inserts an item of the target.
  public func insertItem(_ path: ItemPath) { take(.insertItem(path)) }
  /// Moves an item of the source to a path of the target.
  public func moveItem(_ source: ItemPath, to target: ItemPath) {
    take(.moveItem(ItemMove(source: source, target: target)))
  }
  /// Reloads an item of the source.
  public func reloadItem(_ path: ItemPath) { take(.reloadItem(path)) }

  /// Carries out the calls of a closure as one update. Within it, those of others belong to it.
  public func performBatchUpdates(_ updates: () -> Void) {
    guard exception == nil else { return }
    if isAsking {
      return fail(
        .reported,
        "attempt to prepare a layout while a prepareLayout call was already in progress")
    }
    if depth == 0 {
      if isMoving, mode == .strict {
        return fail(.doubtful, "an update while the user moves an item")
      }
      if !hasWindow {
        if mode == .strict { return fail(.doubtful, "an update of a view without a window") }
        loaded = nil
      }
      if loaded == nil, mode == .strict {
        return fail(.doubtful, "an update before the view has loaded its data")
      }
      // A view that has not loaded its data asks for it now: if that was changed already, it has the new counts.
      layOut()
    } else if mode == .strict {
      return fail(.doubtful, "a batch update within another one")
    }
    depth += 1
    updates()
    depth -= 1
    if depth == 0 { finish() }
  }

  private func take(_ call: Call) {
    guard exception == nil else { return }
    // A single call is an update of one.
    if depth == 0 { return performBatchUpdates { calls.append(call) } }
    calls.append(call)
  }

  private func finish() {
    let calls = calls
    self.calls = []
    callCount += calls.count
    guard exception == nil, let oldCounts = loaded else { return }
    let cells = askSource()
    guard exception == nil else { return }
    do throws(ToolkitException) {
      var update = CollectionViewUpdate(oldCounts: oldCounts, newCounts: cells.map(\.count))
      if mode == .strict { try refuseDoubtful(calls, oldCounts) }
      for call in calls { add(call, to: &update) }
      try update.resolveReloads()
      try update.check()
      var asked = 0
      rows = update.shown(after: rows, asking: Self.rows(of: cells), count: &asked)
      askedCount += asked
      loaded = rows.map(\.count)
      measure()
    } catch {
      exception = error
    }
  }

  private func add(_ call: Call, to update: inout CollectionViewUpdate) {
    switch call {
    case .deleteSection(let section): update.deletedSections.insert(section)
    case .insertSection(let section): update.insertedSections.insert(section)
    case .moveSection(let move): update.movedSections.insert(move)
    case .reloadSection(let section): update.reloadedSections.insert(section)
    case .deleteItem(let path): update.deletedItems.insert(path)
    case .insertItem(let path): update.insertedItems.insert(path)
    case .moveItem(let move): update.movedItems.insert(move)
    case .reloadItem(let path): update.reloadedItems.insert(path)
    }
  }

  func fail(_ certainty: ToolkitException.Certainty, _ text: String) {
    if exception == nil { exception = ToolkitException(certainty: certainty, description: text) }
  }

  /// Refuses what views were seen to be damaged by, or of which nothing is known.
  private func refuseDoubtful(
    _ calls: [Call], _ oldCounts: [Int]
  ) throws(ToolkitException) {
    func refuse(_ text: String) throws(ToolkitException) {
      throw ToolkitException(certainty: .doubtful, description: text)
    }
    if Set(calls).count < calls.count { try refuse("the same call twice") }
    var (reloads, sectionMoves) = (0, 0)
    var (gone, come): (Set<Int>, Set<Int>) = ([], [])
    for call in calls {
      switch call {
      case .reloadItem, .reloadSection: reloads += 1
      case .moveSection: sectionMoves += 1
      case .deleteSection(let section): gone.insert(section)
      case .insertSection(let section): come.insert(section)
      default: break
      }
    }
    if reloads > 0, reloads < calls.count { try refuse("a reload beside other calls") }
    if sectionMoves > 0, sectionMoves < calls.count {
      try refuse("a moved section beside other calls")
    }
    for call in calls {
      switch call {
      case .deleteItem(let path) where gone.contains(path.section):
        try refuse("\(path) is deleted, and its section as well")
      case .reloadSection(let section)
      where oldCounts.indices.contains(section) && oldCounts[section] == 0:
        try refuse("section \(section) is reloaded, and is empty")
      case .insertItem(let path) where come.contains(path.section):
        try refuse("\(path) is inserted, and its section as well")
      default: break
      }
    }
  }
}
