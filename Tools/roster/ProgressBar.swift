/// The progress of a long run, shown on standard error if that is a terminal.
struct ProgressBar {
  private let isShown: Bool
  private let noun: String
  private let clock = ContinuousClock()
  private var nextUpdate: ContinuousClock.Instant
  private var isDrawn = false

  init(noun: String, isShown: Bool = true) {
    self.noun = noun
    self.isShown = isShown && StandardStreams.isErrorTerminal
    nextUpdate = clock.now
  }

  /// - Parameters:
  ///   - count: The number so far.
  ///   - fraction: How much of the work is done, from 0 to 1, if that is known.
  ///   - rest: The text behind the count and the noun.
  mutating func update(count: Int, fraction: Double?, rest: String = "") {
    guard isShown, clock.now >= nextUpdate else { return }
    nextUpdate = clock.now.advanced(by: .milliseconds(100))
    isDrawn = true
    var line = "\r\u{1B}[K"
    if let fraction {
      let filled = Int((min(1, max(0, fraction)) * 30).rounded())
      line += "[" + String(repeating: "█", count: filled)
      line += String(repeating: "·", count: 30 - filled) + "] "
      line += "\(Int(min(1, fraction) * 100)) %  "
    }
    line += "\(count) \(noun)\(rest)"
    StandardStreams.writeError(line)
  }

  /// Clears the line.
  mutating func finish() {
    guard isDrawn else { return }
    isDrawn = false
    StandardStreams.writeError("\r\u{1B}[K")
  }
}
