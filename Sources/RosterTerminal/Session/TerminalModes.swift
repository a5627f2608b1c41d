/// What a session asks of a terminal besides showing cells.
package struct TerminalModes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Presses, releases, drags and the wheel of the mouse.
  package static let mouse = TerminalModes(rawValue: 1)
  /// Pasted text comes as such, and not as keys.
  package static let paste = TerminalModes(rawValue: 2)
  /// The terminal tells whether it has the focus.
  package static let focus = TerminalModes(rawValue: 4)
  /// Keys that have no bytes of their own come as CSI u, where the terminal can do that.
  package static let distinctKeys = TerminalModes(rawValue: 8)

  package static let standard: TerminalModes = [.mouse, .paste, .focus]
}

extension TerminalModes {
  private static let switches: [(mode: TerminalModes, on: String, off: String)] = [
    (.mouse, "\u{1B}[?1002h\u{1B}[?1006h", "\u{1B}[?1006l\u{1B}[?1002l"),
    (.focus, "\u{1B}[?1004h", "\u{1B}[?1004l"),
    (.paste, "\u{1B}[?2004h", "\u{1B}[?2004l"),
    (.distinctKeys, "\u{1B}[>1u", "\u{1B}[<u"),
  ]

  /// The bytes at the start of a session: the alternate screen, no cursor, and no wrapping at the
  /// last column.
  var startSequence: String {
    "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
      + Self.switches.filter { contains($0.mode) }.map(\.on).joined()
  }

  /// The bytes that undo `startSequence`, also in the middle of a frame.
  var endSequence: String {
    ControlSequence.endSynchronizedUpdate
      + Self.switches.reversed().filter { contains($0.mode) }.map(\.off).joined()
      + "\u{1B}[m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
  }
}
