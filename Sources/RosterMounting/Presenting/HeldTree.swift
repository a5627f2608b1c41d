internal import RosterCore
internal import RosterEngine

/// What stays where it is on the screen during an update, wherever it stands in the list by then.
struct HeldTree {
  /// A point of the list that moves with a row.
  enum Point {
    case start(of: TreePlace)
    case end(of: TreePlace)
  }

  let hold: ScrollHold
  /// The held row; `nil` for the start or end of the list.
  var tree: TreeID?
  /// What is put where the row began; `nil` if there is nothing left to hold on to.
  var point: Point?

  /// Returns where the held point is.
  func offset(in extents: ArrangedExtents) -> Double? {
    switch point {
    case .start(let place): extents.start(of: place)
    case .end(let place): extents.span(at: place)?.end ?? extents.start(of: place)
    case nil: nil
    }
  }

  /// Finds the held row after a batch. If it is gone, its nearest neighbour takes its place: one
  /// behind begins where the row began, and one before ends there.
  ///
  /// - Complexity: That of `ChangeBatch.anchor(of:)`.
  mutating func follow<Model, SectionModel>(
    _ changes: ChangeBatch<Model, SectionModel>
  ) throws(StorageError) {
    switch tree {
    case .item(let item):
      let anchor = try changes.anchor(of: item)
      if let path = anchor?.targetPath {
        point = .start(of: .item(path))
      } else if let neighbour = anchor?.neighbour, let source = anchor?.sourcePath {
        let place = TreePlace.item(neighbour.targetPath)
        point = neighbour.sourcePath > source ? .start(of: place) : .end(of: place)
      } else {
        point = nil
      }
    case .supplement(let supplement):
      point = changes.target.index(of: supplement.section).map {
        .start(of: .supplement(supplement.kind, ofSection: $0))
      }
    case nil: break
    }
  }
}
