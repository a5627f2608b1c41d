internal import RosterCore

private func path(_ section: Int, _ item: Int) -> ItemPath {
  ItemPath(section: section, item: item)
}

extension Experiment {
  /// All experiments.
  ///
  /// - Parameters:
  ///   - seeds: The seeds of those with random calls.
  ///   - rowCount: How many rows those have whose updates are timed.
  package static func all(seeds: Range<UInt64>, timing rowCount: Int = 100) -> [Experiment] {
    pairsOfItems + pairsOfSections + reloads + itemsInSections + sameTwice + wrongCounts
      + situations
      + seeds.map { random(8, seed: $0, movesSections: false) }
      + seeds.map { random(9, seed: $0, movesSections: true) }
      + conversions + nesting + reentrance + reconfiguring + displayed + laidOut + scrolled
      + interrupted + timed(rowCount: rowCount) + rows + groupRows + outlines + footers
  }

  /// Returns each call alone, and with each one from itself on.
  private static func pairs(_ number: Int, _ before: [Int], _ calls: [ViewCall]) -> [Experiment] {
    calls.indices.flatMap { first in
      [Experiment(number, before, [calls[first]])]
        + calls[first...].map { Experiment(number, before, [calls[first], $0]) }
    }
  }

  /// 1: two calls over three items.
  static var pairsOfItems: [Experiment] {
    let items = 0..<3
    var calls: [ViewCall] = items.map { .deleteItem(path(0, $0)) }
    calls += (0...3).map { .insertItem(path(0, $0)) }
    calls += items.flatMap { source in
      items.map { .moveItem(path(0, source), to: path(0, $0)) }
    }
    calls += items.map { .reloadItem(path(0, $0)) }
    return pairs(1, [3], calls)
  }

  /// 2: two calls over three sections.
  static var pairsOfSections: [Experiment] {
    let sections = 0..<3
    var calls: [ViewCall] = sections.map { .deleteSection($0) }
    calls += (0...3).map { .insertSection($0) }
    calls += sections.flatMap { source in sections.map { .moveSection(source, to: $0) } }
    calls += sections.map { .reloadSection($0) }
    return pairs(2, [2, 2, 2], calls)
  }

  /// 3: the reported cases of reloads beside other calls.
  static var reloads: [Experiment] {
    [
      Experiment(
        3, [4],
        [
          .deleteItem(path(0, 1)), .moveItem(path(0, 0), to: path(0, 1)),
          .moveItem(path(0, 3), to: path(0, 0)), .reloadItem(path(0, 2)),
        ]),
      Experiment(3, [8], [.deleteItem(path(0, 1)), .reloadItem(path(0, 1))]),
      Experiment(
        3, [8], [.reloadItem(path(0, 6)), .moveItem(path(0, 6), to: path(0, 2))]),
      Experiment(
        3, [20], (0..<20).map { .insertItem(path(0, $0)) } + [.reloadItem(path(0, 20))]),
      Experiment(
        3, [1, 1, 1, 1, 1],
        [.moveSection(2, to: 4), .reloadSection(3), .deleteSection(4), .insertSection(2)]),
      Experiment(3, [1, 1], [.reloadItem(path(1, 0)), .moveSection(1, to: 0)]),
    ]
  }

  /// 4: calls for items in sections that go, come, move or are reloaded.
  static var itemsInSections: [Experiment] {
    let ofSections: [ViewCall] = [
      .deleteSection(1), .insertSection(1), .moveSection(0, to: 2), .reloadSection(1),
    ]
    let sections = 0..<3
    var ofItems: [ViewCall] = sections.flatMap {
      [.deleteItem(path($0, 0)), .insertItem(path($0, 0)), .reloadItem(path($0, 0))]
    }
    ofItems += sections.flatMap { source in
      sections.map { .moveItem(path(source, 0), to: path($0, 1)) }
    }
    return ofSections.flatMap { section in
      ofItems.map { Experiment(4, [2, 2, 2], [section, $0]) }
    }
  }

  /// 5: one call twice, and moves that lead nowhere.
  static var sameTwice: [Experiment] {
    let calls: [ViewCall] = [
      .deleteItem(path(0, 1)), .insertItem(path(0, 1)), .reloadItem(path(0, 1)),
      .moveItem(path(0, 1), to: path(0, 2)), .deleteSection(1), .insertSection(1),
      .moveSection(1, to: 0), .reloadSection(1),
    ]
    return calls.map { Experiment(5, [3, 3], [$0, $0]) } + [
      Experiment(5, [3, 3], [.moveItem(path(0, 1), to: path(0, 1))]),
      Experiment(5, [3, 3], [.moveSection(1, to: 1)]),
    ]
  }

  /// 6: counts that are wrong, and two offences at once.
  static var wrongCounts: [Experiment] {
    [
      Experiment(6, [3], to: [4], []), Experiment(6, [3], to: [2], []),
      Experiment(6, [3], to: [3, 3], []), Experiment(6, [3, 3], to: [3], []),
      Experiment(6, [3, 3], to: [2, 4], []), Experiment(6, [3, 3], to: [4, 2], []),
      Experiment(6, [3], to: [3], [.insertItem(path(0, 0))]),
      Experiment(6, [3], to: [3], [.deleteItem(path(0, 0))]),
      // Deletions are looked at before insertions, these before moves, and those before counts.
      Experiment(6, [3], to: [3], [.insertItem(path(0, 9)), .deleteItem(path(0, 9))]),
      Experiment(
        6, [3], to: [3], [.moveItem(path(0, 9), to: path(0, 0)), .insertItem(path(0, 9))]),
      Experiment(6, [3], to: [9], [.moveItem(path(0, 9), to: path(0, 0))]),
      Experiment(6, [3, 3], to: [9], [.insertItem(path(0, 8))]),
      Experiment(6, [3], to: [3], [.deleteItem(path(0, 0)), .deleteItem(path(1, 0))]),
    ]
  }

  /// 7: in which state a view asks its data source.
  static var situations: [Experiment] {
    let states: [Situation] = [
      .swappedBefore, .neverLaidOut, .afterReload, .afterInvalidation, .withoutWindow,
      .withoutBlock, .swappedLast, .hidden, .withoutSize,
    ]
    return states.flatMap { situation in
      [
        Experiment(7, [3], [], situation),
        Experiment(7, [3], [.insertItem(path(0, 1))], situation),
        Experiment(7, [3], [.deleteItem(path(0, 1))], situation),
        Experiment(7, [3, 3], [.insertSection(0)], situation),
      ]
    }
  }

  /// 10: what adapters convert.
  static var conversions: [Experiment] {
    [
      Experiment(10, [2, 2], [.deleteSection(0), .moveItem(path(0, 0), to: path(0, 0))]),
      Experiment(10, [2, 2], [.insertSection(0), .moveItem(path(1, 0), to: path(0, 0))]),
      // Two sections swap while items come and go in them.
      Experiment(
        10, [2, 3],
        [
          .moveSection(0, to: 1), .moveSection(1, to: 0), .insertItem(path(1, 0)),
          .deleteItem(path(1, 1)),
        ]),
      // A section stays by a move while an item leaves it.
      Experiment(
        10, [2, 2], [.moveSection(1, to: 1), .moveItem(path(1, 0), to: path(0, 0))]),
      // Reported to damage the heap.
      Experiment(
        10, Array(repeating: 3, count: 8),
        [.insertItem(path(1, 0)), .insertSection(0), .moveSection(3, to: 1)]),
    ]
  }

  /// 11: updates within updates, and calls without one.
  static var nesting: [Experiment] {
    let calls: [ViewCall] = [.deleteItem(path(0, 0)), .insertItem(path(0, 2))]
    return [
      Experiment(11, [3], calls, .nested), Experiment(11, [3], calls, .withoutBlock),
      Experiment(11, [3], [.deleteItem(path(0, 0)), .deleteItem(path(0, 1))], .nested),
      // In which order two end, and whether a view carries out an update before the call returns.
      Experiment(11, [3], calls, .overlapping).noting(.order),
    ]
  }

  /// 12: calls from where they are not expected.
  static var reentrance: [Experiment] {
    [
      Experiment(12, [3], [.insertItem(path(0, 1))], .whileAsked),
      Experiment(12, [3], [.insertItem(path(0, 1))], .reloadWithin),
      Experiment(12, [3], [], .reloadWithin),
      Experiment(12, [3], [.insertItem(path(0, 1))], .reloadedAfter),
      Experiment(12, [3], [.deleteItem(path(0, 1))], .reloadedAfter),
      Experiment(12, [3], [.insertItem(path(0, 1))], .inCompletion).noting(.order),
    ]
  }

  /// 13: cells that are changed in place before and after the data changes.
  static var reconfiguring: [Experiment] {
    [Situation.laidOut, .swappedLast].flatMap { situation in
      [
        Experiment(13, [3], [.reconfigureItem(path(0, 1))], situation),
        Experiment(
          13, [3], [.deleteItem(path(0, 1)), .reconfigureItem(path(0, 1))], situation),
        Experiment(
          13, [3], [.deleteItem(path(0, 0)), .reconfigureItem(path(0, 2))], situation),
        Experiment(
          13, [3], [.moveItem(path(0, 0), to: path(0, 2)), .reconfigureItem(path(0, 0))],
          situation),
      ]
    }
  }

  /// Updates of the first rows of a view, and of some in the middle of it.
  private static func updates(before middle: Int) -> [[ViewCall]] {
    [
      [.deleteItem(path(0, 1))], [.insertItem(path(0, 1))], [.reloadItem(path(0, 1))],
      [.moveItem(path(0, 0), to: path(0, 2))], [.moveItem(path(0, 0), to: path(0, middle))],
      [
        .deleteItem(path(0, middle)), .insertItem(path(0, 0)),
        .moveItem(path(0, 1), to: path(0, 2)),
      ],
    ]
  }

  /// 14: of which cells the delegate is told that they come and go.
  static var displayed: [Experiment] {
    let updates = updates(before: 150).map { Experiment(14, [200], $0) }
    return (updates + [Experiment(14, [200], [], .reloaded)]).map { $0.noting(.display) }
  }

  /// 15: what a layout is asked and told.
  static var laidOut: [Experiment] {
    updates(before: 150).flatMap { calls in
      [0, 500].map { offset in
        var experiment = Experiment(15, [200], calls).noting(.layout)
        experiment.offset = offset
        return experiment
      }
    }
  }

  /// 17: updates while the user moves an item, or types.
  static var interrupted: [Experiment] {
    let updates: [[ViewCall]] = [
      [], [.deleteItem(path(0, 0))], [.insertItem(path(0, 0))],
      [.moveItem(path(0, 0), to: path(0, 2))],
    ]
    let edited: [[ViewCall]] = [
      [.deleteItem(path(0, 1))], [.reloadItem(path(0, 1))],
      [.moveItem(path(0, 1), to: path(0, 2))],
    ]
    return updates.map { Experiment(17, [3], $0, .whileMoving) }
      + (updates + edited).map { Experiment(17, [3], $0, .whileEditing).noting(.keyboard) }
  }

  /// 20: how long updates take, beside reloads.
  private static func timed(rowCount: Int) -> [Experiment] {
    let counts = [1, 10, 100, 1_000, 10_000].filter { $0 <= rowCount }
    return counts.flatMap { count in
      let ends = (0..<count).map { path(0, $0) }
      let inserted = [rowCount + count]
      return [
        Experiment(20, [rowCount], to: inserted, ends.map { .insertItem($0) }),
        Experiment(20, [rowCount], to: inserted, [], .reloaded),
        Experiment(20, [rowCount], ends.map { .moveItem($0, to: path(0, rowCount - 1 - $0.item)) }),
      ]
    }.map { $0.noting(.duration) }
  }

  /// 21: footers that stay, come and go with their sections.
  static var footers: [Experiment] {
    let calls: [[ViewCall]] = [
      [], [.deleteItem(path(0, 0))], [.insertItem(path(1, 2))], [.reloadItem(path(1, 0))],
      [.moveItem(path(0, 0), to: path(1, 0))], [.deleteItem(path(1, 0)), .deleteItem(path(1, 1))],
      [.insertSection(0)], [.insertSection(1)], [.insertSection(2)], [.deleteSection(0)],
      [.deleteSection(1)], [.deleteSection(0), .insertSection(1)], [.reloadSection(0)],
      [.moveSection(0, to: 1)], [.insertSection(0), .deleteItem(path(0, 0))],
    ]
    let updates = calls.map { Experiment(21, [2, 2], $0) }
    let reload = Experiment(21, [2, 2], to: [1, 1, 1], [], .reloaded)
    return (updates + [reload]).map {
      var experiment = $0.noting(.footers)
      experiment.hasFooters = true
      return experiment
    }
  }

  private func noting(_ note: Note) -> Experiment {
    var experiment = self
    experiment.note = note
    return experiment
  }

  /// 16: rows that come and go before those that are seen.
  static var scrolled: [Experiment] {
    let calls: [[ViewCall]] = [
      (0..<10).map { .insertItem(path(0, $0)) }, (0..<10).map { .deleteItem(path(0, $0)) },
      (0..<10).map { .insertItem(path(0, 300 + $0)) },
      (0..<10).map { .moveItem(path(0, $0), to: path(0, 290 + $0)) },
      // So many that the rest ends before what is seen.
      (0..<250).map { .deleteItem(path(0, $0)) },
    ]
    return calls.map {
      var experiment = Experiment(16, [300], $0)
      experiment.offset = 1_000
      return experiment
    }
  }

  /// 18: three calls over three rows, one after the other.
  static var rows: [Experiment] {
    let rows = 0..<3
    var calls: [ViewCall] = (0...3).map { .deleteItem(path(0, $0)) }
    calls += (0...4).map { .insertItem(path(0, $0)) }
    calls += rows.flatMap { source in
      rows.map { .moveItem(path(0, source), to: path(0, $0)) }
    }
    let sequences = calls.flatMap { first in
      calls.flatMap { second in calls.map { [first, second, $0] } }
    }
    let states: [Situation] = [
      .swappedLast, .neverLaidOut, .afterReload, .withoutBlock, .nested, .whileAsked,
    ]
    let other = states.flatMap { situation in
      [[calls[0]], [calls[5]], [calls[0], calls[5]]].map { ofRows($0, situation) }
    }
    var wrong = ofRows([])
    wrong.after = [4]
    return sequences.map { ofRows($0) } + other + [wrong]
  }

  /// Returns an experiment for a view with three rows, of which the second is selected.
  private static func ofRows(
    _ calls: [ViewCall], _ situation: Situation = .laidOut
  ) -> Experiment {
    let count = calls.reduce(3) { count, call in
      switch call {
      case .deleteItem: count - 1
      case .insertItem: count + 1
      default: count
      }
    }
    var experiment = Experiment(18, [3], to: [max(0, count)], calls, situation)
    (experiment.family, experiment.selectedRow) = (.rows, 1)
    return experiment
  }
}
