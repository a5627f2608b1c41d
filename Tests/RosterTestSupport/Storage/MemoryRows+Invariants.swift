internal import RosterCore

extension MemoryRows {
  /// The number of states of items, and of before-images of such states.
  var itemStateCounts: (current: Int, earlier: Int) {
    let histories = states.filter { $0.key.item != nil }.flatMap(\.value.values)
    return (
      histories.count { $0.current != nil }, histories.reduce(0) { $0 + $1.earlierCount }
    )
  }

  /// Checks what the list holds and returns each rule that it breaks, in words:
  ///
  /// - The journal goes on from the oldest revision to that of the pages.
  /// - The pages, and what the journal leads back to, are sound lists.
  /// - At every revision that can be read, the items and sections of the list have models, and no
  ///   others have models or states.
  /// - Values ascend by revision, and none is kept that only earlier revisions had.
  func findings() throws -> [String] {
    var state = try pages.open()
    var found = try state.violations()
    let numbers = journal.map(\.entry.revision)
    if numbers != Array(oldest..<state.revision).map({ $0 + 1 }) {
      found.append("the list is at \(state.revision), the journal has \(numbers)")
    }
    for row in journal.reversed() {
      found += try findings(in: state)
      state = try state.reverting(row.entry.record)
    }
    found += try findings(in: state) + state.violations()
    found += items.filter { !$1.isSound(from: oldest) }.map { "the models of \($0.key)" }
    found += sections.filter { !$1.isSound(from: oldest) }.map { "the models of \($0.key)" }
    found += states.filter { !$1.values.allSatisfy { $0.isSound(from: oldest) } }
      .map { "the states of \($0.key)" }
    return found
  }

  /// Compares what has models and states at a revision with the list at that revision.
  private func findings(in state: ListState) throws -> [String] {
    let revision = state.revision
    let listed = Set(try (0..<state.sectionCount).flatMap { try state.itemIDs(inSection: $0) })
    let listedSections = Set(state.sectionIDs)
    let named = Set(items.lazy.filter { $1.value(at: revision) != nil }.map(\.key))
    let namedSections = Set(sections.lazy.filter { $1.value(at: revision) != nil }.map(\.key))
    let strays = states.filter { tree, states in
      let isListed =
        switch tree {
        case .item(let item): listed.contains(item)
        case .supplement(let supplement): listedSections.contains(supplement.section)
        }
      return !isListed && states.values.contains { $0.value(at: revision) != nil }
    }
    return listed.symmetricDifference(named).sorted().map { "\($0) at revision \(revision)" }
      + listedSections.symmetricDifference(namedSections).sorted()
      .map { "\($0) at revision \(revision)" }
      + strays.keys.map { "states of \($0) at revision \(revision)" }
  }
}
