#if Web
  /// Holds a rate: what happens takes one from a bucket that fills up over time.
  ///
  ///     rate 2 a second, burst 3     0 s: 3 left   take, take, take, refuse
  ///                                  1 s: 2 left   take, take, refuse
  struct TokenBucket: Hashable, Sendable {
    private let rate: WebServerBounds.Rate
    private var level: Double
    private var time: UInt64

    /// Makes a full bucket.
    ///
    /// - Parameter time: The present in nanoseconds.
    init(_ rate: WebServerBounds.Rate, at time: UInt64) {
      self.rate = rate
      self.time = time
      level = Double(rate.burst)
    }

    /// Takes one, if any is left.
    mutating func take(at now: UInt64) -> Bool {
      fill(to: now)
      guard level >= 1 else { return false }
      level -= 1
      return true
    }

    /// Whether a bucket that is made anew would be the same.
    mutating func isFull(at now: UInt64) -> Bool {
      fill(to: now)
      return level >= Double(rate.burst)
    }

    private mutating func fill(to now: UInt64) {
      guard now > time else { return }
      let seconds = Double(now - time) / 1e9
      level = min(Double(rate.burst), level + seconds * Double(rate.perSecond))
      time = now
    }
  }
#endif
