import Foundation

/// Processes of this program beside this one, so that what one of them takes is its own.
enum OwnProcess {
  /// Where this program is.
  static var path: String {
    get throws {
      guard let path = Bundle.main.executableURL?.path else {
        throw BareDatabase.Failure(message: "this program does not know where it is")
      }
      return path
    }
  }

  /// Runs this program with other arguments, and decodes what it prints.
  ///
  /// - Parameter environment: What differs from the environment of this process.
  static func answer<Value: Decodable>(
    to arguments: [String], environment: [String: String] = [:]
  ) throws -> Value {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    return try JSONDecoder().decode(Value.self, from: process.output())
  }
}

extension Process {
  /// Runs the process to its end, and returns what it prints.
  ///
  /// - Throws: A `BareDatabase.Failure` unless it ends with 0.
  func output() throws -> Data {
    let output = Pipe()
    standardOutput = output
    try run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    waitUntilExit()
    guard terminationStatus == 0 else {
      let line = arguments?.joined(separator: " ") ?? ""
      throw BareDatabase.Failure(message: "\(line) ended with \(terminationStatus)")
    }
    return bytes
  }
}
