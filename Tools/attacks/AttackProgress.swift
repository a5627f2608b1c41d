import Foundation

/// One line on standard error that says how far an attack is; silent where that is no terminal.
struct AttackProgress: Sendable {
  private let name: String
  private let isShown = isatty(STDERR_FILENO) != 0

  init(_ name: String) { self.name = name }

  func show(_ done: Int, of total: Int) { write("\r\u{1b}[K\(name): \(done) of \(total)") }

  func clear() { write("\r\u{1b}[K") }

  private func write(_ text: String) {
    if isShown { FileHandle.standardError.write(Data(text.utf8)) }
  }
}
