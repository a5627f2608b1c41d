import Foundation

/// One line on standard error that says how far an attack is; silent where that is no terminal.
struct AttackProgress: Sendable {
  private let isShown = isatty(STDERR_FILENO) != 0

  func show(_ text: String) { write("\r\u{1b}[K\(text)") }

  func clear() { write("\r\u{1b}[K") }

  private func write(_ text: String) {
    if isShown { FileHandle.standardError.write(Data(text.utf8)) }
  }
}
