extension [ExtentRun] {
  /// Adds a run behind these.
  mutating func extend(by run: ExtentRun) {
    if run.count == 0 { return }
    if let last, last.isContinued(by: run) {
      self[count - 1].count += run.count
    } else {
      append(run)
    }
  }
}
