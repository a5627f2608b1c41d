import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import RosterMounting
import RosterRecordingHost
import Testing

@Suite("AnimationPlayer")
struct AnimationPlayerTests {
  private let test = AnimationUnderTest()
  private var host: RecordingHost { test.host }

  private let linear = AnimationTiming(duration: 1, curve: .linear)

  private func scope(_ name: Int) -> ScopePath { ViewTree.row(name).scope }

  private func view(_ number: Int) -> RecordingHost.View { RecordingHost.View(number: number) }

  private func opacity(of number: Int) -> JSONValue? { host.value("opacity", of: view(number)) }

  private func render(
    _ views: [ViewTree], isLaidOut: Bool = false, at time: Double = 0,
    initial: [Int: AnimationSpec] = [:], change: [Int: AnimationSpec] = [:],
    replacement: [Int: ViewTransition] = [:], final: [Int: AnimationSpec] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    func elements(_ animations: [Int: AnimationSpec]) -> [AnimationPlan.Element] {
      animations.sorted { $0.key < $1.key }.map { AnimationPlan.Element(scope($0), [$1]) }
    }
    let replacement = replacement.sorted { $0.key < $1.key }.map {
      AnimationPlan.Replacement(scope: scope($0), transition: $1)
    }
    let plan = AnimationPlan(
      initial: elements(initial), change: elements(change), replacement: replacement,
      final: elements(final))
    let offence = test.offence(playing: plan, to: views, isLaidOut: isLaidOut, at: time)
    #expect(offence == nil, sourceLocation: sourceLocation)
  }

  private func expectNoRemains(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(test.remains == nil, sourceLocation: sourceLocation)
    #expect(test.player.nextTime == nil, sourceLocation: sourceLocation)
  }

  // MARK: Values

  @Test func aViewAppears() {
    render([.row(1)], initial: [1: .alpha(from: 0, linear)])
    #expect(opacity(of: 1) == 0)
    #expect(test.player.nextTime == 0)
    #expect(test.player.advance(to: 0.5))
    #expect(opacity(of: 1) == 0.5)
    #expect(!test.player.advance(to: 1))
    #expect(opacity(of: 1) == nil, "nothing is left set")
    expectNoRemains()
  }

  @Test func aDelayNeedsNoFrames() {
    let later = AnimationTiming(duration: 1, delay: 2, curve: .linear)
    render([.row(1)], at: 5, initial: [1: .alpha(from: 0, later)])
    #expect(test.player.nextTime == 7)
    let callCount = host.callCount
    #expect(test.player.advance(to: 6.5))
    #expect(host.callCount == callCount)
    test.player.advance(to: 7.5)
    #expect(opacity(of: 1) == 0.5)
    expectNoRemains()
  }

  @Test func timeDoesNotGoBack() {
    render([.row(1)], initial: [1: .alpha(from: 0, linear)])
    test.player.advance(to: 0.5)
    for time in [0.25, -.infinity, .nan] {
      #expect(test.player.advance(to: time))
      #expect(opacity(of: 1) == 0.5)
    }
    expectNoRemains()
  }

  @Test func aFrameGoesFromTheOneBeforeToTheOneAfter() {
    render([ViewTree.row(1).framed(at: 0)], isLaidOut: true)
    render([ViewTree.row(1).framed(at: 8)], isLaidOut: true, change: [1: .bounds(linear)])
    #expect(host.frame(of: view(1))?.origin.x == 0)
    test.player.advance(to: 0.25)
    #expect(host.frame(of: view(1))?.origin.x == 2)
    expectNoRemains()
  }

  @Test func aColorIsMixedAndOtherValuesJumpInTheMiddle() {
    let animation = AnimationSpec.parallel([.color("ink", linear), .color("name", linear)])
    render([.row(1, ["ink": "#000000", "name": "red"])])
    render([.row(1, ["ink": "#404040", "name": "blue"])], change: [1: animation])
    test.player.advance(to: 0.25)
    #expect(host.value("ink", of: view(1)) == "#101010")
    #expect(host.value("name", of: view(1)) == "red")
    test.player.advance(to: 0.5)
    #expect(host.value("name", of: view(1)) == "blue")
    expectNoRemains()
  }

  @Test func theOthersAreAttributesToo() {
    let point = Point(x: 4, y: 8)
    render(
      [.row(1)],
      initial: [
        1: .parallel([
          .translation(from: point, linear), .scale(from: 3, linear), .rotation(from: 2, linear),
        ])
      ])
    test.player.advance(to: 0.5)
    #expect(host.value("translation", of: view(1)) == [2, 4])
    #expect(host.value("scale", of: view(1)) == 2)
    #expect(host.value("rotation", of: view(1)) == 1)
    expectNoRemains()
  }

  @Test func whatCannotBeTakenBackIsNotAnimated() {
    render([.row(1)], initial: [1: .color("_trace", from: "#000000", linear)])
    #expect(!test.mount.isAnimating)
    render(
      [.row(2, ["_trace": "#ffffff"])], initial: [2: .color("_trace", from: "#000000", linear)])
    #expect(test.mount.isAnimating)
    expectNoRemains()
  }

  @Test func withoutAFrameNoFrameIsAnimated() {
    render([.row(1)], initial: [1: .position(from: Point(x: 9, y: 9), linear)])
    #expect(!test.mount.isAnimating)
    render(
      [ViewTree.row(1).framed()], isLaidOut: true,
      change: [1: .position(from: Point(x: 9, y: 9), linear)])
    #expect(host.frame(of: view(1))?.origin.x == 9)
    render([.row(1)])
    #expect(host.frame(of: view(1)) == nil)
    expectNoRemains()
  }

  @Test func theInnerScopeWins() {
    var outer = ViewTree.row(1)
    let inner = ScopeKey(typeName: "Inner")
    outer.scope = scope(1).appending(inner)
    let plan = AnimationPlan(initial: [
      .init(scope(1), [.alpha(from: 0, linear)]), .init(outer.scope, [.alpha(from: 0.5, linear)]),
    ])
    #expect(test.offence(playing: plan, to: [outer], at: 0) == nil)
    #expect(opacity(of: 1) == 0.5)
    expectNoRemains()
  }

  @Test func onlyTheOutermostViewsOfAScopeAreAnimated() {
    var outer = ViewTree.row(1)
    outer.children = [outer]
    render([outer, .row(1)], initial: [1: .alpha(from: 0, linear)])
    #expect([1, 2, 3].map(opacity) == [0, 0, nil])
    expectNoRemains()
  }

  // MARK: Interruption

  @Test func anInterruptedAnimationGoesOnFromWhereItIs() {
    render([.row(1, ["opacity": 0])])
    render([.row(1, ["opacity": 1])], change: [1: .alpha(linear)])
    test.player.advance(to: 0.5)
    render([.row(1, ["opacity": 0])], at: 0.75, change: [1: .alpha(linear)])
    #expect(opacity(of: 1) == 0.75)
    test.player.advance(to: 1.25)
    #expect(opacity(of: 1) == 0.375)
    expectNoRemains()
  }

  @Test func aRenderWithoutAPlanLeadsToTheNewValue() {
    render([.row(1, ["opacity": 0])])
    render([.row(1, ["opacity": 1])], change: [1: .alpha(linear)])
    test.player.advance(to: 0.5)
    render([.row(1, ["opacity": 0.25, "text": 1])], at: 0.5)
    #expect(opacity(of: 1) == 0.5)
    #expect(host.value("text", of: view(1)) == 1)
    test.player.advance(to: 0.75)
    #expect(opacity(of: 1) == 0.375)
    render([.row(1)], at: 0.75)
    #expect(opacity(of: 1) == 0.375)
    test.player.advance(to: 0.875)
    #expect(opacity(of: 1) == 0.6875)
    expectNoRemains()
  }

  @Test func otherPropertiesGoOnUndisturbed() {
    render([.row(1)], initial: [1: .alpha(from: 0, linear)])
    test.player.advance(to: 0.5)
    render([.row(1)], at: 0.5, change: [1: .scale(from: 2, linear)])
    test.player.advance(to: 0.75)
    #expect(opacity(of: 1) == 0.75)
    #expect(host.value("scale", of: view(1)) == 1.75)
    expectNoRemains()
  }

  @Test func aPositionIsInterruptedByBounds() {
    render([ViewTree.row(1).framed(at: 0)], isLaidOut: true)
    render([ViewTree.row(1).framed(at: 8)], isLaidOut: true, change: [1: .position(linear)])
    test.player.advance(to: 0.5)
    render([ViewTree.row(1).framed(at: 0)], isLaidOut: true, at: 0.5, change: [1: .bounds(linear)])
    #expect(host.frame(of: view(1))?.origin.x == 4)
    test.player.advance(to: 1)
    #expect(host.frame(of: view(1))?.origin.x == 2)
    expectNoRemains()
  }

  @Test func aRecycledViewHasNothingOfItsFormerAnimation() {
    render([.row(1)], initial: [1: .alpha(from: 0, linear)])
    test.player.advance(to: 0.5)
    render([.row(2)], at: 0.5)
    #expect(host.shownNumbers() == [1])
    #expect(opacity(of: 1) == nil)
    expectNoRemains()
  }

  @Test func aHiddenViewHasNothingOfItsAnimation() {
    render([.view("stack", [:], [.row(1)])], initial: [1: .alpha(from: 0, linear)])
    test.player.advance(to: 0.5)
    render([], at: 0.5)
    #expect(!test.mount.isAnimating)
    expectNoRemains()
  }

  // MARK: Views that leave

  @Test func aViewIsShownUntilItHasDisappeared() throws {
    let tap = [ActionReference(target: .scope(scope(1)), name: "tap")]
    var row = ViewTree.row(1)
    row.children = [.row(1)]
    row.children[0].events = [.tap: tap]
    render([row, .row(2)])
    let inner = try #require(host.shownViews(in: view(1)).first)
    #expect(test.mount.description(of: inner) != nil)
    render([.row(2)], final: [1: .alpha(to: 0, linear)])
    #expect(host.shownNumbers() == [1, 2])
    #expect(test.mount.description(of: view(1)) == nil)
    #expect(test.mount.description(of: inner) == nil)
    #expect(host.picture(of: view(1)).map(\.events) == [[:]])
    test.player.advance(to: 0.5)
    #expect(opacity(of: 1) == 0.5)
    #expect(!test.player.advance(to: 1))
    #expect(host.shownNumbers() == [2])
    expectNoRemains()
    render([row, .row(2)], at: 2)
    #expect(host.picture(of: view(1)).map(\.events) == [[.tap: tap]])
    expectNoRemains()
  }

  @Test func aViewThatLeavesIsNotRecycled() {
    render([.row(1)])
    render([.row(2)], final: [1: .alpha(to: 0, linear)])
    #expect(host.shownNumbers() == [2, 1], "the new view is behind the old one")
    test.player.advance(to: 1)
    render([.row(2), .row(3)], at: 1)
    #expect(host.shownNumbers() == [2, 1], "now it is")
    expectNoRemains()
  }

  @Test func aFinalAnimationKeepsItsEndUntilAllHaveEnded() {
    let short = AnimationTiming(duration: 0.25)
    render([.row(1)])
    render([], final: [1: .parallel([.alpha(to: 0, short), .scale(to: 0, linear)])])
    test.player.advance(to: 0.5)
    #expect(opacity(of: 1) == 0)
    #expect(host.shownNumbers() == [1])
    expectNoRemains()
  }

  @Test func aViewLeavesWithThoseWithinIt() {
    var row = ViewTree.row(1)
    row.children = [.row(2)]
    let long = AnimationTiming(duration: 2, curve: .linear)
    render([row])
    render([], final: [1: .alpha(to: 0, linear), 2: .alpha(to: 0, long)])
    test.player.advance(to: 1.5)
    #expect([1, 2].map(opacity) == [0, 0.25])
    #expect(host.shownNumbers() == [1])
    expectNoRemains()
    #expect(host.shownNumbers().isEmpty)
  }

  @Test func aViewInOneThatLeavesAtOnceDoesToo() {
    render([.view("stack", [:], [.row(1)])])
    render([], final: [1: .alpha(to: 0, linear)])
    #expect(!test.mount.isAnimating)
    expectNoRemains()
  }

  @Test func aViewInOneThatIsRecycledLeavesAtOnce() {
    var outer = ViewTree.row(7)
    outer.children = [.view("a"), .row(1, of: "Inner")]
    var next = ViewTree.row(8)
    next.children = [.view("a")]
    let inner = outer.children[1].scope
    #expect(test.offence(playing: AnimationPlan(), to: [outer], at: 0) == nil)
    let plan = AnimationPlan(final: [.init(inner, [.alpha(to: 0, linear)])])
    #expect(test.offence(playing: plan, to: [next], at: 0) == nil)
    #expect(host.shownNumbers() == [1])
    #expect(!test.mount.isAnimating)
    expectNoRemains()
  }

  @Test func aScopeThatComesBackEndsTheDisappearanceOfItsViews() {
    render([.row(1), .row(2)])
    render([.row(2)], final: [1: .alpha(to: 0, linear)])
    render([.row(2)], at: 0.25)
    #expect(host.shownNumbers() == [1, 2], "other renders do not")
    render([.row(1), .row(2)], at: 0.5, initial: [1: .alpha(from: 0, linear)])
    #expect(host.shownNumbers() == [1, 2])
    #expect(opacity(of: 1) == 0)
    expectNoRemains()
  }

  @Test func oldViewsDisappearWhileNewOnesAppear() {
    let transition = ViewTransition(
      initial: [.alpha(from: 0, linear)], final: [.alpha(to: 0, linear)])
    render([.row(1, ["text": 1])])
    render([.row(1, ["text": 2])], replacement: [1: transition])
    test.player.advance(to: 0.25)
    #expect(host.shownNumbers() == [2, 1])
    #expect([1, 2].map(opacity) == [0.75, 0.25])
    #expect([1, 2].map { host.value("text", of: view($0)) } == [1, 2])
    render([.row(1, ["text": 3])], at: 0.5)
    #expect(host.shownNumbers() == [2, 1], "an update of the new view does not end it")
    render([.row(1, ["text": 4])], at: 0.75, replacement: [1: transition])
    #expect(host.shownNumbers() == [2, 1], "another replacement does, and 1 is there again")
    #expect([1, 2].map(opacity) == [0, 0.75])
    expectNoRemains()
  }

  @Test func aPoolWithoutPlacesLetsGoOfWhatHasDisappeared() {
    let test = AnimationUnderTest(poolCountMax: 0)
    let plan = AnimationPlan(final: [.init(scope(1), [.alpha(to: 0, linear)])])
    #expect(test.offence(playing: AnimationPlan(), to: [.row(1)], at: 0) == nil)
    #expect(test.offence(playing: plan, to: [], at: 0) == nil)
    #expect(test.host.existingViews.count == 1)
    #expect(test.remains == nil)
    #expect(test.host.existingViews.isEmpty)
  }

  @Test func nothingIsLeftAfterAllViewsAreLetGo() {
    render([.row(1), .row(2)], initial: [2: .alpha(from: 0, linear)])
    render([.row(2)], final: [1: .alpha(to: 0, linear)])
    test.mount.removeAll()
    #expect(!test.mount.isAnimating)
    #expect(!test.player.advance(to: 0.5))
    #expect(host.faults.isEmpty && host.existingViews.isEmpty)
  }

  // MARK: At once

  @Test func withReducedMotionEverythingEndsAtOnce() {
    render([.row(1), .row(2)], initial: [1: .alpha(from: 0, linear)])
    render([.row(1)], at: 0.25, final: [2: .alpha(to: 0, linear)])
    test.player.reducesMotion = true
    #expect(opacity(of: 1) == nil)
    #expect(host.shownNumbers() == [1])
    expectNoRemains()
    render(
      [.row(3)], at: 0.5, initial: [3: .alpha(from: 0, linear)], final: [1: .alpha(to: 0, linear)])
    #expect(!test.mount.isAnimating)
    expectNoRemains()
  }

  @Test func onePlayerPlaysInManyMounts() {
    let other = ViewMount(in: host.addForeignView(), of: host)
    let plan = AnimationPlan(initial: [.init(scope(1), [.alpha(from: 0, linear)])])
    test.player.play(plan, in: test.mount, at: 0) { test.mount.render([.row(1)], isLaidOut: false) }
    test.player.play(plan, in: other, at: 0.5) { other.render([.row(1)], isLaidOut: false) }
    #expect(test.player.advance(to: 1))
    #expect([2, 3].map(opacity) == [nil, 0.5])
    #expect(!test.player.advance(to: 1.5))
    #expect(host.faults.isEmpty)
  }

  // MARK: Plans of components

  private struct Page: Component {
    let number: Int
    var identifier: ScopeIdentifier? { .number(number) }
    func body(_ scope: Scope<Self>) -> Node<Never> {
      ViewNode("page").attribute("number", .number(Double(number)))
    }
  }

  @Test func thePlanOfTwoTreesIsPlayed() {
    let fade = AnimationTiming(duration: 1, curve: .linear)
    func tree(_ numbers: [Int], after former: ComponentTree<Never>?) -> ComponentTree<Never> {
      let root = Node<Never> {
        for number in numbers {
          Page(number: number).animated(
            initial: [.alpha(from: 0, fade)], final: [.alpha(to: 0, fade)])
        }
      }
      return TreeBuilder().build(root, after: former).tree
    }
    let first = tree([1, 2], after: nil)
    let second = tree([2, 3], after: first)
    test.player.play(AnimationPlan(from: nil, to: first), in: test.mount, at: 0) {
      test.mount.render(first)
    }
    #expect([1, 2].map(opacity) == [0, 0])
    test.player.play(AnimationPlan(from: first, to: second), in: test.mount, at: 0.5) {
      test.mount.render(second)
    }
    test.player.advance(to: 0.75)
    #expect([1, 2, 3].map(opacity) == [0.375, 0.75, 0.25])
    #expect(!test.player.advance(to: 2))
    #expect(host.picture() == SeenView.pictures(second.views, isLaidOut: false))
    #expect(host.faults.isEmpty)
  }
}
