import Subprocess

/// How a program ended and what it said to its standard error.
struct ProgramOutcome {
  var status: TerminationStatus
  /// Its own words, without white space at either end.
  var words: String

  init(status: TerminationStatus, words: String) {
    self.status = status
    let isWord = { (character: Character) in !character.isWhitespace }
    let start = words.firstIndex(where: isWord) ?? words.endIndex
    let end = words.lastIndex(where: isWord).map(words.index(after:)) ?? start
    self.words = String(words[start..<end])
  }

  var isSuccess: Bool { status.isSuccess }

  /// How it ended and what it said, for the end of a message.
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
  /// A program that could not be run or listened to.
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
