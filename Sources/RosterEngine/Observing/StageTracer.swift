/// Surrounds stages of the work on a list: for tracers, which tell how long something takes by being
/// there when it begins and ends.
///
/// A tracer is called on the thread that does the work, so that what it does takes time of the list.
/// No lock is held; a synchronous call to the list is refused as `reentrant`.
public protocol StageTracer: Sendable {
  /// Does a stage of the work, once, and returns what comes of it.
  func trace<Value>(_ stage: PipelineStage, _ work: () -> Value) -> Value
}

/// A stage of the work on a list that takes time.
public enum PipelineStage: String, Hashable, Sendable, CaseIterable {
  /// Modifications are applied to the list and encoded, and their outputs generated.
  case generation
  /// Revisions are committed.
  case commit
}
