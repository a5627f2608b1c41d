import RosterComponents
import RosterCore
import RosterJSON
import RosterTestKit

/// Makes random trees, and changes them.
struct RandomTrees {
  var random: SplitMix64
  let isLaidOut: Bool

  mutating func view(in outer: ScopePath, depth: Int) -> ViewTree {
    var scope = outer
    if random.happens(percent: 60) {
      let name =
        random.happens(percent: 70) ? ScopeIdentifier.number(random.index(below: 6)) : nil
      scope = outer.appending(
        ScopeKey(typeName: ["A", "B"][random.index(below: 2)], identifier: name))
    }
    var tree = ViewTree(spec: ViewSpec(["a", "b"][random.index(below: 2)]), scope: scope)
    let count = depth == 0 ? 0 : random.index(below: 5)
    tree.children = (0..<count).map { _ in view(in: scope, depth: depth - 1) }
    dress(&tree)
    return tree
  }

  /// Gives a view other attributes, and perhaps everything else that it can have.
  mutating func dress(_ tree: inout ViewTree) {
    for name in ["x", "y", "_z"] where random.happens(percent: 40) {
      tree.spec.attributes[name] =
        random.happens(percent: 30) ? nil : .number(Double(random.index(below: 3)))
    }
    if random.happens(percent: 10) {
      tree.events =
        random.happens(percent: 50)
        ? [:]
        : [
          .tap: [ActionReference(target: .scope(tree.scope), name: "\(random.index(below: 3))")]
        ]
    }
    if random.happens(percent: 10) {
      tree.spec.accessibility =
        random.happens(percent: 50) ? nil : Accessibility(label: "\(random.index(below: 3))")
    }
    if isLaidOut {
      let isDisplayed = random.happens(percent: 90)
      tree.frame = isDisplayed ? tree.framed(at: Double(random.index(below: 4))).frame : nil
    }
    setDrawingOrder(&tree)
  }

  mutating func setDrawingOrder(_ tree: inout ViewTree) {
    let order = Array(tree.children.indices)
    tree.zOrder = random.happens(percent: 20) ? order.shuffled(using: &random) : nil
  }

  /// Changes some views, and leaves the arrays of the others as they are.
  mutating func change(_ views: inout [ViewTree], in outer: ScopePath, depth: Int) {
    switch random.index(below: 5) {
    case 0 where !views.isEmpty:
      let moved = views.remove(at: random.index(below: views.count))
      views.insert(moved, at: random.index(below: views.count + 1))
    case 1 where !views.isEmpty: views.remove(at: random.index(below: views.count))
    case 2: views.insert(view(in: outer, depth: depth), at: random.index(below: views.count + 1))
    default: break
    }
    for index in views.indices where random.happens(percent: 30) {
      if random.happens(percent: 30) { dress(&views[index]) }
      if depth > 0 {
        change(&views[index].children, in: views[index].scope, depth: depth - 1)
        setDrawingOrder(&views[index])
      }
    }
  }
}
