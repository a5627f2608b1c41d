/// The items of all sections while moved items go from one section to another: which items have yet
/// to leave each row, and which have arrived in it.
///
/// Between two survivors, arrivals stand before leavers, as `Leavers` says.
struct MoverRows {
  private let transform: PathTransform
  /// By source section.
  private var leavers: [Int: Leavers] = [:]
  /// How many survivors stand before each mover that has arrived, by target section; ascending.
  private var placed: [Int: [Int]] = [:]

  /// - Parameter movers: The items that move, ascending by source. All others that leave a row have done so.
  init(_ movers: [ItemMove], _ transform: PathTransform) {
    self.transform = transform
    let leaving = PathTransform.runsBySection(movers.map(\.source), [])
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

  /// Puts the mover that was taken out into its target row. Movers must be put in by ascending
  /// target.
  ///
  /// - Returns: The index at which it stands then.
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

  /// Returns where a mover stands in its row. This is a function of its own so that its copy of
  /// `placed` is released before the next mover is placed; otherwise each placement would copy the
  /// whole array.
  private func position(of source: ItemPath) -> Int {
    let section = transform.targetSection(forSource: source.section)
    return leavers[source.section]?
      .position(of: source.item, placed: section.flatMap { placed[$0] } ?? []) ?? 0
  }
}
