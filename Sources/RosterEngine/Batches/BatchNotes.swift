/// What a batch says of itself.
struct BatchNotes: Sendable {
  var causes: BatchCauses = .change
  var namesAllOutputs = true
  /// The number of outputs that follow.
  var awaitedOutputCount = 0

  /// What one batch says in place of several that follow each other.
  init(merging notes: [BatchNotes]) {
    causes = notes.reduce(into: []) { $0.formUnion($1.causes) }
    namesAllOutputs = notes.allSatisfy { $0.namesAllOutputs }
    awaitedOutputCount = notes.last?.awaitedOutputCount ?? 0
  }

  init(causes: BatchCauses = .change, namesAllOutputs: Bool = true, awaitedOutputCount: Int = 0) {
    self.causes = causes
    self.namesAllOutputs = namesAllOutputs
    self.awaitedOutputCount = awaitedOutputCount
  }
}
