public import RosterCore

/// Receives the events of a build, on the thread that builds, for logs, traces and tests.
public protocol BuildListener: Sendable {
  /// A build begins.
  func buildBegins(_ trigger: BuildTrigger)
  /// The body of a component has run.
  func bodyWasRun(of typeName: String, at scope: ScopePath)
  /// A component has made two actions of one name. The later one is performed.
  func actionWasReplaced(_ name: String, at scope: ScopePath)
  /// A build has ended.
  func buildEnded(_ trigger: BuildTrigger, _ counts: BuildCounts)
}

extension BuildListener {
  /// Does nothing.
  public func buildBegins(_ trigger: BuildTrigger) {}
  /// Does nothing.
  public func bodyWasRun(of typeName: String, at scope: ScopePath) {}
  /// Does nothing.
  public func actionWasReplaced(_ name: String, at scope: ScopePath) {}
  /// Does nothing.
  public func buildEnded(_ trigger: BuildTrigger, _ counts: BuildCounts) {}
}

/// The reason for a build.
public enum BuildTrigger: Hashable, Sendable {
  /// The item has no tree yet.
  case firstBuild
  /// The root components have changed.
  case components
  /// Edits were applied.
  case edits
  /// The environment has changed.
  case environment
  /// Everything is built again, including equal components.
  case reload
}
