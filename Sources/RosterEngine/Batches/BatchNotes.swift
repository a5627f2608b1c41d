internal import RosterCore

/// What a batch says of itself.
struct BatchNotes: Sendable {
  var causes: BatchCauses = .change
  var namesAllOutputs = true
  /// The number of outputs that follow.
  var awaitedOutputCount = 0
  /// The number of items of which nothing was generated, since they are not in the working range or
  /// come with it.
  var omittedOutputCount = 0
  /// The items whose outputs nobody needs any more.
  var hiddenItems: [ItemID] = []
  /// Whether sizes that are not named are not known any more.
  var forgetsSizes = false
  /// How long what was never measured is taken to be from now on; `nil` if as before.
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

  /// Says what the batch after this one says as well, but for the hidden items.
  mutating func merge(_ next: BatchNotes) {
    causes.formUnion(next.causes)
    namesAllOutputs = namesAllOutputs && next.namesAllOutputs
    awaitedOutputCount = next.awaitedOutputCount
    omittedOutputCount += next.omittedOutputCount
    forgetsSizes = forgetsSizes || next.forgetsSizes
  }
}
