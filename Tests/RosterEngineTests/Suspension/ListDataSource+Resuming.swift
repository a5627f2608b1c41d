import RosterEngine
import Testing

extension ListDataSource {
  /// Resumes the list after a storage failure, which must have happened.
  func resume(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let suspension = try #require(suspension, sourceLocation: sourceLocation)
    #expect(resume(after: suspension), sourceLocation: sourceLocation)
  }

  /// Resumes the list if storage has failed.
  func resumeIfSuspended() {
    if let suspension { resume(after: suspension) }
  }
}
