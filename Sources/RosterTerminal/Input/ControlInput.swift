internal import RosterWidgets

/// A control sequence of a terminal, behind `ESC [`: its parameters while they come, and what it
/// means.
///
///     ESC [ 1 ; 5 A          control and the arrow up (xterm)
///     ESC [ 97 ; 5 u         control and A (CSI u)
///     ESC [ < 0 ; 9 ; 4 M    the left button at column 8, row 3 (SGR)
struct ControlInput {
  /// No sequence that is known is longer.
  private static let byteCountMax = 64

  private var bytes: [UInt8] = []
  private var isTooLong = false

  enum Meaning {
    case event(InputEvent)
    case beginsPaste
    case nothing
  }

  var isEmpty: Bool { bytes.isEmpty }

  /// Whether the parameters are one number, as rxvt sends it before `$`.
  var isPlainNumber: Bool { !isEmpty && bytes.allSatisfy { 0x30..<0x3A ~= $0 } }

  mutating func add(_ byte: UInt8) {
    if bytes.count < Self.byteCountMax { bytes.append(byte) } else { isTooLong = true }
  }

  func meaning(final: UInt8) -> Meaning {
    if isTooLong { return .nothing }
    let isMouse = bytes.first == UInt8(ascii: "<")
    guard let parameters = Self.parameters(bytes.dropFirst(isMouse ? 1 : 0)) else {
      return .nothing
    }
    if isMouse { return Self.mouse(parameters, final).map { .event(.mouse($0)) } ?? .nothing }
    switch final {
    case UInt8(ascii: "I") where isEmpty: return .event(.focusGained)
    case UInt8(ascii: "O") where isEmpty: return .event(.focusLost)
    case UInt8(ascii: "~") where parameters.first?.first == 200: return .beginsPaste
    default: return Self.key(parameters, final).map { .event(.key($0)) } ?? .nothing
    }
  }

  // MARK: Parameters

  /// Returns the numbers between semicolons, each with those behind its colons; `nil` if there is
  /// anything else. A number that is missing is `nil`.
  private static func parameters(_ bytes: ArraySlice<UInt8>) -> [[Int?]]? {
    var parameters: [[Int?]] = [[nil]]
    for byte in bytes {
      let last = parameters.count - 1
      let part = parameters[last].count - 1
      switch byte {
      case UInt8(ascii: ";"): parameters.append([nil])
      case UInt8(ascii: ":"): parameters[last].append(nil)
      case 0x30..<0x3A:
        // No number that is known is larger than a scalar.
        let number = (parameters[last][part] ?? 0) * 10 + Int(byte - 0x30)
        parameters[last][part] = min(number, 0x1F_FFFF)
      default: return nil
      }
    }
    return parameters
  }

  // MARK: Keys

  private static func key(_ parameters: [[Int?]], _ final: UInt8) -> KeyPress? {
    let number = parameters.first?.first ?? nil
    let modifiers = parameters.count > 1 ? parameters[1] : []
    // Kitty tells when a key is released, if it is asked to.
    if modifiers.count > 1, modifiers[1] == 3 { return nil }
    let mask = Self.modifiers(modifiers.first ?? nil)
    switch final {
    case UInt8(ascii: "~"):
      if number == 27 {
        return parameters.count > 2 ? coded(parameters[2], mask) : nil
      }
      return number.flatMap(numbered).map { KeyPress($0, mask) }
    case UInt8(ascii: "u"): return coded(parameters.first ?? [], mask)
    case UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "@"):
      // Rxvt.
      let shift: InputModifiers = final == UInt8(ascii: "^") ? [] : .shift
      let control: InputModifiers = final == UInt8(ascii: "$") ? [] : .control
      return number.flatMap(numbered).map { KeyPress($0, shift.union(control)) }
    case UInt8(ascii: "Z"): return KeyPress(.tab, mask.union(.shift))
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      return lettered(final - 0x20).map { KeyPress($0, .shift) }
    default:
      // `ESC [ 7 ; 3 R` is a position, and not the key F3.
      guard number ?? 1 == 1, let key = lettered(final) else { return nil }
      return KeyPress(key, mask)
    }
  }

  /// Returns the key behind `ESC O`.
  static func shiftedKey(_ byte: UInt8) -> KeyPress? {
    switch byte {
    case UInt8(ascii: "M"): KeyPress(.enter)
    case UInt8(ascii: "I"): KeyPress(.tab)
    case UInt8(ascii: " "): KeyPress(" ")
    // Keypads: `j` to `y` are `*` to `9`, and `X` is `=`.
    case UInt8(ascii: "j")...UInt8(ascii: "y"): KeyPress(Unicode.Scalar(byte - 0x40))
    case UInt8(ascii: "X"): KeyPress("=")
    // Rxvt with control.
    case UInt8(ascii: "a")...UInt8(ascii: "d"): lettered(byte - 0x20).map { KeyPress($0, .control) }
    default: lettered(byte).map { KeyPress($0) }
    }
  }

  private static func lettered(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "E"): .begin
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final - UInt8(ascii: "P")) + 1)
    default: nil
    }
  }

  /// The keys before `~`. The numbers of function keys have gaps, as keyboards once had.
  private static func numbered(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28, 29: .function(number - 13)
    case 31...34: .function(number - 14)
    default: nil
    }
  }

  /// Returns a key that comes as the number of its scalar. The second number is that of the scalar
  /// with shift.
  private static func coded(_ codes: [Int?], _ modifiers: InputModifiers) -> KeyPress? {
    guard let code = codes.first ?? nil else { return nil }
    if let key = keypad(code) { return KeyPress(key, modifiers) }
    // Further keys of kitty, among them those that only modify others.
    if 0xE000..<0xF900 ~= code { return nil }
    switch code {
    case 8, 127: return KeyPress(.backspace, modifiers)
    case 9: return KeyPress(.tab, modifiers)
    case 13: return KeyPress(.enter, modifiers)
    case 27: return KeyPress(.escape, modifiers)
    case 32...: break
    default: return nil
    }
    guard let scalar = Unicode.Scalar(UInt32(code)), !(0x80..<0xA0 ~= code) else { return nil }
    return typed(scalar, shifted: codes.count > 1 ? codes[1] : nil, modifiers)
  }

  private static func typed(
    _ scalar: Unicode.Scalar, shifted: Int?, _ modifiers: InputModifiers
  ) -> KeyPress? {
    let isLetter = scalar.isASCII && scalar.properties.isAlphabetic
    if modifiers.contains(.control) {
      let isUpper = isLetter && scalar.value < 0x60
      return KeyPress(isUpper ? Unicode.Scalar(UInt8(scalar.value) + 0x20) : scalar, modifiers)
    }
    guard modifiers.contains(.shift) else { return KeyPress(scalar, modifiers) }
    if let shifted = shifted.flatMap({ Unicode.Scalar(UInt32($0)) }),
      shifted.value > 0x9F
        || 0x20..<0x7F ~= shifted.value
    {
      return KeyPress(shifted, modifiers.subtracting(.shift))
    }
    let upper = isLetter ? Unicode.Scalar(UInt8(scalar.value) & 0xDF) : scalar
    return KeyPress(upper, modifiers.subtracting(.shift))
  }

  private static func keypad(_ code: Int) -> Key? {
    switch code {
    case 57376...57398: .function(code - 57376 + 13)
    case 57399...57408: Unicode.Scalar(UInt32(code - 57399 + 0x30)).map { .text($0) }
    case 57409: .text(".")
    case 57410: .text("/")
    case 57411: .text("*")
    case 57412: .text("-")
    case 57413: .text("+")
    case 57414: .enter
    case 57415: .text("=")
    case 57416: .text(",")
    case 57417: .left
    case 57418: .right
    case 57419: .up
    case 57420: .down
    case 57421: .pageUp
    case 57422: .pageDown
    case 57423: .home
    case 57424: .end
    case 57425: .insert
    case 57426: .delete
    case 57427: .begin
    default: nil
    }
  }

  /// Returns modifiers from their bits plus 1. Meta is alt; locks and hyper are left out.
  private static func modifiers(_ number: Int?) -> InputModifiers {
    let bits = max(0, (number ?? 1) - 1)
    let modifiers = InputModifiers(rawValue: UInt8(bits & 0x0F))
    return bits & 32 == 0 ? modifiers : modifiers.union(.alt)
  }

  // MARK: The mouse

  private static func mouse(_ parameters: [[Int?]], _ final: UInt8) -> MouseEvent? {
    let numbers = parameters.compactMap { $0.first ?? nil }
    let isPress = final == UInt8(ascii: "M")
    guard numbers.count == 3, isPress || final == UInt8(ascii: "m"), numbers[1] > 0, numbers[2] > 0
    else { return nil }
    guard let action = action(numbers[0], isPress: isPress) else { return nil }
    var modifiers: InputModifiers = []
    if numbers[0] & 4 != 0 { modifiers.insert(.shift) }
    if numbers[0] & 8 != 0 { modifiers.insert(.alt) }
    if numbers[0] & 16 != 0 { modifiers.insert(.control) }
    let position = CellPosition(row: numbers[2] - 1, column: numbers[1] - 1)
    return MouseEvent(action, at: position, modifiers)
  }

  /// The bits: two of the button, three of modifiers, one of motion, and two that tell the wheel
  /// and further buttons.
  private static func action(_ bits: Int, isPress: Bool) -> MouseEvent.Action? {
    let low = bits & 3
    let isMotion = bits & 32 != 0
    let button: MouseEvent.Button
    switch bits & 0xC0 {
    case 0x40:
      let wheel: [MouseEvent.Direction] = [.up, .down, .left, .right]
      return isPress ? .wheel(wheel[low]) : nil
    case 0x80: button = .other(8 + low)
    case 0xC0: return nil
    case _ where low == 3: return isMotion ? .move : nil
    default: button = [.left, .middle, .right][low]
    }
    if isMotion { return isPress ? .drag(button) : nil }
    return isPress ? .press(button) : .release(button)
  }
}
