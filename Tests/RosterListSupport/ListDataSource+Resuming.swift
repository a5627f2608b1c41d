package import RosterEngine
package import Testing

extension ListDataSource {
  /// Resumes the list after a storage failure, which must have happened.
  package func resume(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let suspension = try #require(suspension, sourceLocation: sourceLocation)
    #expect(resume(after: suspension), sourceLocation: sourceLocation)
  }

  /// Resumes the list if storage has failed.
  package func resumeIfSuspended() {
    if let suspension { resume(after: suspension) }
  }
}
