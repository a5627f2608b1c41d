/// The four parts of a changeset that speak of one kind of place: item paths or section indexes.
///
/// Each part is ascending by its first place, as in the changeset it was taken from.
struct PlacedChanges<Place: Hashable & Comparable, Model> {
  /// A place and the model that it gets.
  struct Entry {
    var place: Place
    var model: Model
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

  /// These changes, source to middle, and then the next ones, middle to target, as one row from
  /// source to target; in no particular order.
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
  ///
  /// - Parameters:
  ///   - source: Where a place of the middle was in the source, `nil` if it was inserted.
  ///   - target: Where a place of the middle is in the target, `nil` if it is gone.
  ///   - middle: Where a place of the source is in the middle, `nil` if it is gone.
  func composed(
    with next: Self, source: (Place) -> Place?, target: (Place) -> Place?,
    middle: (Place) -> Place?
  ) -> Self {
    var result = PlacedChanges()
    let movedTargets = Set(moved.map(\.target))

    for entry in inserted {
      guard let targetPlace = target(entry.place) else { continue }
      let model = next.updatedModel(at: entry.place) ?? entry.model
      result.inserted.append(Entry(place: targetPlace, model: model))
    }
    result.inserted.append(contentsOf: next.inserted)

    result.removed = removed
    for move in moved {
      if let targetPlace = target(move.target) {
        result.moved.append(Move(source: move.source, target: targetPlace))
      } else {
        result.removed.append(move.source)
      }
    }
    for move in next.moved where !movedTargets.contains(move.source) {
      guard let sourcePlace = source(move.source) else { continue }
      result.moved.append(Move(source: sourcePlace, target: move.target))
    }
    for place in next.removed where !movedTargets.contains(place) {
      if let sourcePlace = source(place) { result.removed.append(sourcePlace) }
    }

    for entry in updated {
      guard let place = middle(entry.place), target(place) != nil else { continue }
      let model = next.updatedModel(at: place) ?? entry.model
      result.updated.append(Entry(place: entry.place, model: model))
    }
    for entry in next.updated where target(entry.place) != nil {
      guard let place = source(entry.place), updatedModel(at: place) == nil else { continue }
      result.updated.append(Entry(place: place, model: entry.model))
    }
    return result
  }

  private func updatedModel(at place: Place) -> Model? {
    var low = 0
    var high = updated.count
    while low < high {
      let middle = (low + high) / 2
      if updated[middle].place < place { low = middle + 1 } else { high = middle }
    }
    return low < updated.count && updated[low].place == place ? updated[low].model : nil
  }
}
