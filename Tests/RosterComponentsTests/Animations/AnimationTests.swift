import Foundation
import RosterComponents
import RosterJSON
import RosterLayout
import Testing

@Suite("Animation")
struct AnimationTests {
  private static let point = Point(x: 1, y: -2)
  private static let animations: [(AnimationSpec, String)] = [
    (.alpha(from: 0), #"{"duration":0.25,"from":0,"property":"alpha"}"#),
    (.alpha(to: 0.5), #"{"duration":0.25,"property":"alpha","to":0.5}"#),
    (
      .translation(from: point, to: Point(x: 0, y: 0), AnimationTiming(duration: 1)),
      #"{"duration":1,"from":[1,-2],"property":"translation","to":[0,0]}"#
    ),
    (
      .scale(from: 0.1, AnimationTiming(duration: 0.5, delay: 2, curve: .linear)),
      #"{"curve":"linear","delay":2,"duration":0.5,"from":0.1,"property":"scale"}"#
    ),
    (
      .rotation(to: 3, AnimationTiming(curve: .easeIn)),
      #"{"curve":"easeIn","duration":0.25,"property":"rotation","to":3}"#
    ),
    (
      .color("background", from: "#f00", to: .null, AnimationTiming(curve: .easeOut)),
      #"{"attribute":"background","curve":"easeOut","duration":0.25,"from":"#
        + ##""#f00","property":"color","to":null}"##
    ),
    (
      .position(AnimationTiming(curve: .cubic(point, Point(x: 3, y: 4)))),
      #"{"curve":[1,-2,3,4],"duration":0.25,"property":"position"}"#
    ),
    (
      .bounds(
        to: ViewFrame(origin: point, size: Size(width: 30, height: 40)),
        AnimationTiming(curve: .spring(damping: 0.7, initialVelocity: 2))),
      #"{"curve":{"spring":[0.7,2]},"duration":0.25,"property":"bounds","to":[1,-2,30,40]}"#
    ),
    (
      .sequence([.alpha(from: 0), .parallel([.scale(), .sequence([])])]),
      #"{"sequence":[{"duration":0.25,"from":0,"property":"alpha"},"#
        + #"{"parallel":[{"duration":0.25,"property":"scale"},{"sequence":[]}]}]}"#
    ),
  ]

  @Test(arguments: animations)
  func anAnimationIsPlainJSON(animation: AnimationSpec, text: String) throws {
    #expect(animation.json.canonicalText == text)
    #expect(try AnimationSpec(json: JSONParser().parse(Array(text.utf8))) == animation)
    #expect(try JSONDecoder().decode(AnimationSpec.self, from: Data(text.utf8)) == animation)
  }

  @Test(arguments: [
    ("{}", "there is no \"property\""),
    (#"{"property":"speed","duration":1}"#, "property: expected an animated property"),
    (#"{"property":"alpha"}"#, "there is no \"duration\""),
    (#"{"property":"alpha","from":[],"duration":1}"#, "from: expected a number"),
    (
      #"{"property":"position","to":[1],"duration":1}"#, "to: expected an array of 2 numbers"
    ),
    (#"{"property":"bounds","to":7,"duration":1}"#, "to: expected an array of 4 numbers"),
    (#"{"property":"alpha","duration":1,"curve":"fast"}"#, "curve: expected a curve"),
    (#"{"property":"alpha","duration":1,"curve":1}"#, "curve: expected a string"),
    (
      #"{"sequence":[{"parallel":[1]}]}"#,
      "sequence[0].parallel[0]: expected an object"
    ),
  ])
  func whatIsNoAnimationIsRefusedWithItsPlace(text: String, message: String) throws {
    let json = try JSONParser().parse(Array(text.utf8))
    let error = #expect(throws: JSONDecodingError.self) { try AnimationSpec(json: json) }
    #expect(error?.description == message)
  }

  @Test func aSequenceLastsAsLongAsItsPartsTogether() {
    let part = AnimationSpec.alpha(AnimationTiming(duration: 1, delay: 0.5))
    #expect(AnimationSpec.sequence([part, part]).duration == 3)
    #expect(AnimationSpec.sequence([]).duration == 0)
  }

  @Test func parallelAnimationsLastAsLongAsTheLongest() {
    let short = AnimationSpec.alpha(AnimationTiming(duration: 1))
    let long = AnimationSpec.scale(AnimationTiming(duration: 1, delay: 1))
    #expect(AnimationSpec.parallel([short, long, short]).duration == 2)
  }

  @Test(arguments: [-1, -Double.infinity, .infinity, .nan])
  func aTimeThatIsNoneIsZero(seconds: Double) {
    let timing = AnimationTiming(duration: seconds, delay: seconds)
    #expect(timing.duration == 0 && timing.delay == 0)
  }
}
