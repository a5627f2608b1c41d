package import RosterCore

/// An edge of a row, or the end of the list, that is at its place on the screen again after a view was told of batches.
///
///     before  a b c d    the start of c is held, 10 points behind the start of the visible part
///     after   x a d      c is gone, and d takes its place: the start of d is to be there
///     after   x a        nothing is left behind c: the end of a is to be there
package struct HeldPosition: Sendable {
  /// The item whose row is held; `nil` for the end of the list.
  private var item: ItemID?
  /// The edge of its row that is held.
  private var edge: ListPosition.Edge
  /// The edge of the visible part from which the distance is.
  private let origin: ListPosition.Edge
  private let distance: Double
  /// Whether rows before it come, go or move: then the rows on the screen are elsewhere in the content.
  package private(set) var hasChangesBefore = false

  /// Half a point, for views that round their offsets.
  private static var tolerance: Double { 0.5 }

  package init(_ position: ListPosition) {
    self.init(position.item, position.edge, distance: position.distance)
  }

  private init(_ item: ItemID?, _ edge: ListPosition.Edge, distance: Double) {
    (self.item, self.edge, origin, self.distance) = (item, edge, edge, distance)
  }

  /// Finds what a view is to keep where it is; `nil` if that is its offset, or nothing is visible.
  ///
  /// - Parameter itemID: Returns the item at a path of the view.
  @MainActor package init?(
    in view: any ScrollingView, keeping kept: KeptPosition, _ itemID: (ItemPath) -> ItemID?
  ) {
    guard view.visibleLength > 0 else { return nil }
    switch kept {
    case .offset: return nil
    case .start where view.offset <= Self.tolerance: return nil
    case .end where view.offset >= view.offsetMax - Self.tolerance:
      self.init(nil, .end, distance: 0)
    default:
      guard let position = view.position(from: kept == .end ? .end : .start, itemID) else {
        return nil
      }
      self.init(position)
    }
  }

  // MARK: Following

  /// Returns what is held after a batch; `nil` if no row is left.
  ///
  /// - Complexity: That of ``ChangeBatch/anchor(of:)``, and O(*k*) for *k* changes.
  package func following<Model, SectionModel>(
    _ batch: ChangeBatch<Model, SectionModel>
  ) throws(StorageError) -> HeldPosition? {
    guard let item else { return self }
    guard let next = following(try batch.anchor(of: item)) else { return nil }
    var held = next.held
    if batch.changeset.outline.hasChanges(before: next.sourcePath, to: next.targetPath) {
      held.hasChangesBefore = true
    }
    return held
  }

  /// Returns what is held in a later version of a list, if it is not known what has led there; `nil` if no row is left.
  ///
  /// - Complexity: That of ``ListState/anchor(of:in:)``.
  package func following(
    from source: ListState, to target: ListState
  ) throws(StorageError) -> HeldPosition? {
    guard let item else { return self }
    return following(try source.anchor(of: item, in: target))?.held
  }

  private func following(
    _ anchor: ItemAnchor?
  ) -> (held: HeldPosition, sourcePath: ItemPath, targetPath: ItemPath)? {
    guard let anchor, let sourcePath = anchor.sourcePath else { return nil }
    if let targetPath = anchor.targetPath { return (self, sourcePath, targetPath) }
    guard let neighbour = anchor.neighbour else { return nil }
    var held = self
    held.item = neighbour.item
    held.edge = neighbour.sourcePath > sourcePath ? .start : .end
    return (held, sourcePath, neighbour.targetPath)
  }

  // MARK: Settling

  /// Scrolls a view so that what is held is at its place, as far as its rows reach. Where it is so already, nothing is set.
  ///
  /// Rows that become visible by that may get their heights only then, so what is held is looked up again.
  ///
  /// - Parameter path: Returns the path of an item in the view.
  @MainActor package func settle(
    in view: any ScrollingView, _ path: (ItemID) -> ItemPath?
  ) {
    let heldPath = item.flatMap(path)
    if item != nil, heldPath == nil { return }
    var last: (wanted: Double, reached: Double)?
    // Each time rows are measured; there may be many if they are so short that more of them become visible.
    for _ in 0..<16 {
      view.layOut()
      var wanted = view.offsetMax
      if let heldPath {
        guard let span = view.span(of: heldPath) else { return }
        let point = edge == .start ? span.start : span.end
        wanted = point - distance - (origin == .end ? view.visibleLength : 0)
      }
      // A comparison with NaN is false.
      wanted = wanted > 0 ? min(wanted, view.offsetMax) : 0
      guard abs(wanted - view.offset) > 0.01 else { return }
      // A view that rounds its offset is where it can be.
      if let last, last.wanted == wanted, last.reached == view.offset { return }
      view.offset = wanted
      last = (wanted, view.offset)
    }
  }
}

extension ChangesetOutline {
  /// Whether anything comes, goes or moves before a row that is held, or moves it.
  fileprivate func hasChanges(before sourcePath: ItemPath, to targetPath: ItemPath) -> Bool {
    let (source, target) = (sourcePath.section, targetPath.section)
    return removedSections.contains { $0 < source } || insertedSections.contains { $0 < target }
      || movedSections.contains { $0.source <= source || $0.target <= target }
      || removedItems.contains { $0 < sourcePath } || insertedItems.contains { $0 < targetPath }
      || movedItems.contains { $0.source <= sourcePath || $0.target <= targetPath }
  }
}
