internal import RosterWidgets

/// Turns the bytes that a terminal sends into events.
///
/// Bytes may come in any pieces: the events depend only on the bytes, not on where the pieces end.
/// A decoder keeps at most some kilobytes. Sequences that it does not know are swallowed whole, so
/// that their ends are not taken for keys.
///
/// One thing cannot be decided from bytes: whether an escape is the key or begins a sequence. While
/// the decoder ``isWaiting``, the caller waits a few hundredths of a second for more bytes, and then
/// calls ``flush()``.
package struct InputDecoder: Sendable {
  private var state = State.ground
  private var assembler = ScalarAssembler()
  private var sequence = ControlInput()
  private var paste = PasteBuffer()
  private var events: [InputEvent] = []

  package init() {}

  /// Where in a sequence the decoder is.
  private enum State: Hashable {
    case ground
    /// Within a scalar of several bytes, behind an escape or not.
    case text(isAlt: Bool)
    /// Behind an escape, or behind two.
    case escape(isAlt: Bool)
    /// Within a control sequence, behind `ESC [`.
    case control(isAlt: Bool)
    /// Behind `ESC O`, as keypads and function keys send it.
    case shift(isAlt: Bool)
    /// Behind `ESC [ [`, as the Linux console sends it.
    case console
    /// Within a string of any length, which the byte behind its escape began.
    case string(opener: UInt8, isEmpty: Bool)
    /// Within the three bytes of a mouse event in the old form.
    case oldMouse(missing: Int)
    case paste
  }

  /// Whether the bytes until now end in the middle of something, for which ``flush()`` decides.
  package var isWaiting: Bool { state != .ground && (state != .paste || paste.hasText) }

  /// Whether pasted text comes.
  package var isPasting: Bool { state == .paste }

  /// Returns the events that some bytes complete.
  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    for byte in bytes { read(byte) }
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  /// Decides that nothing more of a sequence comes: a lone escape is the key, one before a character
  /// is alt, and what is left of a longer sequence is swallowed. A paste goes on.
  package mutating func flush() -> [InputEvent] {
    switch state {
    case .ground: break
    case .text(let isAlt): finishText(.init("\u{FFFD}"), isAlt: isAlt)
    case .escape(let isAlt): send(KeyPress(.escape, isAlt ? .alt : []))
    case .control where sequence.isEmpty: send(KeyPress("[", .alt))
    case .shift: send(KeyPress("O", .alt))
    case .string(let opener, isEmpty: true): send(KeyPress(Unicode.Scalar(opener), .alt))
    case .control, .console, .string, .oldMouse: break
    case .paste:
      if let text = paste.takeText() { events.append(.pasted(text)) }
      defer { events.removeAll(keepingCapacity: true) }
      return events
    }
    state = .ground
    assembler.reset()
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  // MARK: Reading a byte

  private mutating func read(_ byte: UInt8) {
    switch state {
    case .ground: readText(byte, isAlt: false)
    case .text(let isAlt): readText(byte, isAlt: isAlt)
    case .escape(let isAlt): readEscaped(byte, isAlt: isAlt)
    case .control(let isAlt): readControl(byte, isAlt: isAlt)
    case .shift(let isAlt): readShift(byte, isAlt: isAlt)
    case .console: readConsole(byte)
    case .string(let opener, _): readString(byte, opener: opener)
    case .oldMouse(let missing): state = missing > 1 ? .oldMouse(missing: missing - 1) : .ground
    case .paste: readPaste(byte)
    }
  }

  private mutating func readText(_ byte: UInt8, isAlt: Bool) {
    if byte == 0x1B, !assembler.isWaiting {
      state = .escape(isAlt: false)
      return
    }
    switch assembler.add(byte) {
    case .needsMore: state = .text(isAlt: isAlt)
    case .scalar(let scalar): finishText(scalar, isAlt: isAlt)
    case .invalid: finishText("\u{FFFD}", isAlt: isAlt)
    case .rejected:
      finishText("\u{FFFD}", isAlt: isAlt)
      read(byte)
    }
  }

  private mutating func finishText(_ scalar: Unicode.Scalar, isAlt: Bool) {
    state = .ground
    // No keyboard has C1 controls.
    guard var press = KeyPress(typed: scalar) else { return }
    if isAlt { press.modifiers.insert(.alt) }
    send(press)
  }

  private mutating func readEscaped(_ byte: UInt8, isAlt: Bool) {
    switch byte {
    case 0x1B:
      // Of three escapes the first one is the key.
      if isAlt { send(KeyPress(.escape)) }
      state = .escape(isAlt: true)
    case UInt8(ascii: "["):
      sequence = ControlInput()
      state = .control(isAlt: isAlt)
    case UInt8(ascii: "O"): state = .shift(isAlt: isAlt)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      state = .string(opener: byte, isEmpty: true)
    default:
      if isAlt { send(KeyPress(.escape)) }
      readText(byte, isAlt: true)
    }
  }

  private mutating func readControl(_ byte: UInt8, isAlt: Bool) {
    switch byte {
    case 0x20..<0x40 where !(byte == UInt8(ascii: "$") && sequence.isPlainNumber):
      sequence.add(byte)
    case UInt8(ascii: "[") where sequence.isEmpty: state = .console
    case UInt8(ascii: "M") where sequence.isEmpty: state = .oldMouse(missing: 3)
    case 0x20..<0x7F: finishControl(byte, isAlt: isAlt)
    default:
      // The sequence is cut off, and something else begins.
      state = .ground
      if ![0x18, 0x1A].contains(byte) { read(byte) }
    }
  }

  private mutating func finishControl(_ final: UInt8, isAlt: Bool) {
    state = .ground
    switch sequence.meaning(final: final) {
    case .event(.key(var press)):
      if isAlt { press.modifiers.insert(.alt) }
      send(press)
    case .event(let event): events.append(event)
    case .beginsPaste:
      events.append(.pasteBegan)
      paste = PasteBuffer()
      state = .paste
    case .nothing: break
    }
  }

  private mutating func readShift(_ byte: UInt8, isAlt: Bool) {
    state = .ground
    guard 0x20..<0x7F ~= byte else { return read(byte) }
    guard var press = ControlInput.shiftedKey(byte) else { return }
    if isAlt { press.modifiers.insert(.alt) }
    send(press)
  }

  private mutating func readConsole(_ byte: UInt8) {
    state = .ground
    guard 0x20..<0x7F ~= byte else { return read(byte) }
    let first = UInt8(ascii: "A")
    if first..<first + 5 ~= byte { send(KeyPress(.function(Int(byte - first) + 1))) }
  }

  private mutating func readString(_ byte: UInt8, opener: UInt8) {
    switch byte {
    case 0x07, 0x18, 0x1A: state = .ground
    // The string ends here, with `ESC \` or with whatever else begins.
    case 0x1B: state = .string(opener: 0x1B, isEmpty: false)
    case UInt8(ascii: "\\") where opener == 0x1B: state = .ground
    case _ where opener == 0x1B:
      state = .escape(isAlt: false)
      read(byte)
    default: state = .string(opener: opener, isEmpty: false)
    }
  }

  private mutating func readPaste(_ byte: UInt8) {
    switch paste.add(byte) {
    case .nothing: break
    case .text(let text): events.append(.pasted(text))
    case .end(let text):
      if let text { events.append(.pasted(text)) }
      events.append(.pasteEnded)
      state = .ground
    }
  }

  private mutating func send(_ press: KeyPress) { events.append(.key(press)) }
}

extension KeyPress {
  /// Makes the press of the key that types a scalar; `nil` if none does.
  init?(typed scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x00: self.init(" ", .control)
    case 0x08, 0x7F: self.init(.backspace)
    case 0x09: self.init(.tab)
    case 0x0D: self.init(.enter)
    case 0x1B: self.init(.escape)
    case 0x01...0x1A: self.init(Unicode.Scalar(UInt8(scalar.value) + 0x60), .control)
    case 0x1C...0x1F: self.init(Unicode.Scalar(UInt8(scalar.value) + 0x40), .control)
    case 0x80..<0xA0: return nil
    default: self.init(scalar)
    }
  }
}
