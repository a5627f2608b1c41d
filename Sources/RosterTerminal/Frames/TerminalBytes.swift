/// Bytes for a terminal, appended text by text.
struct TerminalBytes {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
}

/// Control sequences that never differ (ECMA-48).
enum ControlSequence {
  static let beginSynchronizedUpdate = "\u{1B}[?2026h"
  static let endSynchronizedUpdate = "\u{1B}[?2026l"
  static let eraseScreen = "\u{1B}[2J"
  static let eraseToEndOfLine = "\u{1B}[K"
  static let home = "\u{1B}[H"
  static let plainStyle = "\u{1B}[m"
}
