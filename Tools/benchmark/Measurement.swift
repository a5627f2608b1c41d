import Foundation

/// Times pieces of work and reports the figures beside what they are compared with.
///
/// Machines are shared and noisy: of several runs the fastest counts, and a figure and its baseline
/// are always measured in turn, in the same run.
struct Stopwatch {
  private let clock = ContinuousClock()

  /// The seconds that a piece of work takes.
  func seconds(_ work: () throws -> Void) rethrows -> Double {
    let duration = try clock.measure(work)
    return Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
  }

  /// The seconds that this thread works on a piece of work, without those in which it waits for a
  /// processor that other programs use.
  func processorSeconds(_ work: () throws -> Void) rethrows -> Double {
    let start = Self.processorTime
    try work()
    return Self.processorTime - start
  }

  /// The seconds that this thread has worked.
  static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The fewest seconds of several runs of each of some pieces of work, run in turn.
  func fewestSeconds(runs: Int, _ works: [() throws -> Void]) throws -> [Double] {
    var fewest = works.map { _ in Double.infinity }
    for _ in 0..<runs {
      for (index, work) in works.enumerated() {
        fewest[index] = min(fewest[index], try seconds(work))
      }
    }
    return fewest
  }

  /// The fewest seconds of several runs of each of some pieces of work, run in turn, for one time of the many that
  /// each is done in a run.
  func fewestSeconds(
    runs: Int, count: Int, _ works: [() async throws -> Void]
  ) async throws -> [Double] {
    var fewest = works.map { _ in Double.infinity }
    for _ in 0..<runs {
      for (index, work) in works.enumerated() {
        let start = clock.now
        for _ in 0..<count { try await work() }
        fewest[index] = min(fewest[index], (clock.now - start) / .seconds(1) / Double(count))
      }
    }
    return fewest
  }
}

/// One line of the report.
struct Figure {
  var name: String
  var value: String
  var baseline = ""
  var ratio = ""
  var goal = ""
}

extension Double {
  /// The number of seconds with a unit and three digits.
  var asTime: String {
    switch self {
    case ..<1e-6: "\((self * 1e9).digits) ns"
    case ..<1e-3: "\((self * 1e6).digits) µs"
    case ..<1: "\((self * 1e3).digits) ms"
    default: "\(digits) s"
    }
  }

  /// The number with about three digits.
  var digits: String {
    let scale: Double = self < 10 ? 100 : self < 100 ? 10 : 1
    return "\((self * scale).rounded() / scale)"
  }

  var asFactor: String { "\(digits)×" }
}

extension Int {
  /// The number of bytes in megabytes.
  var asMegabytes: String { "\((Double(self) / 1e6).digits) MB" }
}
