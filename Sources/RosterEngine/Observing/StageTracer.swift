/// Surrounds the stages of the work on a list, for tools that measure a stage between its beginning
/// and its end.
///
/// A tracer runs on the thread that does the work, so its own time counts as the list's. No lock is
/// held. A synchronous call to the list is refused as `reentrant`.
public protocol StageTracer: Sendable {
  /// Calls `work` once, and returns its result.
  func trace<Value>(_ stage: PipelineStage, _ work: () -> Value) -> Value
}

/// A stage of the work on a list.
public enum PipelineStage: String, Hashable, Sendable, CaseIterable {
  /// The list applies and encodes modifications, and generates their outputs.
  case generation
  /// The list commits revisions.
  case commit
}
