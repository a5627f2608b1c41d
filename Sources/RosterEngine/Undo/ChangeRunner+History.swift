internal import RosterCore

extension ChangeRunner {
  /// Processes a step through the history. Everything that it takes back is one transaction.
  func process(_ step: any QueuedHistoryStep) -> FinishedWork {
    finishRemainders()
    let source = committer.withLock { $0.state }
    do throws(DataSourceError) {
      let prepared = try generation(for: 1) { (outputCount) throws(DataSourceError) in
        let prepared = try step.prepare(on: source)
        generateOutputs(prepared)
        outputCount = prepared.outputCount
        return prepared
      }
      if let failure = commit(prepared, on: source) {
        for prepared in prepared { prepared.change.fail(.storage(failure)) }
        throw failure.code == .stale && isShared
          ? follow().failure(after: failure) : .storage(failure)
      }
      for prepared in prepared { prepared.change.publish(prepared.applied) }
      return FinishedWork {
        for prepared in prepared { prepared.change.succeed() }
        step.succeed()
      }
    } catch {
      return FinishedWork(failure: StorageFailure(error, of: step.annotation)) { step.fail(error) }
    }
  }

  /// Verifies what waited behind steps.
  ///
  /// - Returns: Gives the callers of changes that no longer fit their outcome.
  func finish(steps count: Int) -> () -> Void {
    let refused = pipeline.withLock { pipeline in
      pipeline.stepsFinished(count, leaving: committer.withLock { $0.state })
    }
    return { for refused in refused { refused.change.fail(refused.error) } }
  }
}
