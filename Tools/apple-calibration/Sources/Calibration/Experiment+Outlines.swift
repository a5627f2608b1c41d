internal import RosterCore

private func path(_ section: Int, _ item: Int) -> ItemPath {
  ItemPath(section: section, item: item)
}

extension Experiment {
  /// 18: rows that come, go and move beside headers and footers, and rows that become such.
  static var groupRows: [Experiment] {
    func ofRows(
      _ calls: [ViewCall], to count: Int, _ before: [Int], _ after: [Int]
    ) -> Experiment {
      var experiment = Experiment(18, [6], to: [count], calls)
      experiment.family = .rows
      experiment.groupRows = GroupRows(before: before, after: after)
      return experiment
    }
    // Two sections of one row, each between its header and its footer.
    let groups = [0, 2, 3, 5]
    return [
      ofRows([.insertItem(path(0, 2))], to: 7, groups, [0, 3, 4, 6]),
      ofRows([.deleteItem(path(0, 1))], to: 5, groups, [0, 1, 2, 4]),
      ofRows([.moveItem(path(0, 1), to: path(0, 3))], to: 6, groups, [0, 1, 2, 5]),
      // A section goes, comes, and moves row by row.
      ofRows((0..<3).map { _ in .deleteItem(path(0, 0)) }, to: 3, groups, [0, 2]),
      ofRows((0..<3).map { .insertItem(path(0, $0)) }, to: 9, groups, [0, 2, 3, 5, 6, 8]),
      ofRows((0..<3).map { _ in .moveItem(path(0, 0), to: path(0, 5)) }, to: 6, groups, groups),
      // A row that stays becomes a header, and a header becomes a row.
      ofRows([], to: 6, groups, [0, 1, 2, 3, 5]), ofRows([], to: 6, groups, [0, 2, 3]),
    ]
  }

  /// 19: calls for sections and items, one after the other.
  static var outlines: [Experiment] {
    let calls = outlineCalls
    let pairs = calls.flatMap { first in calls.compactMap { ofOutline([first, $0]) } }
    let alone = calls.compactMap { ofOutline([$0]) }
    let collapsed = (alone + pairs.prefix(200)).map { experiment in
      var experiment = experiment
      experiment.collapsedSection = 0
      return experiment
    }
    let withFooters = (alone + pairs.suffix(200)).map { experiment in
      var experiment = experiment
      experiment.hasFooters = true
      return experiment
    }
    return alone + pairs + collapsed + withFooters + outlineSituations + childrenAsked
  }

  /// Calls over two sections with two items, of which some name a place that is not there.
  private static var outlineCalls: [ViewCall] {
    let sections = 0..<2
    var calls: [ViewCall] = (0...2).map { .deleteSection($0) }
    calls += (0...2).map { .insertSection($0) }
    calls += sections.flatMap { source in sections.map { .moveSection(source, to: $0) } }
    calls += sections.flatMap { section in (0...2).map { .deleteItem(path(section, $0)) } }
    calls += sections.flatMap { section in (0...3).map { .insertItem(path(section, $0)) } }
    for source in sections {
      calls += sections.flatMap { section in
        (0...2).map { .moveItem(path(source, 0), to: path(section, $0)) }
      }
    }
    return calls
  }

  private static var outlineSituations: [Experiment] {
    let states: [Situation] = [
      .swappedLast, .neverLaidOut, .afterReload, .withoutBlock, .nested, .whileAsked,
      .reloadWithin,
    ]
    let told: [[ViewCall]] = [
      [.deleteItem(path(0, 0))], [.insertItem(path(0, 0))], [.insertSection(0)],
      [.deleteItem(path(0, 0)), .insertItem(path(1, 0))],
    ]
    var wrong = told.compactMap { ofOutline($0) }
    for index in wrong.indices { wrong[index].after = wrong[index].before }
    return states.flatMap { situation in told.compactMap { ofOutline($0, situation) } } + wrong
  }

  /// Whether children are asked for within the call that inserts them, and where they stand then. In the first order of each
  /// two, that is where they stand at the end as well.
  private static var childrenAsked: [Experiment] {
    let told: [[ViewCall]] = [
      [.deleteSection(0), .insertSection(1)], [.insertSection(2), .deleteSection(0)],
      [.deleteItem(path(0, 0)), .insertItem(path(0, 1))],
      [.insertItem(path(0, 2)), .deleteItem(path(0, 0))],
      [.moveItem(path(0, 0), to: path(1, 0)), .insertItem(path(0, 1))],
      [.insertItem(path(0, 2)), .moveItem(path(0, 0), to: path(1, 0))],
    ]
    return told.compactMap { ofOutline($0) }.flatMap { experiment in
      [false, true].map { hasFooters in
        var experiment = experiment
        (experiment.hasFooters, experiment.note) = (hasFooters, .children)
        return experiment
      }
    }
  }

  /// Returns an experiment for an outline of two sections with two items, of which the first is selected; `nil` if a call
  /// names items of a section that is not there.
  private static func ofOutline(
    _ calls: [ViewCall], _ situation: Situation = .laidOut
  ) -> Experiment? {
    var outline = NamedOutline([2, 2])
    for call in calls {
      let sections: [Int] =
        switch call {
        case .deleteItem(let path), .insertItem(let path): [path.section]
        case .moveItem(let source, let target): [source.section, target.section]
        default: []
        }
      guard sections.allSatisfy(outline.sections.indices.contains) else { return nil }
      outline.carryOut(call)
    }
    var experiment = Experiment(19, [2, 2], to: outline.counts, calls, situation)
    (experiment.family, experiment.selectedRow) = (.outlines, 1)
    // Of what was not laid out nothing is selected.
    if situation == .neverLaidOut { experiment.selectedRow = nil }
    return experiment
  }
}
