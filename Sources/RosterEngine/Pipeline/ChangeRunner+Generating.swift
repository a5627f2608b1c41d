internal import Dispatch

/// The outputs of a change within a wave.
private struct Share {
  var change: any QueuedChange
  var range: Range<Int>
}

extension ChangeRunner {
  /// Makes the outputs of all changes of a group. Each wave runs at once over all changes, so that
  /// all cores have work.
  func generateOutputs(_ prepared: [PreparedChange]) {
    let waveCount = prepared.reduce(0) { max($0, $1.waveCounts.count) }
    for wave in 0..<waveCount {
      var count = 0
      var shares: [Share] = []
      for prepared in prepared where wave < prepared.waveCounts.count {
        let start = count
        count += prepared.waveCounts[wave]
        shares.append(Share(change: prepared.change, range: start..<count))
      }
      generate(count: count) { [shares] range in
        for share in shares {
          let own = range.clamped(to: share.range)
          if own.isEmpty { continue }
          let start = share.range.lowerBound
          share.change.makeOutputs(own.lowerBound - start..<own.upperBound - start, ofWave: wave)
        }
      }
    }
  }

  /// Calls `make` on all cores with ranges that together cover `0..<count`.
  func generate(count: Int, _ make: @Sendable (Range<Int>) -> Void) {
    if count < 2 { return owner.generate { make(0..<count) } }
    let partCount = min(generationPartCountMax, count)
    let generation = owner.begin()
    DispatchQueue.concurrentPerform(iterations: partCount) { part in
      generation.run { make(count * part / partCount..<count * (part + 1) / partCount) }
    }
    generation.end()
  }
}
