extension CountedTree {
  /// Checks the tree and returns what is wrong with it, in words; empty if it is sound.
  ///
  /// - Parameter name: The name of the tree's contents.
  /// - Complexity: O(*n*).
  func violations(of name: String) -> [String] {
    var violations: [String] = []
    let sum = Self.check(root, isRoot: true, name, &violations)
    if sum.count != count || sum.weight != weight {
      violations.append(
        "\(name) are said to be \(count) of weight \(weight), and are \(sum.count) of \(sum.weight)"
      )
    }
    return violations
  }

  private static func check(
    _ node: Node, isRoot: Bool, _ name: String, _ violations: inout [String]
  ) -> (count: Int, weight: Int) {
    // A root has no least size, but is a leaf or has two children.
    let sizeMin = isRoot ? min(node.height, 1) * 2 : fanout / 4
    if node.size < sizeMin || node.size > fanout {
      violations.append("a node of \(name) has \(node.size) entries")
    }
    if node.sum != node.total {
      violations.append("a node of \(name) is said to sum up to \(node.sum), not \(node.total)")
    }
    if node.height == 0 {
      if !node.children.isEmpty { violations.append("a leaf node of \(name) has children") }
      return (node.elements.count, node.elements.reduce(0) { $0 + $1.weight })
    }
    if !node.elements.isEmpty { violations.append("an inner node of \(name) has elements") }
    var sum = (count: 0, weight: 0)
    for child in node.children {
      let below = check(child.node, isRoot: false, name, &violations)
      if child.node.height != node.height - 1 {
        violations.append("a node of \(name) is \(child.node.height) below one of \(node.height)")
      }
      if child.order != child.node.order {
        violations.append(
          "a child of \(name) is said to begin at \(child.order), not \(child.node.order)")
      }
      if below != (child.count, child.weight) {
        violations.append("a child of \(name) counts \(child.count), \(child.weight), not \(below)")
      }
      sum.count += below.count
      sum.weight += below.weight
    }
    return sum
  }
}
