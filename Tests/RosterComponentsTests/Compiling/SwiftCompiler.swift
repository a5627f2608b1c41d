import Foundation
import RosterTestKit

/// The compiler beside the `swift` that runs the tests, with the modules of the build under test.
struct SwiftCompiler {
  struct Failure: Error, CustomStringConvertible { let description: String }

  /// An error that the compiler reports.
  struct Diagnostic: Hashable {
    let line: Int
    let message: String
  }

  private let program: String
  private let modules: String

  init() throws {
    program = try Self.findProgram()
    modules = try Self.findModules()
  }

  /// Compiles files all the way, as one module: what concerns data races is found only after type
  /// checking.
  ///
  /// An error of one file hides from the others what is found later. So the files without errors are
  /// compiled again, by themselves, until there is an object file of them.
  ///
  /// - Returns: The errors of each file that has any; all others are in an object file.
  func compile(
    _ files: [URL], defining conditions: [String]
  ) async throws -> [URL: [Diagnostic]] {
    var errors: [URL: [Diagnostic]] = [:]
    var remaining = files
    while !remaining.isEmpty {
      let found = try await self.errors(compiling: remaining, defining: conditions)
      if found.isEmpty { break }
      errors.merge(found) { $0 + $1 }
      remaining.removeAll { found[$0] != nil }
    }
    return errors
  }

  /// Compiles files as one module, once.
  ///
  /// - Returns: The errors that are found; empty if there is an object file.
  private func errors(
    compiling files: [URL], defining conditions: [String]
  ) async throws -> [URL: [Diagnostic]] {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "fixture-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let object = folder.appending(path: "fixture.o").path(percentEncoded: false)
    let arguments =
      [
        "-c", "-wmo", "-Onone", "-swift-version", "6", "-parse-as-library", "-module-name",
        "Fixture",
        "-diagnostic-style", "llvm", "-enable-upcoming-feature", "ExistentialAny", "-I", modules,
        // The modules in C below components.
        "-Xcc", "-fmodule-map-file=\(modules)/../CAtomics.build/module.modulemap",
        "-Xcc", "-fmodule-map-file=\(modules)/../CQueues.build/module.modulemap",
        "-o", object,
      ] + conditions.flatMap { ["-D", $0] } + files.map { $0.path(percentEncoded: false) }
    let (succeeds, text) = try await run(arguments, notingErrorsIn: folder)
    let hasObject = FileManager.default.fileExists(atPath: object)
    guard let errors = Self.errors(in: text, about: files), errors.isEmpty == hasObject,
      succeeds == hasObject
    else { throw Failure(description: "the compiler itself failed: \(text)") }
    return errors
  }

  /// Runs the compiler.
  ///
  /// - Returns: Whether it succeeds, and what it says.
  private func run(
    _ arguments: [String], notingErrorsIn folder: URL
  ) async throws -> (succeeds: Bool, errors: String) {
    let errors = folder.appending(path: "errors")
    try Data().write(to: errors)
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: errors)
    let status = try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do {
        try process.start()
      } catch {
        continuation.resume(throwing: error)
      }
    }
    return (status == 0, try String(contentsOf: errors, encoding: .utf8))
  }

  /// The lines `file:line:column: error: message`, by their files.
  ///
  /// - Returns: `nil` if there is an error that is in none of the files.
  private static func errors(in text: String, about files: [URL]) -> [URL: [Diagnostic]]? {
    var errors: [URL: [Diagnostic]] = [:]
    for line in text.split(separator: "\n") {
      guard let match = line.wholeMatch(of: /(?:(.+?):(\d+)(?::\d+)?: )?error: (.+)/) else {
        continue
      }
      let file = files.first { $0.path(percentEncoded: false) == match.1.map { String($0) } }
      guard let file, let number = match.2.flatMap({ Int($0) }) else { return nil }
      errors[file, default: []].append(Diagnostic(line: number, message: String(match.3)))
    }
    return errors
  }

  /// `SWIFT_EXEC`, as for the package manager, or else `swiftc` in the folder of `swift`.
  private static func findProgram() throws -> String {
    let environment = ProcessInfo.processInfo.environment
    if let program = environment["SWIFT_EXEC"] { return program }
    let files = FileManager.default
    for folder in environment["PATH", default: ""].split(separator: ":") {
      let swift = URL(filePath: "\(folder)/swift")
      guard files.isExecutableFile(atPath: swift.path(percentEncoded: false)) else { continue }
      for link in [swift, swift.resolvingSymlinksInPath()] {
        let compiler = link.deletingLastPathComponent().appending(path: "swiftc")
        let path = compiler.path(percentEncoded: false)
        if files.isExecutableFile(atPath: path) { return path }
      }
    }
    throw Failure(description: "there is no swiftc beside a swift in any folder of PATH")
  }

  /// The folder beside the test bundle in which the build put the modules.
  private static func findModules() throws -> String {
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? ""
    var folder = URL(filePath: bundle)
    while folder.pathComponents.count > 1 {
      folder.deleteLastPathComponent()
      let modules = folder.appending(path: "Modules")
      let module = modules.appending(path: "RosterComponents.swiftmodule")
      let path = module.path(percentEncoded: false)
      if FileManager.default.fileExists(atPath: path) { return modules.path(percentEncoded: false) }
    }
    throw Failure(description: "there is no folder of modules around the tests at \"\(bundle)\"")
  }
}
