import CRosterCalls
import Foundation
import RosterC
import RosterTestKit
import Testing

/// The C interface, as programs in C use it.
@Suite("The C interface")
struct InterfaceTests {
  /// What a program in C says is wrong.
  private func problem(
    _ program: @escaping @Sendable (UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>?
  ) async throws -> String? {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "list.sqlite")
    let problem = try await onThread {
      path.withCString { path -> String? in
        guard let problem = program(path) else { return nil }
        defer { free(problem) }
        return String(cString: problem)
      }
    }
    return withExtendedLifetime(folder) { problem }
  }

  @Test func aProgramDoesWhatTheHeaderSays() async throws {
    let problem = try await problem { calls_use($0) }
    #expect(problem == nil)
  }

  @Test func wrongUseIsRefusedAndChangesNothing() async throws {
    let problem = try await problem { calls_hostile($0) }
    #expect(problem == nil)
  }

  @Test func eightThreadsUseOneList() async throws {
    let problem = try await problem { calls_threads($0) }
    #expect(problem == nil)
  }

  /// In a process of its own: other tests have threads, of which a child that is forked has none.
  @Test func aChildThatWasForkedIsToldSo() async {
    await #expect(processExitsWith: .success) {
      let path = FileManager.default.temporaryDirectory.appending(path: "roster-\(UUID()).sqlite")
        .path(percentEncoded: false)
      defer { try? FileManager.default.removeItem(atPath: path) }
      let problem = path.withCString { calls_fork($0) }
      if let problem { fatalError(String(cString: problem)) }
    }
  }

  /// Each function that can fail is called as it should be and as it should not be: below valgrind and the sanitizers,
  /// these programs are all that calls them.
  @Test func eachFunctionIsCalledRightlyAndWrongly() throws {
    let header = try String(contentsOf: BuiltLibrary.header, encoding: .utf8)
    let calls = try String(contentsOf: BuiltLibrary.calls, encoding: .utf8)
    let parts = calls.split(separator: "/* ---- What no program should do ---- */")
    try #require(parts.count == 2)
    let names = header.matches(of: /roster_code\s+(roster_\w+)\(/).map { String($0.output.1) }
    #expect(names.count > 40)
    let right = Set(parts[0].matches(of: /OK\(\s*(roster_\w+)\(/).map { String($0.output.1) })
    let wrong = Set(
      parts[1].matches(of: /FAILS\(\w+,\s*(roster_\w+)\(/).map { String($0.output.1) })
    for name in names { #expect(right.contains(name) && wrong.contains(name), "\(name)") }
  }

  @Test(arguments: [
    ("c", ["-std=c11"]), ("c", ["-std=c99"]), ("c++", ["-std=c++17"]), ("c++", ["-std=c++20"]),
  ])
  func theHeaderCompilesWithAllWarnings(language: String, flags: [String]) async throws {
    let header = BuiltLibrary.header.path(percentEncoded: false)
    let process = Process()
    let errors = Foundation.Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["clang", "-x", language, "-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
      + flags
      + ["-include", header, "/dev/null"]
    process.standardError = errors
    try process.start()
    let data = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(String(decoding: data, as: UTF8.self))")
  }
}
