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

  init(children: [Layout.Child], zOrder: [Int]?, levels: Int, isHidden: Bool = false) {
    self.children = children
    self.zOrder = zOrder
    self.levels = levels
    self.isHidden = isHidden
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
