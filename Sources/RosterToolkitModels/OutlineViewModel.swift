/// An executable model of the rules of `NSOutlineView` for updates: it carries out each call at once on the children of one
/// object, and asks its data source for those that have come when the block ends.
///
///     let view = OutlineViewModel<String, String>(
///       childCount: { tree[$0 ?? ""]?.count ?? 0 }, child: { tree[$1 ?? ""]?[$0] ?? "" },
///       cell: { $0 })
///     view.layOut()
///     view.expand("a")
///     tree["a"] = ["2", "3"]
///     view.beginUpdates()
///     view.removeChildren(at: [0], of: "a")
///     view.insertChildren(at: [1], of: "a")
///     view.endUpdates()
///     #expect(view.exception == nil && view.rows == ["a", "2", "3"])
///
/// The rules are those of Apple's documentation; it was not compared with a device. In the strict mode what is doubtful is an
/// exception as well: calls for what is not shown, and a data source that has another object in the place of one that
/// stays. What comes is asked for within the call that inserts it and once more when the block ends, and must be the same
/// object both times, and none that the view has elsewhere. After an exception the view does nothing any more.
///
/// An object is known by what it equals. It is collapsed when it comes, and calls that remove or insert its children do nothing
/// then. All rows have one height.
public final class OutlineViewModel<Object: Hashable, Cell> {
  /// How much is an exception.
  public let mode: ToolkitMode
  /// The first exception; `nil` if nothing is wrong.
  public private(set) var exception: ToolkitException?
  /// How many calls that remove, insert or move objects it was told so far.
  public private(set) var callCount = 0
  /// How often it was reloaded as a whole.
  public private(set) var reloadCount = 0
  /// How many cells it has asked for.
  public private(set) var askedCount = 0
  /// The objects that are selected.
  public private(set) var selection: Set<Object> = []
  /// Is called when other rows are selected, or fewer, also within a call that removes them.
  public var onSelectionChange: (() -> Void)?
  /// The height of a row.
  public var rowHeight = 1.0

  private let childCount: (Object?) -> Int
  private let child: (Int, Object?) -> Object
  private let cell: (Object) -> Cell
  /// The children of the root, and of each object that is expanded; `nil` for one that was not asked for.
  private var children: [Object?: [Object?]] = [:]
  private var cells: [Object: Cell] = [:]
  private var isLoaded = false
  private var depth = 0
  private var isAsking = false
  private var visible = VisiblePart()

  /// Makes a view that was not laid out yet.
  ///
  /// - Parameters:
  ///   - mode: How much is an exception.
  ///   - childCount: Returns the number of children of an object, or of the root, as the data source has them.
  ///   - child: Returns one of them.
  ///   - cell: Returns the cell of an object.
  public init(
    mode: ToolkitMode = .strict, childCount: @escaping (Object?) -> Int,
    child: @escaping (Int, Object?) -> Object, cell: @escaping (Object) -> Cell
  ) {
    (self.mode, self.childCount, self.child, self.cell) = (mode, childCount, child, cell)
  }

  // MARK: What is shown

  /// The objects that are shown, row by row: each that is expanded before its children.
  public var rows: [Object] {
    var rows: [Object] = []
    append(childrenOf: nil, to: &rows)
    return rows
  }

  private func append(childrenOf parent: Object?, to rows: inout [Object]) {
    for case .some(let object) in children[parent] ?? [] {
      rows.append(object)
      append(childrenOf: object, to: &rows)
    }
  }

  /// The number of children of the root that it has, once it is loaded.
  public var rootCount: Int { children[nil]?.count ?? 0 }

  /// Returns the cell of an object that is shown; `nil` if there is none.
  public func cell(of object: Object) -> Cell? { cells[object] }

  /// Whether an object shows its children.
  public func isExpanded(_ object: Object) -> Bool { children[object] != nil }

  /// Has the view load what its data source has, as a layout does, if it has not.
  public func layOut() {
    guard exception == nil, depth == 0, !isLoaded, !isAsking else { return }
    let expanded = Set(children.keys.compactMap { $0 })
    (isLoaded, children, cells) = (true, [:], [:])
    load(nil)
    for object in rows where expanded.contains(object) { load(object) }
    showRows()
  }

  /// Has the view load everything anew at its next layout. What is expanded stays so.
  public func reloadData() {
    guard exception == nil, isAllowedNow() else { return }
    if depth > 0, mode == .strict { return fail("reloadData was called in a block") }
    reloadCount += 1
    isLoaded = false
  }

  /// Shows the children of an object.
  public func expand(_ object: Object) {
    layOut()
    guard exception == nil, isAllowedNow(), children[object] == nil else { return }
    if depth > 0, mode == .strict { return fail("an object is expanded in a block") }
    guard cells[object] != nil else { return }
    load(object)
    showRows()
  }

  /// Shows the children of an object no longer.
  public func collapse(_ object: Object) {
    guard exception == nil, isAllowedNow() else { return }
    if depth > 0, mode == .strict { return fail("an object is collapsed in a block") }
    forget(object)
    showRows()
  }

  private func load(_ parent: Object?) {
    isAsking = true
    children[parent] = (0..<childCount(parent)).map { child($0, parent) }
    isAsking = false
  }

  private func forget(_ object: Object) {
    for case .some(let child) in children.removeValue(forKey: object) ?? [] { forget(child) }
  }

  /// Asks for the cells of rows that have come, and drops those of rows that have gone.
  private func showRows() {
    let rows = rows
    let shown = Set(rows)
    cells = cells.filter { shown.contains($0.key) }
    for object in rows where cells[object] == nil && exception == nil {
      isAsking = true
      cells[object] = cell(object)
      isAsking = false
      askedCount += 1
    }
    let selected = selection
    selection.formIntersection(shown)
    if selection != selected { onSelectionChange?() }
    if visible.length > 0 { visible.clamp(contentLength: contentLength) }
  }

  // MARK: Scrolling and selection

  /// Where the visible part begins, in points from the start of the first row.
  public var offset: Double {
    get { visible.offset }
    set {
      guard exception == nil else { return }
      if mode == .strict,
        let text = visible.refusal(
          of: newValue, contentLength: contentLength, within: depth > 0 ? "a block" : nil)
      {
        return fail(text)
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
  public var contentLength: Double { Double(rows.count) * rowHeight }

  /// Selects objects that are shown, and no others.
  public func select(_ objects: Set<Object>) {
    layOut()
    guard exception == nil else { return }
    if !objects.isSubset(of: rows) { return fail("a row is selected that is not there") }
    guard objects != selection else { return }
    selection = objects
    onSelectionChange?()
  }

  // MARK: Calls

  /// Begins a block of calls, also within another one.
  public func beginUpdates() {
    guard exception == nil, isAllowedNow(), isReady() else { return }
    depth += 1
  }

  /// Ends a block of calls. At the end of the outermost one, what has come is asked for.
  public func endUpdates() {
    guard exception == nil, isAllowedNow() else { return }
    if depth == 0 { return refuse("endUpdates was called without beginUpdates") }
    depth -= 1
    if depth == 0 { finish() }
  }

  /// Removes children of an object, or of the root, with all that is in them.
  ///
  /// - Parameter indexes: Where they stand before the call, ascending.
  public func removeChildren(at indexes: some Sequence<Int>, of parent: Object?) {
    change(parent) { children in
      for index in indexes.reversed() {
        guard children.indices.contains(index) else {
          return refuse("removing", index, children.count)
        }
        if let object = children.remove(at: index) { forget(object) }
      }
    }
    if depth == 0 { finish() }
  }

  /// Inserts children of an object, or of the root.
  ///
  /// - Parameter indexes: Where they stand after the call, ascending.
  public func insertChildren(at indexes: some Sequence<Int>, of parent: Object?) {
    change(parent) { changed in
      var known: Set<Object> =
        mode == .strict ? Set(children.values.joined().compactMap { $0 }) : []
      for index in indexes {
        guard (0...changed.count).contains(index) else {
          return refuse("inserting", index, changed.count)
        }
        changed.insert(mode == .strict ? asked(index, of: parent, &known) : nil, at: index)
      }
    }
    if depth == 0 { finish() }
  }

  /// Returns a child that comes, as the data source has it within the call; `nil` if it has none there.
  ///
  /// - Parameter known: The objects that the view has, to which the child is added.
  private func asked(_ index: Int, of parent: Object?, _ known: inout Set<Object>) -> Object? {
    isAsking = true
    defer { isAsking = false }
    let count = childCount(parent)
    guard index < count else {
      fail("child \(index) was asked for in a block, and the data source has \(count) children")
      return nil
    }
    let object = child(index, parent)
    if !known.insert(object).inserted {
      fail("child \(index) was asked for in a block, and is an object that the view has elsewhere")
    }
    return object
  }

  /// Takes a child of an object out and puts it in again, below the same or another one, with all that is in it.
  public func moveChild(at source: Int, of parent: Object?, to target: Int, of other: Object?) {
    var moved: Object??
    change(parent) { children in
      guard children.indices.contains(source) else {
        return refuse("moving", source, children.count)
      }
      moved = .some(children.remove(at: source))
    }
    guard exception == nil else { return }
    guard let moved else {
      if mode == .strict { fail("an object is moved from where none is shown") }
      return
    }
    if children[other] == nil {
      if mode == .strict { return fail("an object is moved to where none is shown") }
      if let moved { forget(moved) }
      return
    }
    guard (0...(children[other]?.count ?? 0)).contains(target) else {
      return refuse("moving", target, children[other]?.count ?? 0)
    }
    children[other]?.insert(moved, at: target)
    if depth == 0 { finish() }
  }

  private func change(_ parent: Object?, _ body: (inout [Object?]) -> Void) {
    guard exception == nil, isAllowedNow(), isReady() else { return }
    callCount += 1
    if let parent, mode == .strict, cells[parent] == nil {
      return fail("a call for children of what is not shown")
    }
    // Nothing happens for what is collapsed.
    guard var changed = children[parent] else { return }
    body(&changed)
    guard exception == nil else { return }
    children[parent] = changed
  }

  /// Whether an update may begin. A view that has not loaded its data does so now, when that has changed already.
  private func isReady() -> Bool {
    if !isLoaded, depth == 0, mode == .strict {
      fail("an update before the view has loaded its data")
      return false
    }
    layOut()
    return exception == nil
  }

  /// The root and what is expanded, each before what is below it, in the order of the rows of one level.
  private var parents: [Object?] {
    var parents: [Object?] = [nil]
    // The likely mode takes an object that comes twice.
    var found: Set<Object?> = [nil]
    var index = 0
    while index < parents.count {
      for child in children[parents[index]] ?? [] where child != nil && children[child] != nil {
        if found.insert(child).inserted { parents.append(child) }
      }
      index += 1
    }
    return parents
  }

  private func finish() {
    guard exception == nil else { return }
    for parent in parents {
      guard let known = children[parent] else { continue }
      isAsking = true
      let count = childCount(parent)
      var asked = known
      for index in known.indices where index < count {
        if known[index] == nil || mode == .strict { asked[index] = child(index, parent) }
      }
      isAsking = false
      guard exception == nil else { return }
      if mode == .strict {
        if count != known.count {
          return fail("the data source has \(count) children, and the outline view \(known.count)")
        }
        for (object, now) in zip(known, asked) where object != nil && object != now {
          return fail("the data source has another object where one stays or has come")
        }
      }
      children[parent] = asked
    }
    showRows()
  }

  // MARK: Exceptions

  private func isAllowedNow() -> Bool {
    if isAsking {
      refuse("Application performed a reentrant operation in its NSOutlineView delegate")
    }
    return !isAsking
  }

  private func refuse(_ doing: String, _ index: Int, _ count: Int) {
    refuse("NSOutlineView error \(doing) child index \(index) (which has \(count) children)")
  }

  private func refuse(_ text: String) {
    if exception == nil { exception = ToolkitException(certainty: .reported, description: text) }
  }

  private func fail(_ text: String) {
    if exception == nil { exception = ToolkitException(certainty: .doubtful, description: text) }
  }
}
