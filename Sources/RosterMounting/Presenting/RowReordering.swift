internal import RosterComponents
internal import RosterCore
internal import RosterEngine

/// What a user moves in a list: the row that is dragged, and moves that have yet to be queued.
struct RowReordering {
  /// A row between the begin of its drag and the batch that moves it.
  struct Drag {
    var rows: ReorderDrag
    /// How far the pointer is from the start of the visible part.
    var pointer: Double
    var isDropped = false

    /// Where the row begins, in points from the start of the content.
    var start: Double { isDropped ? rows.gapSpan.start : rows.start }

    /// Returns how far a row is from where the list has it.
    func displacement(of place: TreePlace, beginningAt start: Double) -> Double {
      switch place {
      case .item(rows.sourcePath): self.start - start
      case .item(let path): rows.displacement(ofItemAt: path)
      case .supplement(.header, let section): rows.displacement(ofHeaderOf: section)
      case .supplement(.footer, let section): rows.displacement(ofFooterOf: section)
      }
    }
  }

  /// A move that waits until everything before it is shown, as its paths are those of the list that
  /// is shown.
  struct Move {
    enum Target {
      /// Into the gap of the drag.
      case gap
      /// Past a neighbour.
      case step(ReorderStep, ReorderScope)
    }

    let item: ItemID
    let target: Target
    let annotation: ChangeAnnotation
  }

  var drag: Drag?
  /// In the order in which the user has made them.
  var moves: [Move] = []
  /// Whether a batch comes once what is pending has its outcome, so that the moves go on.
  var awaitsOutcomes = false
  /// That of the last drop, in case its change fails because another writer was first.
  var annotation = ChangeAnnotation()

  /// The number of steps by keys that may wait. A key that is held down must not go on for long.
  static let moveCountMax = 8
}
