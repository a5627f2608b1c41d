import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import RosterMounting
import RosterRecordingHost
import RosterTestKit
import Testing

/// Long sequences of trees with random plans, which are interrupted again and again. After the end
/// the host shows what it shows without animations.
@Suite("AnimationPlayer, at random")
struct RandomAnimationTests {
  private struct Plans {
    var random: SplitMix64

    mutating func plan(from old: [ViewTree], to new: [ViewTree]) -> AnimationPlan {
      let (before, after) = (scopes(of: old), scopes(of: new))
      var plan = AnimationPlan()
      for scope in after where random.happens(percent: 40) {
        if !before.contains(scope) {
          plan.initial.append(.init(scope, animations()))
        } else if random.happens(percent: 30) {
          plan.replacement.append(
            .init(
              scope: scope,
              transition: ViewTransition(initial: animations(), final: animations())))
        } else {
          plan.change.append(.init(scope, animations()))
        }
      }
      for scope in before where !after.contains(scope) && random.happens(percent: 50) {
        plan.final.append(.init(scope, animations()))
      }
      // A plan that comes from another process may be wrong.
      if random.happens(percent: 10), let scope = (before + after).randomElement(using: &random) {
        plan.final.append(.init(scope, animations()))
        plan.initial.append(.init(scope, animations()))
      }
      return plan
    }

    /// The scopes of some views, from the outside in.
    private func scopes(of views: [ViewTree]) -> [ScopePath] {
      var scopes: [ScopePath] = []
      var remaining = Array(views.reversed())
      while let view = remaining.popLast() {
        remaining += view.children.reversed()
        var path: ScopePath? = view.scope
        while let scope = path, scope.depth > 0, !scopes.contains(scope) {
          scopes.append(scope)
          path = scope.parent
        }
      }
      return scopes
    }

    private mutating func animations() -> [AnimationSpec] {
      (0..<random.index(below: 3)).map { _ in animation(depth: 2) }
    }

    private mutating func animation(depth: Int) -> AnimationSpec {
      switch random.index(below: depth > 0 ? 9 : 7) {
      case 0: return .alpha(from: number(), to: number(), timing())
      case 1: return .translation(from: point(), to: point(), timing())
      case 2: return .scale(from: number(), to: number(), timing())
      case 3: return .color("x", from: json(), to: json(), timing())
      case 4: return .color("_z", from: json(), to: json(), timing())
      case 5: return .position(from: point(), to: point(), timing())
      case 6: return .bounds(from: bounds(), to: bounds(), timing())
      case 7: return .sequence((0..<3).map { _ in animation(depth: depth - 1) })
      default: return .parallel((0..<3).map { _ in animation(depth: depth - 1) })
      }
    }

    private mutating func number() -> Double? {
      random.happens(percent: 50) ? Double(random.index(below: 5)) / 4 : nil
    }

    private mutating func point() -> Point? {
      number().map { Point(x: $0, y: 1) }
    }

    private mutating func bounds() -> ViewFrame? {
      point().map { ViewFrame(origin: $0, size: Size(width: $0.x, height: 2)) }
    }

    private mutating func json() -> JSONValue? {
      random.happens(percent: 20) ? "#00ff00" : number().map { .number($0) }
    }

    private mutating func timing() -> AnimationTiming {
      let curves: [AnimationTiming.Curve] = [
        .linear, .easeInOut, .spring(damping: 0.3, initialVelocity: 3),
      ]
      return AnimationTiming(
        duration: Double(random.index(below: 5)) / 4, delay: Double(random.index(below: 3)) / 4,
        curve: curves[random.index(below: curves.count)])
    }
  }

  @Test(arguments: 0..<60)
  func afterAllHasEndedTheHostShowsTheTree(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let isLaidOut = random.happens(percent: 70)
    let test = AnimationUnderTest(poolCountMax: [0, 1, 3, 16][random.index(below: 4)])
    _ = test.host.addForeignView()
    var trees = RandomTrees(random: random, isLaidOut: isLaidOut)
    var plans = Plans(random: SplitMix64(seed: UInt64(seed) + 1000))
    var earlier: [[ViewTree]] = [[]]
    var time = 0.0
    for step in 0..<60 {
      var views = test.views
      if random.happens(percent: 20) {
        views = earlier[random.index(below: earlier.count)]
      } else {
        trees.change(&views, in: .root, depth: 3)
      }
      earlier.append(views)
      let plan =
        random.happens(percent: 20) ? AnimationPlan() : plans.plan(from: test.views, to: views)
      var offence = test.offence(playing: plan, to: views, isLaidOut: isLaidOut, at: time)
      offence = offence ?? self.offence(during: test, from: &time, &random)
      if let offence {
        Issue.record("seed \(seed), step \(step): \(offence)")
        return
      }
    }
    if let remains = test.remains { Issue.record("seed \(seed), at the end: \(remains)") }
    test.mount.removeAll()
    #expect(test.host.existingViews.isEmpty && test.host.faults.isEmpty, "seed \(seed)")
  }

  /// Shows some frames, or ends everything.
  private func offence(
    during test: AnimationUnderTest, from time: inout Double, _ random: inout SplitMix64
  ) -> String? {
    for _ in 0..<random.index(below: 4) {
      time += Double(random.index(below: 4)) / 10
      let isPlaying = test.player.advance(to: time)
      if isPlaying != test.mount.isAnimating { return "the player does not know what plays" }
      if isPlaying != (test.player.nextTime != nil) { return "no frame is asked for" }
      if let next = test.player.nextTime, next < time { return "a frame is asked for too late" }
      if let fault = test.fault { return fault }
    }
    if random.happens(percent: 5) {
      test.player.finish()
      if let remains = test.remainsNow { return "after finish: \(remains)" }
    }
    return nil
  }

  /// What a change of opacity may do at most from one frame to the next.
  @Test(arguments: 0..<20)
  func aLinearAnimationDoesNotJumpHoweverItIsInterrupted(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let test = AnimationUnderTest()
    let timing = AnimationTiming(duration: 1, curve: .linear)
    func row(_ opacity: Int) -> ViewTree { .row(1, ["opacity": .number(Double(opacity) / 8)]) }
    test.offence(playing: AnimationPlan(), to: [row(0)], at: 0)
    let view = RecordingHost.View(number: 1)
    var last = 0.0
    for frame in 1...400 {
      let time = Double(frame) / 100
      test.player.advance(to: time)
      if random.happens(percent: 10) {
        let plan = AnimationPlan(change: [.init(ViewTree.row(1).scope, [.alpha(timing)])])
        test.offence(playing: plan, to: [row(random.index(below: 9))], at: time)
      }
      let opacity = test.host.value("opacity", of: view)?.numberValue ?? -1
      // In a second it goes from 0 to 1 at most.
      if (opacity - last).magnitude > 0.01 + 1e-9 {
        Issue.record("seed \(seed), frame \(frame): from \(last) to \(opacity)")
        return
      }
      last = opacity
    }
    #expect(test.remains == nil)
  }
}
