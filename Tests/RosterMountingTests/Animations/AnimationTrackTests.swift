import RosterComponents
import RosterJSON
import RosterLayout
import RosterMounting
import RosterRecordingHost
import Testing

/// Values over time, without a host.
@Suite("AnimationTrack")
struct AnimationTrackTests {
  private static let opacity = AnimatedAspect.attribute("opacity")

  private func timing(_ duration: Double, after delay: Double = 0) -> AnimationTiming {
    AnimationTiming(duration: duration, delay: delay, curve: .linear)
  }

  /// The track of an animation of the opacity of a view that begins at 10.
  private func track(
    _ animation: AnimationSpec, from start: JSONValue = 1, described: JSONValue = 1
  ) -> AnimationTrack {
    var track = AnimationTrack(Self.opacity, from: start, described: described)
    for change in animation.changes(beginningAt: 10) where change.aspect == Self.opacity {
      track.add(change)
    }
    return track
  }

  private func values(_ track: AnimationTrack, _ times: [Double]) -> [JSONValue?] {
    times.map { track.value(at: 10 + $0) }
  }

  @Test func aChangeWaitsAtItsBeginningForItsDelay() {
    let track = track(.alpha(from: 0, to: 0.5, timing(2, after: 1)))
    #expect(values(track, [0, 1, 2, 3, 9]) == [0, 0, 0.25, 0.5, 0.5])
    #expect(track.end == 13)
    #expect(track.nextTime(after: 10) == 11)
    #expect(track.nextTime(after: 12) == 12)
    #expect(track.nextTime(after: 13) == nil)
  }

  @Test func whatIsLeftOutIsTheValueBeforeAndAfter() {
    let track = track(.alpha(timing(1)), from: 0.25, described: 0.75)
    #expect(values(track, [0, 0.5, 1]) == [0.25, 0.5, 0.75])
  }

  @Test func theNextPartOfASequenceBeginsWhereTheLastOneEnds() {
    let track = track(
      .sequence([
        .alpha(from: 0, to: 1, timing(1)), .sequence([.alpha(to: 0.5, timing(1, after: 1))]),
        .alpha(timing(1)),
      ]), described: 0)
    #expect(values(track, [0, 0.5, 1, 1.5, 2.5, 3, 3.5, 4]) == [0, 0.5, 1, 1, 0.75, 0.5, 0.25, 0])
  }

  @Test func ofTwoAtTheSameTimeTheLaterWins() {
    let track = track(
      .parallel([.alpha(from: 0, to: 1, timing(4)), .alpha(from: 0.5, to: 0, timing(1))]))
    #expect(values(track, [0, 0.5, 1]) == [0.5, 0.25, 0])
    #expect(track.end == 11)
  }

  @Test func twoThatFollowEachOtherByTheirDelayArePlayedBoth() {
    let track = track(
      .parallel([.alpha(from: 0, to: 1, timing(1, after: 1)), .alpha(from: 0, timing(1))]),
      described: 0.5)
    #expect(values(track, [0, 0.5, 1, 1.5, 2]) == [0, 0.25, 0, 0.5, 1])
  }

  @Test func aChangeWithoutADurationJumpsAfterItsDelay() {
    let track = track(.alpha(from: 0, to: 1, timing(0, after: 1)))
    #expect(values(track, [0, 0.999, 1]) == [0, 0, 1])
  }

  @Test func aTrackThatFollowsItsDescriptionGoesOnFromWhereItIs() {
    var track = track(.alpha(from: 0, timing(2)))
    track.follow(0, at: 11)
    #expect(values(track, [1, 1.5, 2]) == [0.5, 0.25, 0])
    track.follow(0.5, at: 12)
    #expect(values(track, [2]) == [0.5])
  }

  @Test func aTrackWithItsOwnEndDoesNotFollow() {
    var track = track(.alpha(from: 0, to: 1, timing(2)))
    track.follow(0.1, at: 11)
    #expect(values(track, [1, 1.5, 2]) == [0.5, 0.75, 1])
  }

  @Test func anOpacityStaysBetweenNothingAndAll() {
    let spring = AnimationTiming(duration: 1, curve: .spring(damping: 0.2, initialVelocity: 0))
    let track = track(.alpha(from: 0, to: 1, spring))
    for step in 0...100 {
      let value = track.value(at: 10 + Double(step) / 100)?.numberValue ?? -1
      #expect((0...1).contains(value))
    }
  }

  @Test func boundsAreAPositionAndASize() {
    let bounds = ViewFrame(origin: Point(x: 1, y: 2), size: Size(width: 3, height: 4))
    let changes = AnimationSpec.bounds(from: bounds).changes(beginningAt: 0)
    #expect(changes.map(\.aspect) == [.position, .size])
    #expect(changes.map(\.from) == [[1, 2], [3, 4]])
    #expect(changes.map(\.to) == [nil, nil])
  }

  @Test func valuesThatAreNotFiniteCountAsLeftOut() {
    let changes = AnimationSpec.alpha(from: .nan, to: .infinity).changes(beginningAt: 0)
    #expect(changes.map(\.from) == [nil])
    #expect(changes.map(\.to) == [nil])
  }

  // MARK: Values between

  @Test(arguments: [
    ("#000000", "#ff8000", "#804000"), ("#000", "#ffffff", "#808080"),
    ("#00000000", "#ffffff", "#80808080"), ("red", "blue", "blue"),
    ("#00000", "#ffffff", "#ffffff"),
    ("#ffffff", "accent", "accent"),
  ])
  func inTheMiddleOfTwoColors(_ first: String, _ last: String, _ middle: String) {
    let color = JSONValue.string(first).interpolated(to: .string(last), at: 0.5)
    #expect(color == .string(middle))
  }

  @Test func aColorThatOvershootsStaysAColor() {
    let (black, white) = (JSONValue.string("#000000"), JSONValue.string("#ffffff"))
    #expect(black.interpolated(to: white, at: 1.5) == white)
    #expect(black.interpolated(to: white, at: -0.5) == black)
  }

  @Test func valuesOfOneShapeGoAllTheWayAndOthersJumpInTheMiddle() {
    let first: JSONValue = [0, ["r": 1, "g": "#000000"]]
    let last: JSONValue = [4, ["r": 3, "g": "#020202"]]
    #expect(first.interpolated(to: last, at: 0.5) == [2, ["r": 2, "g": "#010101"]])
    #expect(first.interpolated(to: [4], at: 0.49) == first)
    #expect(first.interpolated(to: [4], at: 0.5) == [4])
    #expect(JSONValue.bool(false).interpolated(to: 1, at: 0.4) == .bool(false))
    let (low, high) = (JSONValue.number(-1.7e308), JSONValue.number(1.7e308))
    #expect(low.interpolated(to: high, at: 0.6) == high, "the distance has no number")
  }
}
