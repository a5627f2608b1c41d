public import RosterCore

/// Is told what building does, on the thread that builds: for logs, traces and tests.
public protocol BuildListener: Sendable {
  /// A build begins.
  func buildBegins(_ trigger: BuildTrigger)
  /// The body of a component has been run.
  func bodyWasRun(of typeName: String, at scope: ScopePath)
  /// A component has made two actions of one name; the later one is performed.
  func actionWasReplaced(_ name: String, at scope: ScopePath)
  /// A build has ended.
  func buildEnded(_ trigger: BuildTrigger, _ counts: BuildCounts)
}

extension BuildListener {
  /// Nothing.
  public func buildBegins(_ trigger: BuildTrigger) {}
  /// Nothing.
  public func bodyWasRun(of typeName: String, at scope: ScopePath) {}
  /// Nothing.
  public func actionWasReplaced(_ name: String, at scope: ScopePath) {}
  /// Nothing.
  public func buildEnded(_ trigger: BuildTrigger, _ counts: BuildCounts) {}
}
