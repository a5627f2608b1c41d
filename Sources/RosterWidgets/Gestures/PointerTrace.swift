internal import RosterLayout

/// The way of a pointer since it went down, as far as its velocity depends on it.
struct PointerTrace: Hashable, Sendable {
  private struct Sample: Hashable, Sendable {
    var position: Point
    var time: Double
  }

  let start: Point
  private var samples: [Sample]

  init(from start: Point, at time: Double) {
    self.start = start
    samples = [Sample(position: start, time: time)]
  }

  /// Where the pointer is.
  var position: Point { samples.last?.position ?? start }

  /// The distance from the start.
  var distance: Point { Point(x: position.x - start.x, y: position.y - start.y) }

  /// Adds a position, and forgets what is older than the window. If there would be only this one
  /// then, the last before it stays: a host that reports few positions has velocities, too.
  mutating func move(to position: Point, at time: Double, window: Double) {
    if samples.last?.time == time { samples.removeLast() }
    samples.append(Sample(position: position, time: time))
    let recent = samples.firstIndex { $0.time > time - window } ?? 0
    samples.removeFirst(max(min(recent, samples.count - 2), samples.count - Self.countMax, 0))
  }

  /// How fast the pointer is, in points per second.
  var velocity: Point {
    guard let first = samples.first, let last = samples.last, samples.count > 1 else {
      return distance.x == 0 && distance.y == 0 ? .zero : distance.divided(by: Self.timeMin)
    }
    let time = max(last.time - first.time, Self.timeMin)
    return Point(x: last.position.x - first.position.x, y: last.position.y - first.position.y)
      .divided(by: time)
  }

  /// More positions than any pointer reports within the window.
  private static let countMax = 64
  /// What two events that come at the same time are taken to be apart, in seconds.
  private static let timeMin = 0.001
}

extension Point {
  func divided(by number: Double) -> Point { Point(x: x / number, y: y / number) }

  var isFinite: Bool { x.isFinite && y.isFinite }

  /// The distance from the origin.
  var length: Double { (x * x + y * y).squareRoot() }

  /// The axis along which the point is further from the origin; the vertical one if it is as far.
  var mainAxis: Axes { abs(x) > abs(y) ? .horizontal : .vertical }

  /// The point without its coordinates along other axes.
  func masked(to axes: Axes) -> Point {
    Point(x: axes.contains(.horizontal) ? x : 0, y: axes.contains(.vertical) ? y : 0)
  }
}
