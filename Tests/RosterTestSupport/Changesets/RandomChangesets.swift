import RosterCore
package import RosterTestKit

/// Makes random changesets that are valid for a list, biased to what goes wrong most easily: moves
/// between sections, out of removed and into inserted ones, moved sections, updates that a removal
/// absorbs, long runs that fill and empty whole pages.
package struct RandomChangesets: Sendable {
  package var random: SplitMix64
  /// The most items of the run that a removal or an insertion may be.
  package var longestRun = 3

  package init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// A changeset that is valid for a list with the given numbers of items.
  package mutating func valid(for counts: [Int]) -> ChangesetParts {
    var draft = Draft(counts: counts)
    chooseSections(&draft)
    chooseDepartures(&draft)
    chooseUpdates(&draft)
    chooseInsertions(&draft)
    return draft.parts
  }

  /// A changeset between one and the next: which target sections there are, and what is on its way.
  private struct Draft {
    let counts: [Int]
    var parts = ChangesetParts()
    /// The source section of each target section, `nil` if it is inserted.
    var targetSections: [Int?] = []
    var departed = Set<ItemPath>()
    /// The moved items on their way to each target section.
    var movers: [Int: [ItemPath]] = [:]

    init(counts: [Int]) { self.counts = counts }
  }

  // MARK: Sections

  private mutating func chooseSections(_ draft: inout Draft) {
    let percent = random.index(below: 4) == 0 ? 40 : random.index(below: 20)
    var moving: [Int] = []
    var staying: [Int] = []
    for section in draft.counts.indices {
      if random.happens(percent: percent) {
        draft.parts.removedSections.append(section)
      } else if random.happens(percent: percent) {
        moving.append(section)
      } else {
        staying.append(section)
      }
    }
    let inserted = random.happens(percent: 30) || draft.counts.isEmpty ? random.index(below: 4) : 0
    let arrivals: [Int?] =
      (moving.map(Optional.some) + Array(repeating: nil, count: inserted)).shuffled(using: &random)
    let slots = positions(of: arrivals.count, among: staying.count)
    draft.targetSections = staying
    for (slot, arrival) in zip(slots, arrivals) {
      draft.targetSections.insert(arrival, at: slot)
      if let source = arrival {
        draft.parts.movedSections.append(SectionMove(source: source, target: slot))
      } else {
        draft.parts.insertedSections.append(slot)
      }
    }
  }

  // MARK: Items

  private mutating func chooseDepartures(_ draft: inout Draft) {
    guard draft.counts.contains(where: { $0 > 0 }) else { return }
    for _ in 0..<random.index(below: 6) {
      let run = randomRun(draft.counts)
      let isRemoval = draft.targetSections.isEmpty || random.happens(percent: 40)
      let target = random.index(below: draft.targetSections.count)
      let path = { ItemPath(section: run.section, item: $0) }
      for path in run.items.map(path) where draft.departed.insert(path).inserted {
        if isRemoval {
          draft.parts.removedItems.append(path)
        } else {
          draft.movers[target, default: []].append(path)
        }
      }
    }
    rescueItemsOfRemovedSections(&draft)
  }

  private mutating func rescueItemsOfRemovedSections(_ draft: inout Draft) {
    guard !draft.targetSections.isEmpty else { return }
    for section in draft.parts.removedSections
    where draft.counts[section] > 0 && random.happens(percent: 70) {
      for _ in 0...random.index(below: 3) {
        let path = ItemPath(
          section: section, item: random.index(below: draft.counts[section]))
        if draft.departed.insert(path).inserted {
          let target = random.index(below: draft.targetSections.count)
          draft.movers[target, default: []].append(path)
        }
      }
    }
  }

  private mutating func chooseUpdates(_ draft: inout Draft) {
    for section in draft.counts.indices where random.happens(percent: 15) {
      draft.parts.updatedSections.append(section)
    }
    var updated = Set<ItemPath>()
    guard draft.counts.contains(where: { $0 > 0 }) else { return }
    for _ in 0..<random.index(below: 4) {
      let run = randomRun(draft.counts)
      for item in run.items { updated.insert(ItemPath(section: run.section, item: item)) }
    }
    for path in draft.departed.sorted() where random.happens(percent: 20) { updated.insert(path) }
    draft.parts.updatedItems = updated.sorted()
  }

  private mutating func chooseInsertions(_ draft: inout Draft) {
    for (target, source) in draft.targetSections.enumerated() {
      let movers: [ItemPath?] = draft.movers[target] ?? []
      let likely = source == nil ? 60 : 25
      let inserted =
        random.happens(percent: likely) ? 1 + random.index(below: longestRun) : 0
      let arrivals: [ItemPath?] =
        (movers + Array(repeating: nil, count: inserted)).shuffled(using: &random)
      let survivors = source.map { source in
        draft.counts[source] - draft.departed.count { $0.section == source }
      }
      for (slot, arrival) in zip(positions(of: arrivals.count, among: survivors ?? 0), arrivals) {
        let path = ItemPath(section: target, item: slot)
        if let arrival {
          draft.parts.movedItems.append(ItemMove(source: arrival, target: path))
        } else {
          draft.parts.insertedItems.append(path)
        }
      }
    }
  }

  private mutating func randomRun(_ counts: [Int]) -> (section: Int, items: Range<Int>) {
    var section = random.index(below: counts.count)
    while counts[section] == 0 { section = (section + 1) % counts.count }
    let start = random.index(below: counts[section])
    let length = 1 + random.index(below: random.happens(percent: 50) ? 1 : longestRun)
    return (section, start..<min(counts[section], start + length))
  }

  /// Target slots for arrivals among survivors, ascending: scattered ones, or all in a row.
  private mutating func positions(of arrivals: Int, among survivors: Int) -> [Int] {
    if random.happens(percent: 50) {
      let start = random.index(below: survivors + 1)
      return Array(start..<start + arrivals)
    }
    var slots = Set<Int>()
    while slots.count < arrivals { slots.insert(random.index(below: survivors + arrivals)) }
    return slots.sorted()
  }
}
