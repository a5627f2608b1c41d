import RosterComponents
import RosterLayout
import RosterMounting
import Testing

@Suite("AnimationCurve")
struct AnimationCurveTests {
  static let cubics: [AnimationTiming.Curve] = [
    .linear, .easeIn, .easeOut, .easeInOut, .cubic(point(0, 0), point(1, 1)),
    .cubic(point(1, 0), point(0, 1)), .cubic(point(0, 1), point(1, 0)),
    .cubic(point(0, 0), point(0, 1)), .cubic(point(1, 0), point(1, 1)),
    .cubic(point(0.3, -2), point(0.9, 3)), .cubic(point(-1, 0.5), point(4, 0.5)),
  ]
  static let springs: [AnimationTiming.Curve] = [0, 0.1, 0.3, 0.7, 0.99, 1, 1.01, 1.5, 5, 100, -1]
    .flatMap {
      damping in [0, -20, 20].map { .spring(damping: damping, initialVelocity: $0) }
    }

  static func point(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

  /// The control points, as CSS has them.
  private func points(of curve: AnimationTiming.Curve) -> [Point] {
    switch curve {
    case .easeIn: [Self.point(0.42, 0), Self.point(1, 1)]
    case .easeOut: [Self.point(0, 0), Self.point(0.58, 1)]
    case .easeInOut: [Self.point(0.42, 0), Self.point(0.58, 1)]
    case .cubic(let first, let second): [first, second]
    case .linear, .spring: [Self.point(0, 0), Self.point(1, 1)]
    }
  }

  /// A coordinate of a Bézier curve in the form of Bernstein.
  private func bernstein(_ first: Double, _ second: Double, at parameter: Double) -> Double {
    let rest = 1 - parameter
    return 3 * rest * rest * parameter * first + 3 * rest * parameter * parameter * second
      + parameter * parameter * parameter
  }

  @Test(arguments: [
    (AnimationTiming.Curve.easeIn, 0.5, 0.31535681257253934),
    (.easeOut, 0.5, 0.6846431874274607), (.easeInOut, 0.5, 0.5), (.linear, 0.3, 0.3),
    (.easeInOut, 0.25, 0.12916193),
  ])
  func aCurveHasItsKnownValue(_ curve: AnimationTiming.Curve, _ fraction: Double, _ value: Double) {
    #expect((curve.progress(at: fraction * 2, of: 2) - value).magnitude < 1e-8)
  }

  @Test(arguments: cubics)
  func aCurvePassesThroughThePointsOfItsParameter(_ curve: AnimationTiming.Curve) {
    let points = points(of: curve)
    let xs = points.map { min(max($0.x, 0), 1) }
    for step in 0...1000 {
      let parameter = Double(step) / 1000
      let x = bernstein(xs[0], xs[1], at: parameter)
      let y = bernstein(points[0].y, points[1].y, at: parameter)
      let progress = curve.progress(at: x, of: 1)
      // Where the curve is vertical, a little of x is much of y.
      let slope = (bernstein(xs[0], xs[1], at: parameter + 1e-6) - x) / 1e-6
      #expect((progress - y).magnitude < (slope > 0.01 ? 1e-6 : 0.05), "\(curve) at \(parameter)")
    }
  }

  @Test(arguments: cubics + springs, [0.001, 1, 30])
  func everyCurveBeginsAtZeroAndEndsAtOne(_ curve: AnimationTiming.Curve, _ duration: Double) {
    #expect(curve.progress(at: -1, of: duration) == 0)
    #expect(curve.progress(at: 0, of: duration) == 0)
    #expect(curve.progress(at: duration, of: duration) == 1)
    #expect(curve.progress(at: duration * 2, of: duration) == 1)
    #expect(curve.progress(at: 0, of: 0) == 1)
    let last = curve.progress(at: duration * (1 - 1e-9), of: duration)
    #expect((last - 1).magnitude < 1e-2, "\(curve)")
    for step in 0...200 {
      #expect(curve.progress(at: duration * Double(step) / 200, of: duration).isFinite)
    }
  }

  @Test(arguments: [0, -3, 5.0], [0.2, 0.9, 1, 1.001, 3])
  func aSpringBeginsWithItsVelocity(_ velocity: Double, _ damping: Double) {
    let spring = AnimationTiming.Curve.spring(damping: damping, initialVelocity: velocity)
    let speed = spring.progress(at: 1e-7, of: 2) / 1e-7
    #expect((speed - velocity).magnitude < 1e-3)
  }

  @Test func aSpringOscillatesUnlessItsDampingIsOne() {
    func peak(_ damping: Double) -> Double {
      let spring = AnimationTiming.Curve.spring(damping: damping, initialVelocity: 0)
      return (0...1000).map { spring.progress(at: Double($0) / 1000, of: 1) }.max() ?? 0
    }
    // The first overshoot is e^(−πζ / √(1 − ζ²)).
    #expect((peak(0.5) - 1.163).magnitude < 0.002)
    #expect((peak(0.3) - 1.372).magnitude < 0.002)
    #expect(peak(1) <= 1)
    #expect(peak(2) <= 1)
  }

  @Test func aSpringIsContinuousInItsDamping() {
    for step in 1..<100 {
      let values = [0.999_999, 1, 1.000_001].map {
        AnimationTiming.Curve.spring(damping: $0, initialVelocity: 1).progress(
          at: Double(step) / 100, of: 1)
      }
      #expect((values[0] - values[1]).magnitude < 2e-3)
      #expect((values[2] - values[1]).magnitude < 2e-3)
    }
  }

  @Test func pointsThatAreNotFiniteMakeALine() {
    let curve = AnimationTiming.Curve.cubic(Self.point(.nan, 0), Self.point(1, .infinity))
    #expect((curve.progress(at: 0.25, of: 1) - 0.25).magnitude < 1e-12)
    let spring = AnimationTiming.Curve.spring(damping: .nan, initialVelocity: .infinity)
    #expect(spring.progress(at: 0.25, of: 1).isFinite)
  }
}
