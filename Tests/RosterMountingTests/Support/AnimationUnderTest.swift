import RosterComponents
import RosterCore
import RosterJSON
import RosterMounting
import RosterRecordingHost

/// A player and a mount on a recording host.
final class AnimationUnderTest {
  let test: MountUnderTest
  let player = AnimationPlayer<RecordingHost>()
  private(set) var views: [ViewTree] = []
  private(set) var isLaidOut = false

  var host: RecordingHost { test.host }
  var mount: ViewMount<RecordingHost> { test.mount }

  init(poolCountMax: Int = 16) { test = MountUnderTest(poolCountMax: poolCountMax) }

  /// Renders views with a plan, and returns what is wrong afterwards.
  @discardableResult
  func offence(
    playing plan: AnimationPlan, to views: [ViewTree], isLaidOut: Bool = false, at time: Double
  ) -> String? {
    (self.views, self.isLaidOut) = (views, isLaidOut)
    let difference = player.play(plan, in: mount, at: time) {
      let before = host.counts
      let counts = mount.render(views, isLaidOut: isLaidOut)
      var called = host.counts - before
      called.reused = counts.reused
      return called == counts ? nil : "the counts are \(counts), not \(called)"
    }
    return difference ?? fault
  }

  /// What the host does not expect, or what is otherwise wrong at any time.
  var fault: String? {
    if let fault = host.faults.first ?? host.inconsistencies.first { return fault }
    return host.largestPoolCount > test.poolCountMax ? "a pool is too large" : nil
  }

  /// What is wrong after the end: nothing may be left of animations.
  var remains: String? {
    player.advance(to: 1e9)
    return remainsNow
  }

  /// What is left of animations.
  var remainsNow: String? {
    if mount.isAnimating || player.nextTime != nil { return "something still plays" }
    if let fault { return fault }
    if host.picture() != SeenView.pictures(views, isLaidOut: isLaidOut) {
      return "something else is shown than without animations"
    }
    let callCount = host.callCount
    if mount.render(views, isLaidOut: isLaidOut) != MountCounts() || host.callCount != callCount {
      return "an unchanged render does something"
    }
    return nil
  }
}

extension AnimationPlan.Element {
  init(_ scope: ScopePath, _ animations: [AnimationSpec]) {
    self.init(scope: scope, animations: animations)
  }
}
