import RosterEngine
import Testing

extension ListDataSource {
  /// Takes changes again after a failure of storage, which there must have been.
  func resume(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let suspension = try #require(suspension, sourceLocation: sourceLocation)
    #expect(resume(after: suspension), sourceLocation: sourceLocation)
  }

  /// Takes changes again if storage has failed.
  func resumeIfSuspended() {
    if let suspension { resume(after: suspension) }
  }
}
