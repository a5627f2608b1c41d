import Testing

@testable import RosterReplay

/// The error that `body` throws; a test that throws none fails.
func importError(_ body: () async throws -> Void) async throws -> ImportError {
  var error: ImportError?
  do { try await body() } catch let caught as ImportError { error = caught }
  return try #require(error)
}
