#if canImport(os)
  public import os
  public import RosterEngine

  /// Shows the stages of the work on a list as intervals in Instruments.
  ///
  ///     configuration.tracer = SignpostTracer(OSSignposter(subsystem: "inbox", category: "list"))
  ///
  /// It exists only where there are signposts.
  public struct SignpostTracer: StageTracer {
    private let signposter: OSSignposter

    /// Shows them with a signposter.
    public init(_ signposter: OSSignposter) { self.signposter = signposter }

    /// Does a stage within an interval of its name.
    public func trace<Value>(_ stage: PipelineStage, _ work: () -> Value) -> Value {
      switch stage {
      case .generation: signposter.withIntervalSignpost("Generation", around: work)
      case .commit: signposter.withIntervalSignpost("Commit", around: work)
      }
    }
  }
#endif
