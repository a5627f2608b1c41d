import RosterCore

/// Every valid changeset over a small list, whatever its number of changes.
///
/// Every section stays, moves or is removed, every item stays, moves to any section or is removed,
/// up to `insertedSections` sections arrive and up to `insertedItems` items in each section, at all
/// places. Only updates are bounded: there are none, or everything is updated, or, as `updates`
/// says, only one of the two is tried. With one inserted
/// section and one inserted item a section, `[]` has 6 changesets, `[1]` 226 and `[1, 1]` 23,930;
/// with none inserted, `[3]` has 264, `[2, 1]` 2,124 and `[1, 1, 1]` 19,688.
package struct ValidChangesets: Sendable {
  package let counts: [Int]
  package var insertedSections: Int
  package var insertedItems: Int
  /// Whether everything is updated; both if there are two.
  package var updates = [false, true]

  package init(counts: [Int], insertedSections: Int, insertedItems: Int) {
    self.counts = counts
    self.insertedSections = insertedSections
    self.insertedItems = insertedItems
  }

  /// Visits every changeset once.
  package func forEach(_ visit: (ChangesetParts) -> Void) {
    var odometer = ChoiceOdometer()
    repeat { visit(makeParts(&odometer)) } while odometer.advance()
  }

  private func makeParts(_ odometer: inout ChoiceOdometer) -> ChangesetParts {
    var parts = ChangesetParts()
    let targetSections = chooseSections(&parts, &odometer)
    var survivors: [Int: Int] = [:]
    var movers: [Int: [ItemPath]] = [:]
    for section in counts.indices {
      for item in 0..<counts[section] {
        let path = ItemPath(section: section, item: item)
        let fate = odometer.choice(below: 2 + targetSections.count)
        switch fate {
        case 0: survivors[section, default: 0] += 1
        case 1: parts.removedItems.append(path)
        default: movers[fate - 2, default: []].append(path)
        }
      }
    }
    for (target, source) in targetSections.enumerated() {
      let row = Self.row(
        survivors: source.flatMap { survivors[$0] } ?? 0, movers: movers[target] ?? [],
        inserted: odometer.choice(below: insertedItems + 1), &odometer)
      for (item, arrival) in row {
        let path = ItemPath(section: target, item: item)
        if let arrival {
          parts.movedItems.append(ItemMove(source: arrival, target: path))
        } else {
          parts.insertedItems.append(path)
        }
      }
    }
    if updates[odometer.choice(below: updates.count)] { updateAll(&parts) }
    return parts
  }

  private func chooseSections(
    _ parts: inout ChangesetParts, _ odometer: inout ChoiceOdometer
  ) -> [Int?] {
    var staying: [Int] = []
    var movers: [Int] = []
    for section in counts.indices {
      switch odometer.choice(below: 3) {
      case 0: staying.append(section)
      case 1: parts.removedSections.append(section)
      default: movers.append(section)
      }
    }
    let inserted = odometer.choice(below: insertedSections + 1)
    let row = Self.row(survivors: staying.count, movers: movers, inserted: inserted, &odometer)
    var targetSections: [Int?] = staying
    for (slot, arrival) in row {
      targetSections.insert(arrival, at: slot)
      if let arrival {
        parts.movedSections.append(SectionMove(source: arrival, target: slot))
      } else {
        parts.insertedSections.append(slot)
      }
    }
    return targetSections
  }

  /// Puts survivors, movers and insertions in some order and gives the arrivals with their slots.
  private static func row<Mover>(
    survivors: Int, movers: [Mover], inserted: Int, _ odometer: inout ChoiceOdometer
  ) -> [(slot: Int, arrival: Mover?)] {
    var arrivals: [(slot: Int, arrival: Mover?)] = []
    var survivors = survivors
    var inserted = inserted
    var movers = movers
    for slot in 0..<survivors + inserted + movers.count {
      let others = (survivors > 0 ? 1 : 0) + (inserted > 0 ? 1 : 0)
      let choice = odometer.choice(below: others + movers.count)
      if choice >= others {
        arrivals.append((slot, movers.remove(at: choice - others)))
      } else if choice == 0, survivors > 0 {
        survivors -= 1
      } else {
        inserted -= 1
        arrivals.append((slot, nil))
      }
    }
    return arrivals
  }

  private func updateAll(_ parts: inout ChangesetParts) {
    parts.updatedSections = Array(counts.indices)
    parts.updatedItems = counts.indices.flatMap { section in
      (0..<counts[section]).map { ItemPath(section: section, item: $0) }
    }
  }
}

/// Makes every row of choices, one after the other, of a procedure that asks for choices.
///
/// The procedure is run again and again; each run gets the choices of the run before with the last
/// one advanced that can be, so that no row comes twice and none is left out.
struct ChoiceOdometer {
  private var digits: [(value: Int, count: Int)] = []
  private var position = 0

  /// The next choice, from 0 up to, not including, `count`.
  mutating func choice(below count: Int) -> Int {
    defer { position += 1 }
    if position == digits.count { digits.append((0, max(1, count))) }
    return digits[position].value
  }

  /// Goes on to the next row of choices.
  ///
  /// - Returns: Whether there is one.
  mutating func advance() -> Bool {
    position = 0
    while let last = digits.popLast() {
      if last.value + 1 < last.count {
        digits.append((last.value + 1, last.count))
        return true
      }
    }
    return false
  }
}
