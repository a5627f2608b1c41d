internal import RosterWidgets

extension TerminalScreen {
  /// The most bytes of a text that are copied. Many terminals ignore much longer ones.
  public static let copiedByteCountMax = 65_536

  /// Puts a text on the clipboard of the user, by way of the terminal (OSC 52). This works over a network, too.
  ///
  /// A terminal does not say whether it does so: some ask their user to allow it.
  ///
  /// - Returns: Whether the terminal was asked; `false` if the text has more than ``copiedByteCountMax`` bytes.
  /// - Throws: If the terminal is gone, or was given back.
  /// - Complexity: O(*n*) in the length of the text.
  public func copy(_ text: String) throws(TerminalError) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.copiedByteCountMax else { return false }
    // In letters, so that nothing of a model reaches the terminal as it is.
    try write(Array("\u{1B}]52;c;\(Base64.text(of: bytes))\u{1B}\\".utf8))
    return true
  }
}
