import Logging
import RosterEngine
import RosterObservability
import Testing

#if canImport(os)
  import os
#endif

/// The code in the comments of `RosterObservability`. Signposts are compiled where there are any.
@Suite("Examples: comments on observability") struct DocCommentExamples {
  @Test func aListIsLogged() {
    // begin example
    var configuration = DataSourceConfiguration()
    configuration.listeners = [LogListener(Logger(label: "inbox"))]
    // end example
    #expect(configuration.listeners.count == 1)
  }

  #if canImport(os)
    private func trace(_ configuration: inout DataSourceConfiguration) {
      // begin example
      configuration.tracer = SignpostTracer(OSSignposter(subsystem: "inbox", category: "list"))
      // end example
    }
  #endif
}
