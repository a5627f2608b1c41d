extension Layout {
  /// The layouts of the children of a node, in the order of the children.
  ///
  /// Safe although not checked: the initializer writes the buffer. Only the code that releases the
  /// last reference to it takes the children out, when no other code can read them.
  package struct Children: RandomAccessCollection, @unchecked Sendable {
    /// The memory of the children, and what they have in common; `nil` for no children.
    fileprivate let buffer: LayoutBuffer?

    /// Makes a collection without children.
    init() { buffer = nil }

    /// - Parameters:
    ///   - count: The number of children.
    ///   - zOrder: The children from back to front; `nil` if that is their order.
    ///   - areHidden: Whether the box around them is not laid out.
    ///   - child: Returns the layout of a child.
    init(count: Int, zOrder: [Int]?, areHidden: Bool, child: (Int) -> Child) {
      buffer = .make(count: count, zOrder: zOrder, areHidden: areHidden, child)
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { buffer?.header.count ?? 0 }

    package subscript(index: Int) -> Child {
      precondition(index >= 0 && index < endIndex, "a layout has a child for each of its node's")
      guard let buffer else { preconditionFailure("a collection without children has no index") }
      return buffer.withUnsafeMutablePointerToElements { $0[index] }
    }

    var zOrder: [Int]? { buffer?.header.zOrder }
    var areHidden: Bool { buffer?.header.areHidden ?? false }
    var areStacked: Bool { buffer?.header.areStacked ?? false }
    /// The number of levels of boxes from the children down.
    var levels: Int { buffer?.header.levels ?? 0 }
  }
}

/// The children of a layout and what they have in common, as one block of memory.
private final class LayoutBuffer: ManagedBuffer<LayoutBufferHeader, Layout.Child> {
  static func make(
    count: Int, zOrder: [Int]?, areHidden: Bool, _ child: (Int) -> Layout.Child
  ) -> LayoutBuffer {
    let buffer = create(minimumCapacity: count) { _ in
      LayoutBufferHeader(zOrder: zOrder, areHidden: areHidden, areStacked: zOrder != nil)
    }
    buffer.withUnsafeMutablePointers { header, children in
      for index in 0..<count {
        (children + index).initialize(to: child(index))
        header.pointee.count += 1
        let inner = children[index].layout
        header.pointee.levels = max(header.pointee.levels, inner.levels)
        if inner.isStacked { header.pointee.areStacked = true }
      }
    }
    return unsafeDowncast(buffer, to: LayoutBuffer.self)
  }

  deinit {
    if header.levels > Self.levelsFreedByRecursion { dismantle() }
    withUnsafeMutablePointers { header, children in
      _ = children.deinitialize(count: header.pointee.count)
    }
  }

  private static let levelsFreedByRecursion = 64

  /// Frees deep layouts without recursion, since the stack may be too small for it.
  private func dismantle() {
    var pending = takeDeepBuffers()
    while var buffer = pending.popLast() {
      if isKnownUniquelyReferenced(&buffer) { pending += buffer.takeDeepBuffers() }
    }
  }

  /// Removes the children, and returns the buffers of those that are deep.
  private func takeDeepBuffers() -> [LayoutBuffer] {
    withUnsafeMutablePointers { header, children in
      let count = header.pointee.count
      header.pointee.count = 0
      return (0..<count).compactMap { index in
        let buffer = (children + index).move().layout.children.buffer
        return buffer.flatMap { $0.header.levels > Self.levelsFreedByRecursion ? $0 : nil }
      }
    }
  }
}

private struct LayoutBufferHeader {
  var count = 0
  let zOrder: [Int]?
  var levels = 0
  let areHidden: Bool
  var areStacked: Bool
}
