import RosterComponents
import RosterCore
import RosterJSON
import RosterMounting
import RosterRecordingHost
import RosterTestKit
import Testing

/// Long sequences of trees, each made of the one before.
@Suite("ViewMount, at random")
struct RandomMountTests {
  @Test(arguments: 0..<40)
  func everyTreeIsShownAndOnlyWhatDiffersIsDone(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let poolCountMax = [0, 1, 3, 16][random.index(below: 4)]
    let isLaidOut = random.happens(percent: 50)
    let mount = MountUnderTest(poolCountMax: poolCountMax)
    _ = mount.host.addForeignView()
    var trees = RandomTrees(random: random, isLaidOut: isLaidOut)
    var views: [ViewTree] = []
    var earlier: [[ViewTree]] = [[]]
    for step in 0..<60 {
      if random.happens(percent: 15) {
        views = earlier[random.index(below: earlier.count)]
      } else {
        trees.change(&views, in: .root, depth: 3)
      }
      earlier.append(views)
      mount.host.focusedView = mount.host.existingViews.filter { !mount.host.isPooled($0) }
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
