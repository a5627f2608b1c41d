/// Ways between the three lists that two changesets lie between.
protocol CompositionWays<Place> {
  associatedtype Place

  /// Where a place of the source is in the middle, `nil` if it is gone.
  func middle(_ source: Place) -> Place?
  /// Where a place of the middle was in the source, `nil` if it was inserted.
  func source(_ middle: Place) -> Place?
  /// Where a place of the middle is in the target, `nil` if it is gone.
  func target(_ middle: Place) -> Place?
}

/// The four parts of a changeset that speak of one kind of place: item paths or section indexes.
///
/// Models are kept elsewhere and meant by their numbers, so that nothing here depends on their
/// types. Each part is ascending by its first place.
struct PlacedChanges<Place: Hashable & Comparable> {
  /// A place and the number of the model that it gets.
  struct Entry {
    var place: Place
    var model: Int
  }

  /// A way from the source to the target.
  struct Move {
    var source: Place
    var target: Place
  }

  /// In source space.
  var updated: [Entry] = []
  /// In source space.
  var removed: [Place] = []
  var moved: [Move] = []
  /// In target space.
  var inserted: [Entry] = []

  var isEmpty: Bool {
    updated.isEmpty && removed.isEmpty && moved.isEmpty && inserted.isEmpty
  }

  /// These changes, source to middle, and then the next ones, middle to target, as one row from
  /// source to target.
  ///
  /// What the second changes do to a place is looked up where the first ones put it, so that every
  /// item and section is described once:
  ///
  /// | first | second | together |
  /// |---|---|---|
  /// | insert | update, move | insert, with the later model at the later place |
  /// | insert | remove | nothing |
  /// | move | none, move | move |
  /// | move | remove | remove |
  /// | update | update | the later update |
  /// | update | remove | remove |
  func composed(with next: Self, _ ways: some CompositionWays<Place>) -> Self {
    var result = Self()
    result.addInsertions(of: self, next, ways)
    result.addDepartures(of: self, next, ways)
    result.addUpdates(of: self, next, ways)
    result.updated.sortIfNeeded { $0.place < $1.place }
    result.removed = result.removed.ascending()
    result.moved.sortIfNeeded { $0.source < $1.source }
    result.inserted.sortIfNeeded { $0.place < $1.place }
    return result
  }

  private mutating func addInsertions(
    of first: Self, _ second: Self, _ ways: some CompositionWays<Place>
  ) {
    inserted.reserveCapacity(first.inserted.count + second.inserted.count)
    for entry in first.inserted {
      guard let target = ways.target(entry.place) else { continue }
      let model = second.updatedModel(at: entry.place) ?? entry.model
      inserted.append(Entry(place: target, model: model))
    }
    inserted.append(contentsOf: second.inserted)
  }

  private mutating func addDepartures(
    of first: Self, _ second: Self, _ ways: some CompositionWays<Place>
  ) {
    removed = first.removed
    for move in first.moved {
      if let target = ways.target(move.target) {
        moved.append(Move(source: move.source, target: target))
      } else {
        removed.append(move.source)
      }
    }
    let movedBefore =
      second.moved.isEmpty && second.removed.isEmpty
      ? [] : first.moved.map(\.target).ascending()
    func wasMoved(_ place: Place) -> Bool {
      let index = movedBefore.firstIndex(fromWhich: { $0 >= place })
      return index < movedBefore.count && movedBefore[index] == place
    }
    for move in second.moved where !wasMoved(move.source) {
      guard let source = ways.source(move.source) else { continue }
      moved.append(Move(source: source, target: move.target))
    }
    for place in second.removed where !wasMoved(place) {
      if let source = ways.source(place) { removed.append(source) }
    }
  }

  private mutating func addUpdates(
    of first: Self, _ second: Self, _ ways: some CompositionWays<Place>
  ) {
    for entry in first.updated {
      guard let place = ways.middle(entry.place), ways.target(place) != nil else { continue }
      let model = second.updatedModel(at: place) ?? entry.model
      updated.append(Entry(place: entry.place, model: model))
    }
    for entry in second.updated where ways.target(entry.place) != nil {
      guard let source = ways.source(entry.place), first.updatedModel(at: source) == nil
      else { continue }
      updated.append(Entry(place: source, model: entry.model))
    }
  }

  private func updatedModel(at place: Place) -> Int? {
    let low = updated.firstIndex(fromWhich: { $0.place >= place })
    return low < updated.count && updated[low].place == place ? updated[low].model : nil
  }
}

extension Array {
  /// Sorts, at no more than one pass if the elements stand in order already.
  fileprivate mutating func sortIfNeeded(by areInOrder: (Element, Element) -> Bool) {
    let isSorted = zip(self, dropFirst()).allSatisfy { !areInOrder($1, $0) }
    if !isSorted { sort(by: areInOrder) }
  }
}
