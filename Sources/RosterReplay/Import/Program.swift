import Subprocess

/// A program of the system that is found by its name.
struct Program {
  var name: String
  var arguments: [String]
  /// Variables to set, or to remove if the value is `nil`; all others are inherited.
  var environment: [String: String?] = [:]

  /// Runs the program and passes its standard output on in pieces.
  ///
  /// The program waits while `receive` runs. If `receive` throws, the program is terminated.
  ///
  /// - Throws: The error of `receive`, or an `ImportError` if the program cannot be run. The result
  ///   says how the program has ended.
  nonisolated(nonsending) func run(
    input: some InputProtocol = .none, receive: ([UInt8]) async throws -> Void
  ) async throws -> ProgramOutcome {
    var hasReceiverFailed = false
    do {
      let result = try await Subprocess.run(
        .name(name), arguments: Arguments(arguments),
        environment: .inherit.updating(environmentUpdates), input: input, output: .sequence,
        error: .sequence
      ) { execution in
        async let words = Self.words(from: execution.standardError)
        for try await chunk in execution.standardOutput {
          hasReceiverFailed = true
          try await receive(chunk.withUnsafeBytes { [UInt8]($0) })
          hasReceiverFailed = false
        }
        return try await words
      }
      try Task.checkCancellation()
      return ProgramOutcome(status: result.terminationStatus, words: result.closureResult)
    } catch let error as SubprocessError where !hasReceiverFailed {
      try Task.checkCancellation()
      throw ImportError(running: name, error)
    }
  }

  private var environmentUpdates: [Environment.Key: String?] {
    var updates: [Environment.Key: String?] = [:]
    for (name, value) in environment {
      updates.updateValue(value, forKey: Environment.Key(stringLiteral: name))
    }
    return updates
  }

  /// Reads the standard error of a program to its end, and keeps the last part of it, where a
  /// program says why it has failed.
  private static func words(from output: SubprocessOutputSequence) async throws -> String {
    var kept: [UInt8] = []
    for try await chunk in output {
      chunk.withUnsafeBytes { kept.append(contentsOf: $0) }
      kept.removeFirst(max(0, kept.count - wordsMax))
    }
    return String(decoding: kept, as: UTF8.self)
  }

  private static var wordsMax: Int { 4096 }
}

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

  /// The exit code; `nil` if a signal has ended the program.
  var exitCode: Int? { if case .exited(let code) = status { Int(code) } else { nil } }

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
