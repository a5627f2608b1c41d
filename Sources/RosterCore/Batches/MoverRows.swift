/// The items of all sections while moved ones go from one to another: who has yet to leave each row,
/// and who has arrived in it.
///
/// Between two survivors, arrivals stand before leavers, as `Leavers` says.
struct MoverRows {
  private let transform: PathTransform
  /// By source section.
  private var leavers: [Int: Leavers] = [:]
  /// How many survivors stand before each mover that has arrived, by target section; ascending.
  private var placed: [Int: [Int]] = [:]

  init(_ outline: ChangesetOutline, _ transform: PathTransform) {
    self.transform = transform
    let leaving = PathTransform.runsBySection(outline.movedItems.map(\.source), [])
    leavers.reserveCapacity(leaving.count)
    for (section, runs) in leaving {
      leavers[section] = Leavers(
        departures: transform.departures[section] ?? IndexRuns(), leaving: runs)
    }
  }

  /// Takes a mover out of its row.
  ///
  /// - Returns: The index at which it stood.
  mutating func take(_ source: ItemPath) -> Int {
    let index = position(of: source)
    leavers[source.section]?.remove(source.item)
    return index
  }

  /// Puts the mover that was taken out into its target row; movers come by ascending target.
  ///
  /// - Returns: The index at which it then stands.
  mutating func put(at target: ItemPath) -> Int {
    let inserted = transform.arrivals[target.section]?.rank(of: target.item) ?? 0
    let survivorsBefore = target.item - inserted
    let leaversBefore =
      transform.sourceSection(forTarget: target.section)
      .flatMap { leavers[$0]?.count(beforeSurvivor: survivorsBefore) } ?? 0
    let placedBefore = placed[target.section]?.count ?? 0
    placed[target.section, default: []].append(survivorsBefore)
    return survivorsBefore + placedBefore + leaversBefore
  }

  /// Where a mover stands in its row. A function of its own, so that the copy of the placed ones is
  /// gone before the next one is placed; else each would be copied with all before it.
  private func position(of source: ItemPath) -> Int {
    let section = transform.targetSection(forSource: source.section)
    return leavers[source.section]?
      .position(of: source.item, placed: section.flatMap { placed[$0] } ?? []) ?? 0
  }
}
