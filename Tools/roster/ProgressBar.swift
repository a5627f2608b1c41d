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
    // A line that the terminal breaks could not be cleared.
    let columns = (StandardStreams.errorColumns ?? 80) - 1
    var line = "\(count) \(noun)\(rest)"
    if let fraction {
      line = "\(Int(min(1, fraction) * 100)) %  \(line)"
      let length = min(30, columns - line.count - 3)
      if length > 0 {
        let filled = Int((min(1, max(0, fraction)) * Double(length)).rounded())
        let (done, left) = (
          String(repeating: "█", count: filled), String(repeating: "·", count: length - filled)
        )
        line = "[\(done)\(left)] \(line)"
      }
    }
    StandardStreams.writeError("\r\u{1B}[K" + line.prefix(max(0, columns)))
  }

  /// Clears the line.
  mutating func finish() {
    guard isDrawn else { return }
    isDrawn = false
    StandardStreams.writeError("\r\u{1B}[K")
  }
}
