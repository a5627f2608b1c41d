package import RosterCore

extension Changeset where Model == String, SectionModel == String {
  /// The changeset that leads to a revision in the row that a seed stands for: two processes that
  /// know the seed make the same list.
  ///
  /// - Parameter counts: The numbers of items before it.
  package static func numbered(_ revision: Revision, seed: UInt64, counts: [Int]) -> Changeset {
    var generator = RandomChangesets(seed: seed &* 1_000_003 &+ UInt64(revision))
    // Now and then a run that fills and empties whole pages.
    generator.longestRun = revision % 16 == 0 ? 300 : 5
    return generator.valid(for: counts).changeset(models: "\(revision):")
  }
}
