import RosterComponents
import RosterCore
import RosterJSON
import RosterMounting
import RosterTestSupport
import Testing

/// Long sequences of trees, each made of the one before.
@Suite("ViewMount, at random")
struct RandomMountTests {
  private struct Trees {
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

  @Test(arguments: 0..<40)
  func everyTreeIsShownAndOnlyWhatDiffersIsDone(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let poolCountMax = [0, 1, 3, 16][random.index(below: 4)]
    let isLaidOut = random.happens(percent: 50)
    let mount = MountUnderTest(poolCountMax: poolCountMax)
    _ = mount.host.addForeignView()
    var trees = Trees(random: random, isLaidOut: isLaidOut)
    var views: [ViewTree] = []
    var earlier: [[ViewTree]] = [[]]
    for step in 0..<60 {
      if random.happens(percent: 15) {
        views = earlier[random.index(below: earlier.count)]
      } else {
        trees.change(&views, in: .root, depth: 3)
      }
      earlier.append(views)
      mount.host.focus = mount.host.existingViews.filter { !mount.host.isPooled($0) }
        .sorted { $0.number < $1.number }.randomElement(using: &random)
      if let offence = offence(mount, views, isLaidOut: isLaidOut) {
        Issue.record("seed \(seed), step \(step): \(offence)")
        return
      }
    }
  }

  private func offence(_ mount: MountUnderTest, _ views: [ViewTree], isLaidOut: Bool) -> String? {
    if let offence = mount.offence(rendering: views, isLaidOut: isLaidOut).offence {
      return offence
    }
    let callCount = mount.host.callCount
    // Once with the same arrays, and once with others that are equal.
    for views in [views, views.map { $0.copied() }] {
      let counts = mount.mount.render(views, isLaidOut: isLaidOut)
      if counts != MountCounts() || mount.host.callCount != callCount {
        return "an unchanged render does \(counts)"
      }
    }
    return nil
  }
}

extension ViewTree {
  /// Returns an equal tree with arrays of its own.
  fileprivate func copied() -> ViewTree {
    var copy = self
    copy.children = children.map { $0.copied() }
    return copy
  }
}
