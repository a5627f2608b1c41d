/// Bytes for a terminal, appended text by text.
struct TerminalBytes {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Puts a text before everything else.
  mutating func insert(_ text: String) { bytes.insert(contentsOf: text.utf8, at: 0) }
}

/// Control sequences that never differ (ECMA-48).
enum ControlSequence {
  static let beginSynchronizedUpdate = "\u{1B}[?2026h"
  static let endSynchronizedUpdate = "\u{1B}[?2026l"
  static let eraseScreen = "\u{1B}[2J"
  static let eraseToEndOfLine = "\u{1B}[K"
  static let home = "\u{1B}[H"
  static let hideCursor = "\u{1B}[?25l"
  static let showCursor = "\u{1B}[?25h"
  static let plainStyle = "\u{1B}[m"
}
