import Foundation

/// Says on one line of the terminal how far an attack has come; nothing if there is no terminal.
struct AttackProgress {
  private let isShown = isatty(FileHandle.standardError.fileDescriptor) == 1

  func show(_ text: String) { write("\r\u{1B}[K\(text)") }

  func clear() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    if isShown { FileHandle.standardError.write(Data(text.utf8)) }
  }
}
