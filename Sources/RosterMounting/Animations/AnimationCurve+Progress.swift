package import RosterComponents
internal import RosterLayout

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension AnimationTiming.Curve {
  /// Returns how far an animation has come: 0 at its beginning, 1 at its end. In between, a curve
  /// may leave this range, and come back.
  ///
  /// - Parameters:
  ///   - time: The seconds since the beginning.
  ///   - duration: The seconds from the beginning to the end.
  package func progress(at time: Double, of duration: Double) -> Double {
    guard time < duration else { return 1 }
    guard time > 0 else { return 0 }
    let fraction = time / duration
    switch self {
    case .linear: return fraction
    case .easeIn: return CubicPace(0.42, 0, 1, 1).progress(at: fraction)
    case .easeOut: return CubicPace(0, 0, 0.58, 1).progress(at: fraction)
    case .easeInOut: return CubicPace(0.42, 0, 0.58, 1).progress(at: fraction)
    case .cubic(let first, let second):
      return CubicPace(first.x, first.y, second.x, second.y).progress(at: fraction)
    case .spring(let damping, let velocity):
      let spring = SpringPace(damping: damping, initialVelocity: velocity, duration: duration)
      return spring.progress(at: time)
    }
  }
}

/// A Bézier curve from (0, 0) to (1, 1): *x* is the fraction of the time, *y* the progress.
private struct CubicPace {
  private let x: Axis
  private let y: Axis

  /// A control point outside of the time would make the curve go back in time, so *x* is limited.
  /// Points that are not finite make a line.
  init(_ firstX: Double, _ firstY: Double, _ secondX: Double, _ secondY: Double) {
    let isFinite = [firstX, firstY, secondX, secondY].allSatisfy(\.isFinite)
    x = isFinite ? Axis(min(max(firstX, 0), 1), min(max(secondX, 0), 1)) : Axis(0, 1)
    y = isFinite ? Axis(firstY, secondY) : Axis(0, 1)
  }

  func progress(at fraction: Double) -> Double { y.value(at: parameter(at: fraction)) }

  /// Returns where on the curve *x* is `fraction`.
  private func parameter(at fraction: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    var parameter = fraction
    var lastStep = 1.0
    while high - low > 1e-15 {
      let error = x.value(at: parameter) - fraction
      if error.magnitude < 1e-14 { break }
      if error > 0 { high = parameter } else { low = parameter }
      // A step of Newton's if it stays where the solution is and soon arrives, or else a bisection.
      let step = error / x.slope(at: parameter)
      let next = parameter - step
      if next > low, next < high, step.magnitude < lastStep / 2 {
        (parameter, lastStep) = (next, step.magnitude)
      } else {
        (parameter, lastStep) = ((low + high) / 2, (high - low) / 2)
      }
    }
    return parameter
  }

  /// One coordinate of the curve: a polynomial of the parameter.
  private struct Axis {
    private let cubic: Double
    private let square: Double
    private let linear: Double

    init(_ first: Double, _ second: Double) {
      linear = 3 * first
      square = 3 * (second - first) - linear
      cubic = 1 - linear - square
    }

    func value(at parameter: Double) -> Double {
      ((cubic * parameter + square) * parameter + linear) * parameter
    }

    func slope(at parameter: Double) -> Double {
      (3 * cubic * parameter + 2 * square) * parameter + linear
    }
  }
}

/// A weight on a spring, as fast as it must be to come to rest within the duration: by then
/// about a thousandth of the distance is left, which is spread over the time.
private struct SpringPace {
  private let damping: Double
  private let velocity: Double
  private let duration: Double
  /// The angular frequency that the spring would have without damping.
  private let frequency: Double

  init(damping: Double, initialVelocity: Double, duration: Double) {
    let limited = damping.isFinite ? min(max(damping, 0.05), 20) : 1
    self.damping = limited
    velocity = initialVelocity.isFinite ? initialVelocity : 0
    self.duration = duration
    let rest = 6.907755278982137  // ln 1000
    // What decays most slowly: the oscillation, or beyond a damping of 1 the creeping.
    let decay = limited <= 1 ? limited : limited - (limited * limited - 1).squareRoot()
    // Close to a damping of 1, the distance is longer than the decay alone says.
    let slack = 1 + 0.34 * max(0, 1 - 4 * (limited - 1).magnitude)
    frequency = rest * slack / (decay * duration)
  }

  func progress(at time: Double) -> Double {
    let left = distance(at: duration)
    let fraction = time / duration
    return 1 - distance(at: time) + left * fraction * fraction
  }

  /// The distance from the end, as a part of the whole distance.
  private func distance(at time: Double) -> Double {
    let decay = damping * frequency
    let root = (damping * damping - 1).magnitude.squareRoot() * frequency
    if root * duration < 1e-3 {
      return exp(-frequency * time) * (1 + (frequency - velocity) * time)
    } else if damping < 1 {
      let swing = (decay - velocity) / root
      return exp(-decay * time) * (cos(root * time) + swing * sin(root * time))
    } else {
      let (slow, fast) = (root - decay, -root - decay)
      let share = (-velocity - fast) / (slow - fast)
      return share * exp(slow * time) + (1 - share) * exp(fast * time)
    }
  }
}
