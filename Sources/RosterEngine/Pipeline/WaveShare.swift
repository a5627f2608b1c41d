/// The outputs of a plan among those of a wave.
struct WaveShare: Sendable {
  var plan: any ModificationPlan
  /// Their places among the outputs of all plans in the wave.
  var range: Range<Int>
}

extension [any ModificationPlan] {
  /// The outputs of all plans, wave by wave.
  var waves: [[WaveShare]] {
    var waves: [[WaveShare]] = []
    for plan in self {
      for (wave, count) in plan.waveCounts.enumerated() {
        if wave == waves.count { waves.append([]) }
        let start = waves[wave].outputCount
        waves[wave].append(WaveShare(plan: plan, range: start..<start + count))
      }
    }
    return waves
  }

  /// The number of outputs that were made with the plans.
  var madeOutputCount: Int { reduce(0) { $0 + $1.madeOutputCount } }
}

extension [WaveShare] {
  /// The number of outputs of the wave.
  var outputCount: Int { last?.range.upperBound ?? 0 }

  /// Makes some outputs of the wave.
  func make(_ range: Range<Int>, ofWave wave: Int) {
    for share in self {
      let own = range.clamped(to: share.range)
      if own.isEmpty { continue }
      let start = share.range.lowerBound
      share.plan.make(own.lowerBound - start..<own.upperBound - start, ofWave: wave)
    }
  }
}
