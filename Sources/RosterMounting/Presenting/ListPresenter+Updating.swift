internal import RosterComponentLists
public import RosterComponents
internal import RosterCore
public import RosterEngine
internal import RosterLayout

extension ListPresenter {
  /// A batch of the list.
  public typealias Batch = ListBatch<Model, SectionModel, ComponentTree<Message>>

  /// Shows the rows around the visible part, as of the batches so far.
  ///
  /// - Throws: `StorageError` if a row cannot be read; the views are as they were.
  public func present() throws {
    let held = hold()
    try update { () throws(StorageError) in try settle(held, corrects: true) }
  }

  /// Shows a batch.
  ///
  /// - Throws: `StorageError` if a row cannot be read. The views are as they were; the next update
  ///   shows this batch too.
  /// - Complexity: O(*k* + *r* log *n*) for a batch of *k* changes and outputs and *r* rows with
  ///   views, besides what the host does.
  func present(_ batch: Batch) throws(StorageError) {
    reordering.awaitsOutcomes = false
    let completesDrop = completesDrop(batch)
    var held = hold(asShown: completesDrop)
    let formerOffset = position.offset
    animations?.begin(rows.filter(isVisible).map(\.tree), known)
    // First of all, so that the next update goes on from here whatever cannot be read now.
    extents = extents.following(batch)
    try update { () throws(StorageError) in
      try held.follow(batch.changes)
      try keepDrag(through: batch, completing: completesDrop)
      try take(batch)
      countNewItems(of: batch, before: held)
      try settle(held, corrects: true)
      try planAnimations(of: batch, from: formerOffset)
    }
  }

  /// Plans the animations of the rows that a batch has changed, if they are visible.
  private func planAnimations(
    of batch: Batch, from formerOffset: Double
  ) throws(StorageError) {
    guard animations != nil else { return }
    animations?.distance = position.offset - formerOffset
    let changes = batch.changes
    for (tree, span) in try window() where isVisible(span) {
      guard let now = known[tree] else { continue }
      let isNew =
        switch tree {
        case .item: span.place.path.flatMap(changes.sourcePath(forTarget:)) == nil
        case .supplement(let supplement): changes.source.index(of: supplement.section) == nil
        }
      animations?.plan(tree, to: now, isNew: isNew)
    }
    for tree in animations?.formerTrees ?? [] {
      // A header may be gone while its section stays.
      let isGone =
        try extents.state.place(of: tree) == nil || known[tree].map { $0.tree == nil } == true
      if isGone { animations?.planRemoval(of: tree) }
    }
  }

  /// Prepares an update, and then shows it at once.
  func update(_ prepare: () throws(StorageError) -> Void) throws(StorageError) {
    precondition(!isUpdating, "a host must not call its presenter during an update")
    isUpdating = true
    defer {
      isUpdating = false
      fresh = [:]
      animations?.forget()
    }
    try prepare()
    try queueMoves()
    let counts = try show()
    onUpdate?(counts)
  }

  // MARK: Batches

  private func take(_ batch: Batch) throws(StorageError) {
    if batch.extents == nil {
      extents.measure(
        batch.sizes.map { ($0.targetPlace, $0.to, $0.to != nil || $0.tree.item != nil) })
    }
    var gone: [TreeID] = []
    for tree in known.keys where try extents.state.place(of: tree) == nil { gone.append(tree) }
    for tree in gone { known[tree] = nil }
    controllers.remove(gone.sorted())
    let outdated = try outdatedTrees(after: batch)
    let revision = batch.target.revision
    // A tree that was read from the list may be ahead of the batch. It does not go back: a text that the
    // user edits would lose what was typed since.
    let newer = batch.outputs.filter { output in
      known[output.tree].map { $0.revision <= revision } ?? false
    }
    take(newer, of: revision)
    try readTrees(outdated)
    for output in batch.outputs where known[output.tree] == nil { fresh[output.tree] = output }
    try measureKnown()
  }

  /// Returns the known trees that a batch has changed without naming their outputs, because they
  /// were not in memory.
  private func outdatedTrees(after batch: Batch) throws(StorageError) -> [TreeID] {
    if batch.namesAllOutputs, batch.awaitedOutputCount == 0 { return [] }
    var unnamed = Set(known.keys)
    for output in batch.outputs { unnamed.remove(output.tree) }
    if unnamed.isEmpty || !batch.causes.isDisjoint(with: [.reload, .configuration]) {
      return unnamed.sorted()
    }
    let changes = batch.changes
    let updated = Set(changes.changeset.outline.updatedItems)
    let changed = Set(batch.states.map(\.tree))
    var outdated: [TreeID] = []
    for tree in unnamed.sorted() {
      let place = try extents.state.place(of: tree)
      let source = place?.path.flatMap(changes.sourcePath(forTarget:))
      if changed.contains(tree) || source.map(updated.contains) ?? false { outdated.append(tree) }
    }
    return outdated
  }

  private func countNewItems(of batch: Batch, before held: HeldTree) {
    guard case .start(.item(let path)) = held.point else { return }
    // Ascending, so those before the held item come first.
    let inserted = batch.changes.changeset.outline.insertedItems
    newAboveCount += inserted.prefix { $0 < path }.count
  }

  // MARK: Trees

  /// Keeps outputs, and tells controllers about them.
  private func take(
    _ outputs: [GeneratedOutput<ComponentTree<Message>>], of revision: Revision
  ) {
    for output in outputs {
      known[output.tree] = Known(output, at: revision)
      animations?.changed.insert(output.tree)
    }
    controllers.apply(updating: outputs)
  }

  /// Takes trees as the list has published them by now.
  private func readTrees(_ trees: [TreeID]) throws(StorageError) {
    // Before they are read: they may be newer, but not older.
    let revision = list.snapshot.revision
    take(try list.outputs(of: trees), of: revision)
  }

  /// Records the sizes of known trees, which extents of an earlier moment may not have.
  private func measureKnown() throws(StorageError) {
    var sizes: [(place: TreePlace, size: Size?, exists: Bool)] = []
    for (id, tree) in known {
      guard let place = try extents.state.place(of: id) else { continue }
      if tree.tree == nil || tree.size != nil { sizes.append((place, tree.size, tree.tree != nil)) }
    }
    extents.measure(sizes.sorted { $0.place < $1.place })
  }

  // MARK: Settling

  /// Returns what stays where it is in the next update, and remembers it: a row is held until it is
  /// no longer visible, or the list is scrolled. Otherwise rows that are measured one after the
  /// other would move those behind them.
  ///
  /// - Parameter asShown: Whether the rows stay where they are shown, also those that make room for a
  ///   row that is dragged.
  func hold(asShown: Bool = false) -> HeldTree {
    let preferred = [mount.focusedTree, anchor].lazy.compactMap { tree in
      self.rows.first { $0.tree == tree && self.isVisible($0) && !self.isStuck($0) }?.place
    }
    let hold = position.hold(in: extents, rules: configuration.rules, preferring: preferred.first)
    anchor = nil
    guard case .row(let place, var distance) = hold else { return HeldTree(hold: hold) }
    if asShown, let row = rows.first(where: { $0.place == place }) {
      distance = row.start - position.offset
    }
    let tree = rows.first { $0.place == place }?.tree ?? (try? extents.state.tree(at: place))
    if tree?.item != nil { anchor = tree }
    return HeldTree(
      hold: .row(place, distance: distance), tree: tree, point: .start(of: place))
  }

  /// The rows that have views at the present offset.
  private func window() throws(StorageError) -> [(tree: TreeID, span: RowSpan)] {
    let ahead = position.length * configuration.overscanAhead
    let behind = position.length * configuration.overscanBehind
    // Rows that make room for another one come from as far away.
    let gap = reordering.drag?.rows.gapSpan.length ?? 0
    let window = ListWindow(
      offset: position.offset, length: position.length,
      overscanBefore: gap + (isForward ? behind : ahead),
      overscanAfter: gap + (isForward ? ahead : behind), sticksHeaders: configuration.sticksHeaders)
    var kept: [TreePlace] = []
    if let drag = reordering.drag { kept.append(.item(drag.rows.sourcePath)) }
    if let focused = mount.focusedTree, let place = try extents.state.place(of: focused) {
      kept.append(place)
    }
    var rows: [(TreeID, RowSpan)] = []
    for span in window.rows(in: extents, keeping: kept) {
      if let tree = try extents.state.tree(at: span.place) { rows.append((tree, span)) }
    }
    return rows
  }

  /// Asks for the trees of the window, and moves it by what they measure, until nothing is missing.
  ///
  /// - Parameter corrects: Whether the offset is corrected at first, and not only if something was
  ///   measured.
  func settle(_ held: HeldTree, corrects: Bool) throws(StorageError) {
    var corrects = corrects
    var asked: Set<TreeID> = []
    // Rows may be so short that the window needs many more; then the next update continues.
    for _ in 0..<16 {
      if corrects {
        position.offset = position.offset(
          keeping: held.hold, at: held.offset(in: extents), in: extents)
      }
      let missing = try window().map(\.tree).filter { known[$0] == nil && !asked.contains($0) }
      if missing.isEmpty { return }
      asked.formUnion(missing)
      take(missing.compactMap { fresh[$0] }, of: extents.state.revision)
      try readTrees(missing.filter { fresh[$0] == nil })
      try measureKnown()
      corrects = true
    }
  }

  // MARK: Showing

  private func show() throws(StorageError) -> MountCounts {
    moveDragToPointer()
    let window = try window()
    let breadth = configuration.axis.breadth(of: configuration.size)
    rows = window.compactMap { tree, span in
      known[tree].flatMap { known in
        known.tree == nil
          ? nil
          : ListRow(
            tree, at: span.place, views: known.views, isLaidOut: known.isLaidOut,
            start: shownStart(of: span), length: span.length, stickyEnd: span.stickyEnd,
            column: span.column,
            isDragged: tree.item != nil && tree.item == reordering.drag?.rows.item)
      }
    }
    let visible = rows.filter(isVisible)
    let frame = ListFrame(
      configuration.axis, rows: rows, length: extents.length, breadth: breadth,
      offset: position.offset, rowCount: extents.itemCount)
    let visibleTrees = visible.map(\.tree)
    let shown = { self.mount.show(frame, displaying: visibleTrees, telling: self.controllers) }
    let counts = animations?.play(in: mount, showing: shown) ?? shown()
    if let animations, mount.isAnimating {
      mount.moveLeavingRows(configuration.axis, by: animations.distance)
      mount.endAnimations(
        besides: visibleTrees, configuration.axis, from: position.offset,
        to: position.offset + position.length)
    }
    visibleItems = visible.compactMap(\.tree.item)
    forgetTrees(besides: Set(window.map(\.tree)))
    limitNewItems(to: visible)
    moveViewport(to: visible)
    return counts
  }

  /// Returns where a row begins on the screen: where the list has it, or where it is dragged or makes
  /// room.
  private func shownStart(of span: RowSpan) -> Double {
    span.start
      + (reordering.drag?.displacement(of: span.place, beginningAt: span.start) ?? 0)
  }

  private func isVisible(_ row: ListRow) -> Bool {
    isVisible(RowSpan(row.place, start: row.start, length: row.length, stickyEnd: row.stickyEnd))
  }

  private func isVisible(_ span: RowSpan) -> Bool {
    ListWindow(offset: position.offset, length: position.length).isVisible(span)
  }

  /// Whether a header is drawn elsewhere than it stands. It stays there whatever is held.
  private func isStuck(_ row: ListRow) -> Bool {
    row.stickyEnd != nil && row.start < position.offset
  }

  private func forgetTrees(besides shown: Set<TreeID>) {
    let forgotten = known.keys.filter { !shown.contains($0) }
    for tree in forgotten { known[tree] = nil }
    controllers.evict(forgotten.sorted())
  }

  private func limitNewItems(to visible: [ListRow]) {
    let path = visible.lazy.compactMap(\.place.path).first
    let countAbove = path.flatMap(extents.state.offset(of:)) ?? 0
    newAboveCount = position.offset <= 0 ? 0 : min(newAboveCount, countAbove)
  }

  /// Tells the list what is visible, so that this is built first.
  private func moveViewport(to visible: [ListRow]) {
    var next = Viewport(configuration.axis, offset: position.offset, length: position.length)
    if let first = visible.first(where: { $0.tree.item != nil }) {
      next.anchor = first.tree.item
      next.offset -= extents.span(at: first.place)?.start ?? first.start
    }
    if next == viewport { return }
    viewport = next
    list.setViewport(next)
  }
}
