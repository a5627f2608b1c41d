#if canImport(os)
  public import os
  public import RosterEngine

  /// Shows the stages of the work on a list as intervals in Instruments.
  ///
  ///     configuration.tracer = SignpostTracer(OSSignposter(subsystem: "inbox", category: "list"))
  ///
  /// It exists only on systems with signposts.
  public struct SignpostTracer: StageTracer {
    private let signposter: OSSignposter

    /// Makes a tracer that uses a signposter.
    public init(_ signposter: OSSignposter) { self.signposter = signposter }

    /// Runs a stage within an interval of the stage's name.
    public func trace<Value>(_ stage: PipelineStage, _ work: () -> Value) -> Value {
      switch stage {
      case .generation: signposter.withIntervalSignpost("Generation", around: work)
      case .commit: signposter.withIntervalSignpost("Commit", around: work)
      }
    }
  }
#endif
