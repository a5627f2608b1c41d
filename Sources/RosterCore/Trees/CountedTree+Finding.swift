extension CountedTree {
  /// The place of an element: its index, and the weight of all elements before it.
  struct Location {
    var index: Int
    var weightBefore: Int
    var element: Element
  }

  /// The element at an index.
  ///
  /// - Precondition: `index` is in `0..<count`.
  /// - Complexity: O(log *n*).
  subscript(index: Int) -> Element {
    var node = root
    var rest = index
    while node.height > 0 {
      var slot = 0
      while rest >= node.children[slot].count {
        rest -= node.children[slot].count
        slot += 1
      }
      node = node.children[slot].node
    }
    return node.elements[rest]
  }

  /// The weight of all elements before an index.
  ///
  /// - Complexity: O(log *n*).
  func weight(before index: Int) -> Int {
    if index >= count { return weight }
    var node = root
    var rest = index
    var sum = 0
    while node.height > 0 {
      var slot = 0
      while rest >= node.children[slot].count {
        rest -= node.children[slot].count
        sum += node.children[slot].weight
        slot += 1
      }
      node = node.children[slot].node
    }
    return node.elements[..<rest].reduce(sum) { $0 + $1.weight }
  }

  /// The element that an offset in the sum of the weights falls into.
  ///
  /// - Precondition: `offset` is in `0..<weight`.
  /// - Complexity: O(log *n*).
  func location(ofOffset offset: Int) -> Location {
    var node = root
    var rest = offset
    var index = 0
    while node.height > 0 {
      var slot = 0
      while rest >= node.children[slot].weight {
        rest -= node.children[slot].weight
        index += node.children[slot].count
        slot += 1
      }
      node = node.children[slot].node
    }
    var slot = 0
    while rest >= node.elements[slot].weight {
      rest -= node.elements[slot].weight
      slot += 1
    }
    return Location(
      index: index + slot, weightBefore: offset - rest, element: node.elements[slot])
  }

  /// Returns the first element with which the sum of all elements so far satisfies a condition. It
  /// must then satisfy it with all further elements too.
  ///
  /// - Returns: The element, `nil` behind all of them, with the weight and the sum of all elements before it.
  /// - Complexity: O(log *n*) evaluations.
  func firstSum(
    where condition: (Element.Sum) -> Bool
  ) -> (weightBefore: Int, sumBefore: Element.Sum, element: Element?) {
    var node = root
    var found = (weightBefore: 0, sumBefore: Element.Sum(), element: Element?.none)
    while node.height > 0 {
      var slot = 0
      while slot < node.children.count {
        let sum = found.sumBefore + node.children[slot].node.sum
        if condition(sum) { break }
        found.sumBefore = sum
        found.weightBefore += node.children[slot].weight
        slot += 1
      }
      if slot == node.children.count { return found }
      node = node.children[slot].node
    }
    for element in node.elements {
      let sum = found.sumBefore + element.sum
      if condition(sum) {
        found.element = element
        break
      }
      found.sumBefore = sum
      found.weightBefore += element.weight
    }
    return found
  }

  /// Visits the elements from an index on until the visitor returns `false`.
  ///
  /// - Complexity: O(log *n* + *m*) for *m* visited elements.
  func forEach<Failure: Error>(
    from start: Int = 0, _ visit: (Element) throws(Failure) -> Bool
  ) throws(Failure) {
    _ = try Self.walk(root, skipping: start, visit)
  }

  private static func walk<Failure: Error>(
    _ node: Node, skipping start: Int, _ visit: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    var skipped = start
    if node.height == 0 {
      for slot in min(skipped, node.elements.count)..<node.elements.count {
        if !(try visit(node.elements[slot])) { return false }
      }
      return true
    }
    for child in node.children {
      if skipped >= child.count {
        skipped -= child.count
      } else {
        if !(try walk(child.node, skipping: skipped, visit)) { return false }
        skipped = 0
      }
    }
    return true
  }

  /// All elements in order.
  ///
  /// - Complexity: O(*n*).
  var elements: [Element] {
    var all: [Element] = []
    all.reserveCapacity(count)
    forEach {
      all.append($0)
      return true
    }
    return all
  }
}

extension CountedTree where Element: Ordered {
  /// Returns the first element whose order key is at least a given one.
  ///
  /// - Complexity: O(log *n*).
  func firstLocation(orderedFrom order: Int) -> Location? {
    var index = 0
    var weight = 0
    // The nodes are not retained, since that waits for the memory of each; the root holds them all.
    let element: Element? = withExtendedLifetime(root) {
      var node = Unmanaged.passUnretained(root)
      for _ in 0..<root.height {
        node = node._withUnsafeGuaranteedRef { node in
          var slot = 0
          while slot + 1 < node.children.count, node.children[slot + 1].order <= order {
            index += node.children[slot].count
            weight += node.children[slot].weight
            slot += 1
          }
          return Unmanaged.passUnretained(node.children[slot].node)
        }
      }
      return node._withUnsafeGuaranteedRef { leaf in
        // By slot, because an element that is taken out is retained.
        for slot in leaf.elements.indices {
          if leaf.elements[slot].order >= order { return leaf.elements[slot] }
          index += 1
          weight += leaf.elements[slot].weight
        }
        return nil
      }
    }
    // If all elements of the leaf come before it, the next one does not.
    guard let element = element ?? (index < count ? self[index] : nil) else { return nil }
    return Location(index: index, weightBefore: weight, element: element)
  }
}
