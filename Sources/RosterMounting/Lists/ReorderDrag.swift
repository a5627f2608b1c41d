public import RosterComponents
public import RosterCore

/// A row of a list that is dragged to another place, as a value: where it goes, how the other rows
/// make room for it, and the changeset that the drag makes in the end.
///
///     rows of 20 points    a 0   b 20   c 40   d 60      a is grabbed at 5
///     moved to 38          a stands at 33, the gap is [0, 2]: b c · d
///     b and c make room    b 0   c 20   · 40   d 60
///     move                 [0, 0] → [0, 2]
///
/// A host makes one when a drag begins, moves it with the pointer, and enqueues the changeset when the
/// drag has ended. To cancel a drag, a host lets go of the value: nothing of the list has changed so
/// far. If the list changes meanwhile, ``adopt(_:in:)`` keeps to
/// the item.
///
/// A changeset names paths of the list that the host shows. If other changes are queued that it
/// does not show yet, it is to wait for them before it enqueues the changeset, and to adopt them.
public struct ReorderDrag: Hashable, Sendable {
  /// The dragged item.
  public let item: ItemID
  /// Where the item stands in the list.
  public private(set) var sourcePath: ItemPath
  /// Where the item would stand in the target if it were dropped now; equal to ``sourcePath`` if it
  /// would stay where it is.
  public private(set) var gap: ItemPath
  /// The space that the rows make for it at the gap, in content coordinates.
  public private(set) var gapSpan: ReorderSpan
  /// To where the item may go.
  public let scope: ReorderScope
  /// Where the pointer is along the axis, in content coordinates.
  private var position: Double
  /// How far from the start of the row it was grabbed.
  private let grabDistance: Double

  /// Begins to drag a row.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - path: Where it stands; it must exist.
  ///   - position: Where the pointer took it, along the axis of the list, in content coordinates.
  ///   - rows: The rows of the list.
  ///   - scope: To where it may go.
  /// - Returns: `nil` if there is no such row, or the position is not finite.
  public init?(
    _ item: ItemID, at path: ItemPath, grabbedAt position: Double, in rows: some ReorderGeometry,
    within scope: ReorderScope = .list
  ) {
    guard rows.contains(path), position.isFinite else { return nil }
    let span = rows.span(ofItemAt: path)
    self.item = item
    self.scope = scope
    self.position = position
    grabDistance = position - span.start
    sourcePath = path
    gap = path
    gapSpan = span
  }

  // MARK: Moving

  /// Drags the row to where the pointer is, in content coordinates. When the list scrolls under the
  /// pointer, that changes too.
  ///
  /// - Complexity: O(log *n*) calls of the geometry.
  public mutating func move(to position: Double, in rows: some ReorderGeometry) {
    guard position.isFinite, rows.contains(sourcePath) else { return }
    self.position = position
    let gaps = ReorderGaps(rows, without: sourcePath, scope)
    gap = gaps.nearest(to: start)
    gapSpan = ReorderSpan(start: gaps.start(of: gap), length: gaps.length)
  }

  /// Takes over where the item stands after a change of the list.
  ///
  /// - Parameters:
  ///   - anchor: Where the item stands before and after, of `ChangeBatch.anchor(of:)`.
  ///   - rows: The rows after the change.
  /// - Returns: Whether the drag goes on. If not, the item is gone.
  public mutating func adopt(_ anchor: ItemAnchor?, in rows: some ReorderGeometry) -> Bool {
    guard let path = anchor?.targetPath, anchor?.item == item, rows.contains(path) else {
      return false
    }
    sourcePath = path
    move(to: position, in: rows)
    return true
  }

  // MARK: What it looks like

  /// Where the dragged row begins now, in content coordinates.
  public var start: Double { position - grabDistance }

  /// Returns how far a row is moved from where the list has it, to make room. The dragged row itself
  /// is at ``start``.
  ///
  /// - Parameter path: The path of another item, in the list as it is.
  public func displacement(ofItemAt path: ItemPath) -> Double {
    displacement(
      isBehindSource: path > sourcePath, isBehindGap: sourcePath.rank(ofOther: path) >= gap)
  }

  /// Returns how far the header of a section is moved.
  public func displacement(ofHeaderOf section: Int) -> Double {
    displacement(isBehindSource: section > sourcePath.section, isBehindGap: section > gap.section)
  }

  /// Returns how far the footer of a section is moved.
  public func displacement(ofFooterOf section: Int) -> Double {
    displacement(isBehindSource: section >= sourcePath.section, isBehindGap: section >= gap.section)
  }

  private func displacement(isBehindSource: Bool, isBehindGap: Bool) -> Double {
    (isBehindGap ? gapSpan.length : 0) - (isBehindSource ? gapSpan.length : 0)
  }

  /// Returns how fast the list is to scroll because the pointer is near an edge, in points per
  /// second: 0 within, faster the nearer it is, and towards the start if negative.
  ///
  /// - Parameters:
  ///   - viewport: What is visible of the content.
  ///   - edgeLength: How near to an edge the pointer must be, in points.
  ///   - speedMax: The speed at the edge itself, and beyond.
  public func scrollSpeed(
    in viewport: ReorderSpan, edgeLength: Double, speedMax: Double
  ) -> Double {
    let edge = min(edgeLength, viewport.length / 2)
    guard edge > 0, edge.isFinite, speedMax > 0, speedMax.isFinite else { return 0 }
    let fromStart = (viewport.start + edge - position) / edge
    let fromEnd = (position - viewport.end + edge) / edge
    if fromStart > 0 { return -speedMax * min(fromStart, 1) }
    return fromEnd > 0 ? speedMax * min(fromEnd, 1) : 0
  }

  // MARK: What comes of it

  /// The move that dropping the item now makes; `nil` if it stays where it is.
  public var move: ItemMove? {
    gap == sourcePath ? nil : ItemMove(source: sourcePath, target: gap)
  }

  /// Returns the changeset that dropping the item now makes; `nil` if it stays where it is.
  public func changeset<Model, SectionModel>() -> Changeset<Model, SectionModel>? {
    move.map { move in
      Changeset { $0.moveItem(from: move.source, to: move.target) }
    }
  }

  /// Returns the move of an item by a key: past its neighbour, or to the next section if it has none.
  ///
  /// - Parameters:
  ///   - path: The path of the item.
  ///   - step: In which direction.
  ///   - scope: To where it may go.
  ///   - rows: The rows of the list.
  /// - Returns: `nil` if it is the first or the last already, or does not exist.
  public static func move(
    ofItemAt path: ItemPath, _ step: ReorderStep, within scope: ReorderScope = .list,
    in rows: some ReorderGeometry
  ) -> ItemMove? {
    guard rows.contains(path) else { return nil }
    let gaps = ReorderGaps(rows, without: path, scope)
    let target = step == .later ? gaps.successor(of: path) : gaps.predecessor(of: path)
    return target.map { ItemMove(source: path, target: $0) }
  }
}

extension ReorderGeometry {
  fileprivate func contains(_ path: ItemPath) -> Bool {
    path.section >= 0 && path.section < sectionCount && path.item >= 0
      && path.item < itemCount(inSection: path.section)
  }
}
