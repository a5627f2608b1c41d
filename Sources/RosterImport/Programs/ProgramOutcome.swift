import Subprocess

/// How a program has ended, and what it has written to its standard error.
struct ProgramOutcome {
  var status: TerminationStatus
  /// Its standard error on one line, without white space at either end.
  var words: String

  init(status: TerminationStatus, words: String) {
    self.status = status
    self.words = words.split(whereSeparator: \.isNewline).map { line in
      let isWord = { (character: Character) in !character.isWhitespace }
      let start = line.firstIndex(where: isWord) ?? line.endIndex
      let end = line.lastIndex(where: isWord).map(line.index(after:)) ?? start
      return String(line[start..<end])
    }.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  var isSuccess: Bool { status.isSuccess }

  /// How it has ended and what it has written, for the end of a message.
  var explanation: String {
    let ending =
      switch status {
      case .exited(let code): "exit code \(code)"
      case .signaled(let signal): "ended by signal \(signal)"
      }
    return words.isEmpty ? "\(ending), and no word about why" : "\(ending): \(words)"
  }
}

extension ImportError {
  /// Makes the error for a program that could not be run or read.
  init(running name: String, _ error: SubprocessError) {
    if error.code == .executableNotFound {
      self.init(
        .programMissing,
        "\(name) is needed and was not found in any folder of PATH; install it or add its folder",
        cause: error)
    } else {
      self.init(.programFailed, "\(name) could not be run: \(error)", cause: error)
    }
  }
}
