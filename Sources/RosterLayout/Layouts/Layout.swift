/// The result of laying out a node. Immutable.
package struct Layout: Sendable {
  /// The node that was laid out.
  package let node: LayoutNode
  /// The size of the box, with its padding and border.
  package let size: Size
  /// The baseline of the first line of text, from the top; the lower edge if there is no text.
  package let baseline: Double
  private let storage: LayoutStorage?

  init(node: LayoutNode, size: Size, baseline: Double, storage: LayoutStorage? = nil) {
    self.node = node
    self.size = size
    self.baseline = baseline
    self.storage = storage
  }

  /// The layouts of the children, in the order of the node's children.
  package var children: [Child] { storage?.children ?? [] }

  /// The indices of the children from back to front; `nil` if that is their order.
  package var zOrder: [Int]? { storage?.zOrder }

  /// Whether the box is not laid out. This is the case if the box or one around it is not
  /// displayed, or if a rule left it out. The size is zero then.
  package var isHidden: Bool { storage?.isHidden ?? false }

  /// Whether the drawing order of this box or one within differs from that of the nodes.
  package var isStacked: Bool { storage?.isStacked ?? false }

  /// The number of levels of boxes from this one down, including itself.
  package var levels: Int { (storage?.levels ?? 0) + 1 }

  /// A layout within another.
  package struct Child: Sendable {
    /// The position of the upper left corner in the parent.
    package let position: Point
    /// The layout of the child.
    package let layout: Layout
  }

  /// The storage of the children; `nil` if there are none.
  var childStorage: LayoutStorage? { storage }
}

extension Layout {
  /// Visits all boxes: each one before the boxes in it, and siblings from back to front.
  ///
  /// - Parameter body: Receives each visible layout, and the position of its upper left corner
  ///   relative to that of this layout.
  /// - Complexity: O(*n*), where *n* is the number of boxes. A deep layout needs no deep stack.
  package func forEachBox(_ body: (_ layout: Layout, _ position: Point) throws -> Void) rethrows {
    var pending = [Child(position: .zero, layout: self)]
    while let next = pending.popLast() {
      if next.layout.isHidden { continue }
      try body(next.layout, next.position)
      let children = next.layout.children
      for index in (next.layout.zOrder ?? Array(children.indices)).reversed() {
        let child = children[index]
        let position = Point(
          x: next.position.x + child.position.x, y: next.position.y + child.position.y)
        pending.append(Child(position: position, layout: child.layout))
      }
    }
  }
}

/// The children of a layout.
///
/// Safe although not checked: the initializer assigns `children`. Only the code that releases the
/// last reference empties it, when no other code can read it.
final class LayoutStorage: @unchecked Sendable {
  private(set) var children: [Layout.Child]
  let zOrder: [Int]?
  let levels: Int
  /// Whether the box is not laid out.
  let isHidden: Bool
  let isStacked: Bool

  init(children: [Layout.Child], zOrder: [Int]?, levels: Int, isHidden: Bool = false) {
    self.children = children
    self.zOrder = zOrder
    self.levels = levels
    self.isHidden = isHidden
    isStacked = zOrder != nil || children.contains { $0.layout.isStacked }
  }

  deinit {
    if levels > Self.levelsFreedByRecursion { dismantle() }
  }

  private static let levelsFreedByRecursion = 64

  /// Frees deep layouts without recursion, since the stack may be too small for it.
  private func dismantle() {
    var pending = deepStorages()
    while var storage = pending.popLast() {
      if isKnownUniquelyReferenced(&storage) { pending += storage.deepStorages() }
    }
  }

  /// Removes the children, and returns the storages of those that are deep.
  private func deepStorages() -> [LayoutStorage] {
    let taken = children
    children = []
    return taken.compactMap { child in
      guard let storage = child.layout.childStorage else { return nil }
      return storage.levels > Self.levelsFreedByRecursion ? storage : nil
    }
  }
}
