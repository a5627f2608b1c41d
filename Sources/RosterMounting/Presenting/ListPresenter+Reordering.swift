public import RosterComponents
public import RosterCore
internal import RosterEngine

/// Rows that the user brings to another place.
///
///     host.onDragBegin = { item, position in try presenter.beginReorder(item, at: position) }
///     host.onDrag = { position in try presenter.moveReorder(to: position) }
///     host.onDrop = { try presenter.endReorder(ChangeAnnotation(origin: "user")) }
///
/// Nothing of the list changes until the drop, which is one changeset. Until then the other rows make
/// room: their frames are what they will be. Whether an item may be moved is for the application to
/// decide, before it calls these methods.
///
/// All positions are along the axis of the list, in points from the start of the content.
extension ListPresenter {
  /// The item that is dragged, or was dropped and not moved yet; `nil` if there is none.
  public var reorderedItem: ItemID? { reordering.drag?.rows.item }

  /// Begins to drag an item. Another one that is dragged stays where it is.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - position: Where the pointer took its row.
  ///   - scope: To where it may go.
  /// - Returns: Whether the item is in the list that is shown.
  /// - Throws: As ``userScrolled(to:)``.
  @discardableResult
  public func beginReorder(
    _ item: ItemID, at position: Double, within scope: ReorderScope = .list
  ) throws -> Bool {
    forgetDrag()
    guard let path = try extents.state.path(of: item),
      let rows = ReorderDrag(item, at: path, grabbedAt: position, in: extents, within: scope)
    else {
      try redraw()
      return false
    }
    reordering.drag = RowReordering.Drag(rows: rows, pointer: position - offset)
    try redraw()
    return true
  }

  /// Drags the item to where the pointer is. When the list scrolls, the item stays under the pointer
  /// without a call of this method.
  ///
  /// Does nothing if no item is dragged, because its drag was cancelled or the item was removed.
  ///
  /// - Throws: As ``userScrolled(to:)``.
  public func moveReorder(to position: Double) throws {
    guard let drag = reordering.drag, !drag.isDropped, position.isFinite else { return }
    reordering.drag?.pointer = position - offset
    try redraw()
  }

  /// Drops the item: queues one changeset that moves it to where there is room for it, as soon as
  /// all changes before it are shown. The row stays there meanwhile.
  ///
  /// - Parameter annotation: What the batch says about the change.
  /// - Returns: The move in the list that is shown; `nil` if the item stays where it is. A change
  ///   that the list refuses is passed to ``PresenterConfiguration/onRefusal``.
  /// - Throws: As ``userScrolled(to:)``.
  @discardableResult
  public func endReorder(_ annotation: ChangeAnnotation = ChangeAnnotation()) throws -> ItemMove? {
    guard let drag = reordering.drag, !drag.isDropped else { return nil }
    guard let move = drag.rows.move else {
      try cancelReorder()
      return nil
    }
    reordering.drag?.isDropped = true
    reordering.moves.append(
      RowReordering.Move(item: drag.rows.item, target: .gap, annotation: annotation))
    try redraw()
    return move
  }

  /// Ends the drag. The rows are where the list has them. A drop whose change is queued already is
  /// not taken back.
  ///
  /// - Throws: As ``userScrolled(to:)``.
  public func cancelReorder() throws {
    forgetDrag()
    try redraw()
  }

  /// Moves an item by a key: past its neighbour, or into the next section, by one changeset. Several
  /// calls are several changesets, one after the other.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - step: In which direction.
  ///   - scope: To where it may go.
  ///   - annotation: What the batch says about the change.
  /// - Returns: Whether the move is queued or waits. If the item is at the end then, nothing comes of
  ///   it. A change that the list refuses is passed to ``PresenterConfiguration/onRefusal``.
  /// - Throws: `StorageError` if the item cannot be found.
  @discardableResult
  public func reorder(
    _ item: ItemID, _ step: ReorderStep, within scope: ReorderScope = .list,
    _ annotation: ChangeAnnotation = ChangeAnnotation()
  ) throws -> Bool {
    guard reordering.moves.count < RowReordering.moveCountMax,
      try extents.state.path(of: item) != nil
    else { return false }
    reordering.moves.append(
      RowReordering.Move(item: item, target: .step(step, scope), annotation: annotation))
    try queueMoves()
    return true
  }

  /// Returns how fast the list is to scroll because the dragged item is near an edge, in points per
  /// second: 0 within, faster the nearer it is, and towards the start if negative.
  ///
  /// - Parameters:
  ///   - edgeLength: How near to an edge the pointer must be, in points.
  ///   - speedMax: The speed at the edge itself, and beyond.
  public func reorderScrollSpeed(edgeLength: Double, speedMax: Double) -> Double {
    guard let drag = reordering.drag, !drag.isDropped else { return 0 }
    let speed = drag.rows.scrollSpeed(
      in: ReorderSpan(start: offset, length: position.length), edgeLength: edgeLength,
      speedMax: speedMax)
    let isAtEnd = speed < 0 ? offset <= 0 : offset >= position.offsetMax(in: extents)
    return isAtEnd ? 0 : speed
  }

  // MARK: Updates

  private func redraw() throws {
    let held = hold()
    try update { () throws(StorageError) in try settle(held, corrects: false) }
  }

  private func forgetDrag() {
    reordering.drag = nil
    reordering.moves.removeAll { if case .gap = $0.target { true } else { false } }
  }

  /// Moves the dragged row to the pointer, over rows that may have scrolled or been measured.
  func moveDragToPointer() {
    guard var drag = reordering.drag, !drag.isDropped else { return }
    drag.rows.move(to: drag.pointer + offset, in: extents)
    reordering.drag = drag
  }

  /// Whether a batch moves the item that was dropped, so that its rows are where they were shown.
  func completesDrop(_ batch: Batch) -> Bool {
    guard let drag = reordering.drag, drag.isDropped,
      !reordering.moves.contains(where: { if case .gap = $0.target { true } else { false } })
    else { return false }
    return batch.changes.changeset.movedItems.contains { $0.source == drag.rows.sourcePath }
  }

  /// Keeps to the dragged item through a batch.
  func keepDrag(through batch: Batch, completing: Bool) throws(StorageError) {
    guard var drag = reordering.drag else { return }
    let isKept = drag.rows.adopt(try batch.changes.anchor(of: drag.rows.item), in: extents)
    if completing || !isKept { return forgetDrag() }
    if drag.isDropped, !reordering.moves.contains(where: { $0.item == drag.rows.item }),
      batch.changes.source.revision != batch.changes.target.revision
    {
      // Another writer was first, so the change has failed.
      reordering.moves.append(
        RowReordering.Move(
          item: drag.rows.item, target: .gap, annotation: reordering.annotation))
    }
    reordering.drag = drag
  }

  /// Queues the moves that wait, if everything before them is shown.
  func queueMoves() throws(StorageError) {
    while let move = reordering.moves.first {
      guard let changeset = try changeset(of: move) else {
        reordering.moves.removeFirst()
        if case .gap = move.target { reordering.drag = nil }
        continue
      }
      do throws(DataSourceError) {
        try list.enqueue(.changeset(changeset, basedOn: revision), move.annotation)
        if case .gap = move.target { reordering.annotation = move.annotation }
      } catch .conflict(let conflict) {
        // What is pending may give no batch, and then the moves would wait for ever.
        if conflict.current == conflict.base, !reordering.awaitsOutcomes {
          reordering.awaitsOutcomes = true
          list.promptWhenSettled(batches)
        }
        return
      } catch {
        if case .gap = move.target { reordering.drag = nil }
        configuration.onRefusal?(.item(move.item), error)
      }
      reordering.moves.removeFirst()
    }
  }

  private func changeset(
    of move: RowReordering.Move
  ) throws(StorageError) -> Changeset<Model, SectionModel>? {
    switch move.target {
    case .gap: return reordering.drag?.rows.changeset()
    case .step(let step, let scope):
      guard let path = try extents.state.path(of: move.item),
        let move = ReorderDrag.move(ofItemAt: path, step, within: scope, in: extents)
      else { return nil }
      return Changeset { $0.moveItem(from: move.source, to: move.target) }
    }
  }
}
