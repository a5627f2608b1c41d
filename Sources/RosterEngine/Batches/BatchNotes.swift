internal import RosterCore

/// What a batch says about itself, beside its changes and outputs.
struct BatchNotes: Sendable {
  var causes: BatchCauses = .change
  var namesAllOutputs = true
  /// The number of outputs that follow in later batches.
  var awaitedOutputCount = 0
  /// The number of items without an output, because they are outside of the working range or are
  /// built with it later.
  var omittedOutputCount = 0
  /// The items whose outputs are no longer needed.
  var hiddenItems: [ItemID] = []
  /// Whether the sizes that the batch does not name are no longer known.
  var forgetsSizes = false
  /// The new estimates for lengths that were never measured; `nil` if they did not change.
  var estimates: ExtentEstimates?

  init(
    causes: BatchCauses = .change, namesAllOutputs: Bool = true, awaitedOutputCount: Int = 0,
    omittedOutputCount: Int = 0, hiddenItems: [ItemID] = []
  ) {
    self.causes = causes
    self.namesAllOutputs = namesAllOutputs && omittedOutputCount == 0
    self.awaitedOutputCount = awaitedOutputCount
    self.omittedOutputCount = omittedOutputCount
    self.hiddenItems = hiddenItems
  }

  /// Adds the notes of the next batch, except for its hidden items and estimates.
  mutating func merge(_ next: BatchNotes) {
    causes.formUnion(next.causes)
    namesAllOutputs = namesAllOutputs && next.namesAllOutputs
    awaitedOutputCount = next.awaitedOutputCount
    omittedOutputCount += next.omittedOutputCount
    forgetsSizes = forgetsSizes || next.forgetsSizes
  }
}
