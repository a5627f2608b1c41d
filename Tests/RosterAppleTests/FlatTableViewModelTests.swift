import RosterToolkitModels
import Testing

/// What is documented and reported of `NSTableView`, with the beginning of its messages.
@Suite("Model of table views of AppKit") struct FlatTableViewModelTests {
  private typealias View = FlatTableViewModel<String>

  /// What a view asks for its rows. A text in capitals is a group row.
  private final class Source {
    var rows: [String]
    var heights: [String: Double] = [:]
    var onAsking: (Int) -> Void = { _ in }
    var onAskingForHeight: (Int) -> Void = { _ in }

    init(_ rows: String) { self.rows = rows.map(String.init) }

    func view(_ mode: ToolkitMode, isLoaded: Bool = true) -> View {
      let view = View(
        mode: mode, rowCount: { self.rows.count },
        isGroup: { self.rows[$0].allSatisfy(\.isUppercase) },
        height: {
          self.onAskingForHeight($0)
          return self.heights[self.rows[$0]] ?? 1
        },
        cells: {
          self.onAsking($0)
          return [self.rows[$0]]
        })
      if isLoaded { view.layOut() }
      return view
    }
  }

  private static func text(_ view: View) -> String { view.shown.map { $0.joined() }.joined() }

  /// Returns a view after calls in a block, before which all rows were swapped.
  private static func view(
    _ old: String, _ new: String, mode: ToolkitMode = .strict, _ calls: (View) -> Void
  ) -> View {
    let source = Source(old)
    let view = source.view(mode)
    source.rows = new.map(String.init)
    view.beginUpdates()
    calls(view)
    view.endUpdates()
    return view
  }

  @Test func eachCallIsCarriedOutAtOnce() {
    let view = Self.view("abcde", "de") {
      for _ in 0..<3 { $0.removeRows(at: [0]) }
      #expect($0.numberOfRows == 2)
    }
    #expect(view.exception == nil && Self.text(view) == "de")
  }

  /// An index set of insertions has the indexes of afterwards, one of removals those of before.
  @Test func anIndexSetIsOneCall() {
    let view = Self.view("abcd", "xbydz") {
      $0.removeRows(at: [0, 2])
      $0.insertRows(at: [0, 2, 4])
    }
    #expect(view.exception == nil && Self.text(view) == "xbydz" && view.callCount == 2)
  }

  @Test func aMovedRowKeepsItsCells() {
    let view = Self.view("abc", "xyz") {
      $0.moveRow(at: 2, to: 0)
      $0.moveRow(at: 2, to: 1)
    }
    // All show what they have shown.
    #expect(Self.text(view) == "cba" && view.askedCount == 3)
  }

  @Test func blocksMayBeNested() {
    let source = Source("abc")
    let view = source.view(.strict)
    source.rows = ["c", "d"]
    view.beginUpdates()
    view.beginUpdates()
    view.removeRows(at: [0, 1])
    view.endUpdates()
    view.insertRows(at: [1])
    view.endUpdates()
    #expect(view.exception == nil && Self.text(view) == "cd")
    view.endUpdates()
    #expect(view.exception?.description == "endUpdates was called without beginUpdates")
  }

  /// Outside of a block the count is compared after each call, so that the data may change with each.
  @Test(arguments: [ToolkitMode.likely, .strict]) func oneCallNeedsNoBlock(mode: ToolkitMode) {
    let source = Source("abc")
    let view = source.view(mode)
    source.rows = ["b", "c"]
    view.removeRows(at: [0])
    #expect(view.exception == nil && Self.text(view) == "bc")
    source.rows = ["b", "c", "d", "e"]
    view.insertRows(at: [2])
    #expect(view.exception?.description.hasPrefix("Invalid update:") == true)
    #expect(view.exception?.certainty == .reported)
    // After an exception it does nothing.
    view.insertRows(at: [3])
    #expect(view.rows.count == 3)
  }

  /// Of a count that differs at the end of a block it is not known what a view does.
  @Test func countsAreComparedAtTheEndOfABlock() {
    let likely = Self.view("abc", "ab", mode: .likely) { _ in }
    #expect(likely.exception == nil)
    let strict = Self.view("abc", "ab") { _ in }
    #expect(strict.exception?.description.hasPrefix("Invalid update:") == true)
    #expect(strict.exception?.certainty == .doubtful)
  }

  @Test func whatIsOutOfRangeIsRefused() {
    let cases: [(calls: (View) -> Void, text: String)] = [
      ({ $0.insertRows(at: [4]) }, "NSTableView error inserting row 4 (numberOfRows: 3)."),
      ({ $0.insertRows(at: [-1]) }, "NSTableView error inserting row -1 (numberOfRows: 3)."),
      ({ $0.removeRows(at: [3]) }, "NSTableView error removing row 3 (numberOfRows: 3)."),
      ({ $0.moveRow(at: 3, to: 0) }, "NSTableView error moving row 3 (numberOfRows: 3)."),
      ({ $0.moveRow(at: 0, to: 3) }, "NSTableView error moving row 3 (numberOfRows: 3)."),
    ]
    for (calls, text) in cases {
      let view = Self.view("abc", "abc", mode: .likely, calls)
      #expect(view.exception?.description == text)
      #expect(view.exception?.name == "NSTableViewException")
    }
  }

  /// An adapter that gives the indexes of the source, as views with sections take them.
  @Test func indexesOfTheSourceAreNoticed() {
    // Rows a and c are to go: the second removal takes what stands there by then.
    let shown = Self.view("abcde", "bde", mode: .likely) {
      for row in [0, 2] { $0.removeRows(at: [row]) }
    }
    #expect(shown.exception == nil && Self.text(shown) == "bce")
    let refused = Self.view("abc", "", mode: .likely) {
      for row in 0..<3 { $0.removeRows(at: [row]) }
    }
    #expect(
      refused.exception?.description == "NSTableView error removing row 2 (numberOfRows: 1).")
    // Rows a and b are to stand behind the others.
    let moved = Self.view("abcd", "cdab") {
      $0.moveRow(at: 0, to: 2)
      $0.moveRow(at: 1, to: 3)
    }
    #expect(moved.exception == nil && Self.text(moved) == "badc")
  }

  /// A row may be asked for within the call that inserts it, before others come or go.
  @Test func aRowThatComesStandsInTheDataAlready() {
    let late: (View) -> Void = {
      $0.insertRows(at: [0])
      $0.removeRows(at: [1, 2])
    }
    let early: (View) -> Void = {
      $0.insertRows(at: [1])
      $0.insertRows(at: [0])
    }
    #expect(Self.text(Self.view("ab", "x", late)) == "x")
    #expect(Self.text(Self.view("a", "xay", mode: .likely, early)) == "xay")
    #expect(Self.text(Self.view("a", "xay", early)) == "xaa", "y was asked for where a stands")
    let beyond = Self.view("ab", "x") {
      $0.insertRows(at: [2])
      $0.removeRows(at: [0, 1])
    }
    #expect(
      beyond.exception?.description == "row 2 was asked for, and the data source has 1 rows")
  }

  @Test func theDataIsSwappedBeforeTheFirstCall() {
    let source = Source("abc")
    let view = source.view(.strict)
    view.beginUpdates()
    view.removeRows(at: [0])
    source.rows = ["c"]
    view.removeRows(at: [0])
    view.endUpdates()
    #expect(
      view.exception?.description == "the data source has changed between two calls of a block")
  }

  @Test func aViewThatWasNotLaidOutLoadsWhatIsThere() {
    let source = Source("ab")
    let view = source.view(.likely, isLoaded: false)
    view.insertRows(at: [1])
    #expect(view.exception?.description.hasPrefix("Invalid update:") == true)
    let strict = source.view(.strict, isLoaded: false)
    strict.beginUpdates()
    #expect(strict.exception?.certainty == .doubtful)
  }

  @Test func aCallWithinACallbackIsRefused() {
    let source = Source("ab")
    let view = source.view(.likely)
    source.rows = ["a", "b", "c"]
    source.onAsking = { _ in view.insertRows(at: [0]) }
    view.insertRows(at: [2])
    #expect(
      view.exception?.description.hasPrefix("Application performed a reentrant operation") == true)
  }

  @Test func aRowViewIsNotAskedForWithItsHeight() {
    let source = Source("ab")
    let view = source.view(.likely)
    #expect(view.cells(ofRow: 1) == ["b"] && view.cells(ofRow: 2) == nil)
    source.onAskingForHeight = { _ = view.cells(ofRow: $0) }
    view.noteHeights(ofRows: [0])
    #expect(view.exception?.certainty == .reported)
  }

  /// Rows are selected, not indexes.
  @Test func theSelectionStaysWithItsRows() {
    let source = Source("abcd")
    let view = source.view(.strict)
    var changes = 0
    view.onSelectionChange = { changes += 1 }
    view.select([1, 3])
    #expect(changes == 1 && view.selectedRows == [1, 3])
    source.rows = ["d", "x", "a", "b", "c"]
    view.beginUpdates()
    view.moveRow(at: 3, to: 0)
    view.insertRows(at: [1])
    view.endUpdates()
    #expect(view.selectedRows == [0, 3] && changes == 1)
    source.rows = ["x", "a", "b"]
    view.beginUpdates()
    view.removeRows(at: [4])
    #expect(changes == 1)
    view.removeRows(at: [0])
    #expect(changes == 2, "a selected row has gone")
    view.endUpdates()
    #expect(view.selectedRows == [2] && view.exception == nil)
    view.select([0], isExtending: true)
    #expect(view.selectedRows == [0, 2])
    // A reload keeps the indexes.
    source.rows = ["p", "q"]
    view.reloadData()
    view.layOut()
    #expect(view.selectedRows == [0] && Self.text(view) == "pq")
    view.select([2])
    #expect(view.exception?.certainty == .doubtful)
  }

  /// A reload of rows is one of columns, and not of heights.
  @Test func cellsAreReloadedByColumn() {
    var cells = [["a", "1"], ["b", "2"]]
    var height = 1.0
    let view = View(rowCount: { cells.count }, height: { _ in height }) { cells[$0] }
    view.layOut()
    cells = [["c", "3"], ["d", "4"]]
    height = 2
    view.reloadRows(at: [0], columns: [1])
    #expect(view.shown == [["a", "3"], ["b", "2"]])
    #expect(view.rows.map(\.height) == [1, 1])
    view.noteHeights(ofRows: [0])
    #expect(view.rows.map(\.height) == [2, 1])
    view.showAgain(1)
    #expect(view.shown == [["a", "3"], ["d", "4"]] && view.exception == nil)
  }

  @Test func headersAreGroupRows() {
    let view = Self.view("AbC", "Abx") {
      $0.removeRows(at: [2])
      $0.insertRows(at: [2])
    }
    #expect(view.exception == nil && view.rows.map(\.isGroup) == [true, false, false])
    // A row that stays cannot become a header.
    #expect(Self.view("Ab", "bA") { _ in }.exception?.certainty == .doubtful)
  }

  @Test func aRemovedRowHasNoIndex() {
    let source = Source("abc")
    let view = source.view(.strict)
    var removed: [Int] = []
    view.onRemove = { removed.append($0) }
    source.rows = ["b"]
    view.removeRows(at: [0, 2])
    #expect(removed == [-1, -1] && view.exception == nil)
  }

  @Test func aReloadIsNoPartOfABlock() {
    let source = Source("abc")
    let view = source.view(.strict)
    view.beginUpdates()
    view.reloadData()
    #expect(view.exception?.certainty == .doubtful)
  }

  /// The offset stays, so what is visible moves. It is clamped when rows end before it.
  @Test func rowsBeforeTheVisiblePartMoveWhatIsShown() {
    var rows = [10, 11, 12]
    let view = FlatTableViewModel(
      rowCount: { rows.count }, height: { Double(rows[$0]) }, cells: { [rows[$0]] })
    view.visibleLength = 15
    view.layOut()
    view.offset = 12
    #expect(view.visibleRows == [1, 2])
    rows = [5, 10, 11, 12]
    view.insertRows(at: [0])
    #expect(view.offset == 12 && view.visibleRows == [1, 2, 3])
    rows = [5]
    view.removeRows(at: 1..<4)
    #expect(view.offset == 0 && view.offsetCallCount == 1 && view.exception == nil)
    view.offset = 1
    #expect(view.exception?.certainty == .doubtful)
  }
}
