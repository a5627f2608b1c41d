/// An executable model of the rules of `NSTableView` for updates, with views for cells: it carries out each call at once,
/// checks it as that does, and shows the rows that it would show.
///
///     let view = FlatTableViewModel(rowCount: { rows.count }) { [rows[$0]] }
///     view.layOut()
///     rows = changed  // all of it, before the first call
///     view.beginUpdates()
///     view.removeRows(at: [1])
///     view.insertRows(at: [2])
///     view.endUpdates()
///     #expect(view.exception == nil && view.shown == rows.map { [$0] })
///
/// The rules are those of Apple's documentation and of reports; it was not compared with a device. In the strict mode what is
/// doubtful is an exception as well, and a row that comes is asked for within the call that inserts it, as such a view may
/// do. After an exception the view does nothing any more.
///
/// A cell is whatever tells what it shows. The cells of a row are asked for when it comes: a row that stays, or moves, shows
/// what it has shown.
public final class FlatTableViewModel<Cell: Hashable> {
  /// A row that is shown.
  public struct Row: Hashable {
    /// Its cells, one for each column; one if it is a group row.
    public fileprivate(set) var cells: [Cell] = []
    /// Whether it is a group row, as headers are.
    public fileprivate(set) var isGroup = false
    /// Whether it is selected.
    public fileprivate(set) var isSelected = false
    /// Its height.
    public fileprivate(set) var height = 0.0
    /// Whether its cells were asked for.
    fileprivate var isAsked = false
  }

  /// How much is an exception.
  public let mode: ToolkitMode
  /// The rows that are shown.
  public private(set) var rows: [Row] = []
  /// The first exception; `nil` if nothing is wrong.
  public private(set) var exception: ToolkitException?
  /// How many calls that remove, insert or move rows it was told so far.
  public private(set) var callCount = 0
  /// How often it was reloaded as a whole.
  public private(set) var reloadCount = 0
  /// How many rows it has asked for.
  public private(set) var askedCount = 0
  /// How often its offset was set by the program.
  public private(set) var offsetCallCount = 0
  /// Is called when a row is no longer shown, with its index; −1 if it was removed.
  public var onRemove: ((Int) -> Void)?
  /// Is called when other rows are selected, or fewer, also within a call that removes them.
  public var onSelectionChange: (() -> Void)?

  private var visible = VisiblePart()
  private let rowCount: () -> Int
  private let cells: (Int) -> [Cell]
  private let isGroup: (Int) -> Bool
  private let height: (Int) -> Double
  private var isLoaded = false
  private var depth = 0
  /// How many rows the data source had at the first call of the outermost block.
  private var countOfBlock: Int?
  private var isAsking = false
  private var isAskingForHeight = false

  /// Makes a view that was not laid out yet.
  ///
  /// - Parameters:
  ///   - mode: How much is an exception.
  ///   - rowCount: Returns the number of rows of the data source as it is.
  ///   - isGroup: Whether a row is a group row.
  ///   - height: Returns the height of a row.
  ///   - cells: Returns the cells of a row.
  public init(
    mode: ToolkitMode = .strict, rowCount: @escaping () -> Int,
    isGroup: @escaping (Int) -> Bool = { _ in false },
    height: @escaping (Int) -> Double = { _ in 1 }, cells: @escaping (Int) -> [Cell]
  ) {
    (self.mode, self.rowCount, self.cells) = (mode, rowCount, cells)
    (self.isGroup, self.height) = (isGroup, height)
  }

  /// The cells that are shown, by row.
  public var shown: [[Cell]] { rows.map(\.cells) }

  /// The rows that are selected, ascending.
  public var selectedRows: [Int] { rows.indices.filter { rows[$0].isSelected } }

  /// The number of rows, which it loads if it has not; within an update, as the last call has left it.
  public var numberOfRows: Int {
    layOut()
    return rows.count
  }

  // MARK: Loading

  /// Has the view load what its data source has, as a layout does, if it has not.
  public func layOut() {
    guard exception == nil, depth == 0, !isLoaded else { return }
    let selected = selectedRows
    isLoaded = true
    rows = Array(repeating: Row(), count: rowCount())
    for row in rows.indices { ask(for: row) }
    // It keeps the indexes of its selection, whatever stands there now.
    for row in selected where rows.indices.contains(row) { rows[row].isSelected = true }
    if selectedRows != selected { onSelectionChange?() }
    clamp()
  }

  /// Has the view load everything anew at its next layout.
  public func reloadData() {
    guard exception == nil, isAllowedNow() else { return }
    if depth > 0, mode == .strict { return fail(.doubtful, "reloadData was called in a block") }
    reloadCount += 1
    isLoaded = false
  }

  /// Asks for cells of rows again. Heights stay as they are.
  public func reloadRows(at rows: some Sequence<Int>, columns: some Sequence<Int>) {
    let columns = Set(columns)
    for row in rows {
      guard exception == nil, isAllowedNow() else { return }
      guard isThere(row, "reloading") else { return }
      let old = self.rows[row].cells
      ask(for: row)
      guard self.rows.indices.contains(row), self.rows[row].cells.count == old.count else { return }
      for column in old.indices where !columns.contains(column) {
        self.rows[row].cells[column] = old[column]
      }
    }
  }

  /// Changes a row in place, outside of an update.
  public func showAgain(_ row: Int) {
    guard exception == nil, isLoaded else { return }
    if depth > 0 { return fail(.doubtful, "a row is changed in a block") }
    if isThere(row, "showing") { ask(for: row) }
  }

  /// Asks for the heights of rows again.
  public func noteHeights(ofRows rows: some Sequence<Int>) {
    for row in rows {
      guard exception == nil, isAllowedNow(), isThere(row, "measuring") else { return }
      askForHeight(of: row)
    }
    clamp()
  }

  /// Returns the cells of a row that is shown; `nil` if there is none.
  public func cells(ofRow row: Int) -> [Cell]? {
    if isAskingForHeight {
      fail(.reported, "a row view was asked for while the height of a row is asked for")
    }
    guard exception == nil, rows.indices.contains(row), rows[row].isAsked else { return nil }
    return rows[row].cells
  }

  private func ask(for row: Int) {
    let count = rowCount()
    guard row < count else {
      if mode == .strict {
        fail(.doubtful, "row \(row) was asked for, and the data source has \(count) rows")
      }
      return
    }
    isAsking = true
    let (cells, isGroup) = (cells(row), isGroup(row))
    isAsking = false
    guard exception == nil else { return }
    rows[row].cells = cells
    (rows[row].isGroup, rows[row].isAsked) = (isGroup, true)
    askedCount += 1
    if rows[row].height == 0 { askForHeight(of: row) }
  }

  private func askForHeight(of row: Int) {
    (isAsking, isAskingForHeight) = (true, true)
    let height = height(row)
    (isAsking, isAskingForHeight) = (false, false)
    if exception == nil { rows[row].height = height }
  }

  // MARK: Scrolling

  /// Where the visible part begins, in points from the start of the first row. It stays as it is when rows come, go or become
  /// higher before it; the view moves it by itself only if rows end before it.
  public var offset: Double {
    get { visible.offset }
    set {
      guard exception == nil else { return }
      offsetCallCount += 1
      if mode == .strict,
        let text = visible.refusal(
          of: newValue, contentLength: contentLength, within: depth > 0 ? "a block" : nil)
      {
        return fail(.doubtful, text)
      }
      visible.offset = newValue
    }
  }

  /// The length of the visible part, in points; 0 if the view was given no size.
  public var visibleLength: Double {
    get { visible.length }
    set { visible.length = newValue }
  }

  /// The length of all rows.
  public var contentLength: Double { rows.lazy.map(\.height).reduce(0, +) }

  /// The rows of which any part is visible, ascending.
  public var visibleRows: [Int] { visible.rows(of: rows.lazy.map(\.height)) }

  /// Returns where a row begins and ends, in points from the start of the first one; `nil` if there is none.
  public func span(ofRow row: Int) -> (start: Double, end: Double)? {
    guard rows.indices.contains(row) else { return nil }
    let start = rows[..<row].reduce(0) { $0 + $1.height }
    return (start, start + rows[row].height)
  }

  private func clamp() {
    if visible.length > 0 { visible.clamp(contentLength: contentLength) }
  }

  // MARK: Selection

  /// Selects rows.
  ///
  /// - Parameter isExtending: Whether what is selected stays so.
  public func select(_ selection: some Sequence<Int>, isExtending: Bool = false) {
    layOut()
    guard exception == nil else { return }
    let selection = Set(selection)
    if let row = selection.first(where: { !rows.indices.contains($0) }) {
      return fail(.doubtful, "row \(row) is selected, and there are \(rows.count)")
    }
    let old = selectedRows
    for row in rows.indices {
      rows[row].isSelected = selection.contains(row) || isExtending && rows[row].isSelected
    }
    if selectedRows != old { onSelectionChange?() }
  }

  // MARK: Calls

  /// Begins a block of calls, also within another one: rows are compared with the data source at the end of the outermost.
  public func beginUpdates() {
    guard exception == nil, isAllowedNow() else { return }
    if depth == 0 {
      guard isReady() else { return }
      countOfBlock = nil
    }
    depth += 1
  }

  /// Ends a block of calls.
  public func endUpdates() {
    guard exception == nil, isAllowedNow() else { return }
    if depth == 0 { return fail(.reported, "endUpdates was called without beginUpdates") }
    if depth == 1 {
      finish(.doubtful)
      countOfBlock = nil
    }
    depth -= 1
  }

  /// Removes rows at once.
  ///
  /// - Parameter indexes: Where they stand before the call, ascending.
  public func removeRows(at indexes: some Sequence<Int>) {
    change {
      let gone = Array(indexes)
      for row in gone { guard isThere(row, "removing") else { return } }
      let isSelected = gone.contains { rows[$0].isSelected }
      let all = Set(gone)
      rows = rows.indices.lazy.filter { !all.contains($0) }.map { rows[$0] }
      for _ in all { onRemove?(-1) }
      if isSelected { onSelectionChange?() }
    }
  }

  /// Inserts rows at once.
  ///
  /// - Parameter indexes: Where they stand after the call, ascending.
  public func insertRows(at indexes: some Sequence<Int>) {
    change {
      let come = Array(indexes)
      var (next, rest): ([Row], ArraySlice<Row>) = ([], rows[...])
      for row in come {
        guard row >= next.count, row <= next.count + rest.count else {
          return refuse("inserting", row, next.count + rest.count)
        }
        let before = rest.prefix(row - next.count)
        next += before
        rest.removeFirst(before.count)
        next.append(Row())
      }
      rows = next + rest
      if mode == .strict { for row in come where exception == nil { ask(for: row) } }
    }
  }

  /// Takes a row out and puts it in again, with its cells.
  ///
  /// - Parameters:
  ///   - source: Where it stands.
  ///   - target: Where it is to stand then.
  public func moveRow(at source: Int, to target: Int) {
    change {
      guard isThere(source, "moving"), isThere(target, "moving") else { return }
      rows.insert(rows.remove(at: source), at: target)
    }
  }

  private func change(_ body: () -> Void) {
    guard exception == nil, isAllowedNow() else { return }
    if depth == 0 { guard isReady() else { return } }
    callCount += 1
    if mode == .strict, depth > 0 {
      let count = rowCount()
      if let countOfBlock, countOfBlock != count {
        return fail(.doubtful, "the data source has changed between two calls of a block")
      }
      countOfBlock = count
    }
    body()
    if depth == 0 { finish(.reported) }
  }

  /// Whether an update may begin. A view that has not loaded its data does so now, when that has changed already.
  private func isReady() -> Bool {
    if !isLoaded, mode == .strict {
      fail(.doubtful, "an update before the view has loaded its data")
      return false
    }
    layOut()
    return exception == nil
  }

  private func finish(_ certainty: ToolkitException.Certainty) {
    guard exception == nil else { return }
    let count = rowCount()
    if count != rows.count, certainty == .reported || mode == .strict {
      return fail(
        certainty,
        "Invalid update: the data source has \(count) rows after it, and the table view \(rows.count)"
      )
    }
    for row in rows.indices where !rows[row].isAsked { ask(for: row) }
    clamp()
    guard mode == .strict, exception == nil else { return }
    isAsking = true
    defer { isAsking = false }
    for row in rows.indices where rows[row].isGroup != isGroup(row) {
      return fail(.doubtful, "row \(row) stays, and only now or before it is a group row")
    }
  }

  // MARK: Exceptions

  private func isAllowedNow() -> Bool {
    if isAsking {
      fail(
        .reported, "Application performed a reentrant operation in its NSTableView delegate")
    }
    return !isAsking
  }

  private func isThere(_ row: Int, _ doing: String) -> Bool {
    if rows.indices.contains(row) { return true }
    refuse(doing, row, rows.count)
    return false
  }

  private func refuse(_ doing: String, _ row: Int, _ count: Int) {
    guard exception == nil else { return }
    exception = ToolkitException(
      name: "NSTableViewException", certainty: .reported,
      description: "NSTableView error \(doing) row \(row) (numberOfRows: \(count)).")
  }

  private func fail(_ certainty: ToolkitException.Certainty, _ text: String) {
    if exception == nil { exception = ToolkitException(certainty: certainty, description: text) }
  }
}
