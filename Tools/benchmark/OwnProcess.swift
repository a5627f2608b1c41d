import Foundation

/// Processes of this program beside this one, so that what one of them takes is its own.
enum OwnProcess {
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
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BareDatabase.Failure(
        message: "\(arguments.joined(separator: " ")) ended with \(process.terminationStatus)")
    }
    return try JSONDecoder().decode(Value.self, from: bytes)
  }
}
