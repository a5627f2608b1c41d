/// The boxes in a box that has been laid out.
///
/// Safe although not checked: `children` is assigned in the initializer, and emptied by the one who
/// holds the last reference, so that nobody can be reading it.
final class LayoutStorage: @unchecked Sendable {
  private(set) var children: [Layout.Child]
  let zOrder: [Int]?
  let levels: Int
  /// Whether the box is not there.
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

  /// Frees deep layouts without recursion, which there may be no stack for.
  private func dismantle() {
    var pending = deepStorages()
    while var storage = pending.popLast() {
      if isKnownUniquelyReferenced(&storage) { pending += storage.deepStorages() }
    }
  }

  /// Takes out the children, and returns what is in those that are deep.
  private func deepStorages() -> [LayoutStorage] {
    let taken = children
    children = []
    return taken.compactMap { child in
      guard let storage = child.layout.childStorage else { return nil }
      return storage.levels > Self.levelsFreedByRecursion ? storage : nil
    }
  }
}
