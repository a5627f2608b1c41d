import RosterCore
import RosterToolkitModels
import Testing

/// What is reported of views, with the beginning of their messages.
@Suite("Model of collection views") struct CollectionViewModelTests {
  private typealias View = CollectionViewModel<Int>

  private final class Source { var counts: [Int] = [] }

  /// Returns what a view says to calls between two lists.
  private static func told(
    _ old: [Int], _ new: [Int], mode: ToolkitMode = .likely, _ calls: (View) -> Void
  ) -> String? {
    let source = Source()
    source.counts = old
    let view = View(mode: mode) { source.counts.map { Array(0..<$0) } }
    view.layOut()
    view.performBatchUpdates {
      source.counts = new
      calls(view)
    }
    return view.exception?.description
  }

  private static func path(_ section: Int, _ item: Int) -> ItemPath {
    ItemPath(section: section, item: item)
  }

  @Test func combinationsAreRefused() {
    let path = Self.path
    let cases: [(old: [Int], new: [Int], calls: (View) -> Void, begins: String)] = [
      (
        [3], [2],
        {
          $0.deleteItem(path(0, 1)); $0.moveItem(path(0, 1), to: path(0, 0))
        },
        "attempt to perform a delete and a move from the same index path"
      ),
      (
        [2], [3],
        {
          $0.insertItem(path(0, 1)); $0.moveItem(path(0, 0), to: path(0, 1))
        },
        "attempt to perform an insert and a move to the same index path"
      ),
      (
        [3], [2],
        {
          $0.deleteItem(path(0, 1)); $0.reloadItem(path(0, 1))
        },
        "attempt to delete and reload the same index path"
      ),
      (
        [3], [3],
        {
          $0.moveItem(path(0, 1), to: path(0, 0)); $0.reloadItem(path(0, 1))
        },
        "attempt to perform a delete and a move from the same index path"
      ),
      (
        [3], [3],
        {
          $0.moveItem(path(0, 1), to: path(0, 0)); $0.moveItem(path(0, 2), to: path(0, 0))
        },
        "attempt to move both item at index path"
      ),
      (
        [3], [3],
        {
          $0.moveItem(path(0, 1), to: path(0, 0)); $0.moveItem(path(0, 1), to: path(0, 2))
        },
        "attempt to move item at index path"
      ),
      (
        [1, 1], [2],
        {
          $0.deleteSection(0); $0.moveItem(path(0, 0), to: path(0, 0))
        },
        "cannot move an item from a deleted section (0)"
      ),
      (
        [1], [1, 0],
        {
          $0.insertSection(0); $0.moveItem(path(0, 0), to: path(0, 0))
        },
        "cannot move an item into a newly inserted section (0)"
      ),
      (
        [1], [], { $0.deleteSection(1) },
        "attempt to delete section 1, but there are only 1 sections before the update"
      ),
      (
        [1], [1], { $0.deleteItem(path(0, 1)) },
        "attempt to delete item 1 from section 0 which only contains 1 items before the update"
      ),
      (
        [1], [2], { $0.insertItem(path(0, 2)) },
        "attempt to insert item 2 into section 0, but there are only 2 items in section 0 after the update"
      ),
      (
        [1], [2], { $0.insertSection(2) },
        "attempt to insert section 2 but there are only 1 sections after the update"
      ),
      (
        [1], [3], { $0.insertItem(path(0, 0)) },
        "Invalid update: invalid number of items in section 0."
      ),
      ([1], [1, 1], { _ in }, "Invalid update: invalid number of sections."),
      (
        [1, 1], [1],
        {
          $0.deleteSection(0); $0.moveSection(0, to: 0)
        },
        "attempt to perform a delete and a move from the same section (0)"
      ),
    ]
    for (index, one) in cases.enumerated() {
      let told = Self.told(one.old, one.new, one.calls)
      #expect(
        told?.hasPrefix(one.begins) == true, "\(index): \(told ?? "nothing"), not \(one.begins)")
    }
  }

  /// The reported cases of reloads beside other calls.
  @Test func reloadsAreDeletionsAndInsertions() {
    let path = Self.path
    // Four items: delete 1, move 0 to 1 and 3 to 0, reload 2.
    #expect(
      Self.told([4], [3]) {
        $0.deleteItem(path(0, 1))
        $0.moveItem(path(0, 0), to: path(0, 1))
        $0.moveItem(path(0, 3), to: path(0, 0))
        $0.reloadItem(path(0, 2))
      }?.hasPrefix("attempt to perform an insert and a move to the same index path ({0 - 1})")
        == true)
    // Twenty items come, and item 20 of twenty is reloaded.
    #expect(
      Self.told([20], [40]) { view in
        for item in 0..<20 { view.insertItem(path(0, item)) }
        view.reloadItem(path(0, 20))
      }?.hasPrefix(
        "attempt to delete item 20 from section 0 which only contains 20 items before the update")
        == true)
    // Section 2 moves to 4, 3 is reloaded, 4 deleted, 2 inserted.
    #expect(
      Self.told([1, 1, 1, 1, 1], [1, 1, 1, 1, 1]) {
        $0.moveSection(2, to: 4)
        $0.reloadSection(3)
        $0.deleteSection(4)
        $0.insertSection(2)
      }?.hasPrefix("attempt to perform an insert and a move to the same section (4)") == true)
  }

  @Test func whatIsSoundIsShown() {
    let path = Self.path
    var cells = [[1, 2, 3], [4]]
    let view = View { cells }
    view.layOut()
    view.performBatchUpdates {
      cells = [[3, 2, 9], [4, 1]]
      view.moveItem(path(0, 0), to: path(1, 1))
      view.moveItem(path(0, 2), to: path(0, 0))
      view.insertItem(path(0, 2))
    }
    #expect(view.exception == nil)
    #expect(view.shown == [[3, 2, 9], [4, 1]])
    view.performBatchUpdates {
      cells = [[5], [3, 2, 9], [4, 1]]
      view.insertSection(0)
    }
    #expect(view.shown == cells)
    // One that stays shows what it has shown.
    cells[0] = [6]
    view.performBatchUpdates {}
    #expect(view.shown[0] == [5])
    view.showAgain(path(0, 0))
    #expect(view.shown[0] == [6])
  }

  /// The order of data is never noticed, only counts.
  @Test func aViewDoesNotNoticeAnotherOrder() {
    var cells = [[1, 2, 3]]
    let view = View { cells }
    view.layOut()
    view.performBatchUpdates {
      cells = [[3, 1]]
      view.deleteItem(Self.path(0, 0))
    }
    #expect(view.exception == nil)
    #expect(view.shown == [[2, 3]])
  }

  @Test func dataThatIsSwappedBeforeTheFirstLayoutIsRefused() {
    var cells = [[1]]
    let view = View(mode: .likely) { cells }
    cells = [[1, 2]]
    view.insertItem(Self.path(0, 1))
    #expect(
      view.exception?.description.hasPrefix("Invalid update: invalid number of items") == true)
    #expect(view.exception?.certainty == .reported)
    let strict = View { cells }
    strict.performBatchUpdates {}
    #expect(strict.exception?.certainty == .doubtful)
    // After an exception it does nothing.
    strict.layOut()
    #expect(strict.shown.isEmpty)
  }

  /// A view asks for its counts again if its layout is invalid, or if it has no window. Its cells stay if these are the same.
  @Test func anInvalidLayoutAsksForTheCounts() {
    for mode in [ToolkitMode.likely, .strict] {
      var cells = [[1, 2]]
      let view = View(mode: mode) { cells }
      view.layOut()
      view.invalidateLayout()
      cells = [[3, 4]]
      view.layOut()
      #expect(view.shown == [[1, 2]] && view.askedCount == 2)
      view.invalidateLayout()
      cells = [[3, 4, 5]]
      view.layOut()
      #expect(view.shown == [[3, 4, 5]] && view.exception == nil)
      view.invalidateLayout()
      cells = [[3, 4]]
      view.deleteItem(Self.path(0, 2))
      #expect(view.exception?.certainty == (mode == .strict ? .doubtful : .reported))
    }
  }

  @Test func aViewWithoutAWindowAsksForTheCounts() {
    for isSwappedBefore in [false, true] {
      var cells = [[1, 2]]
      let view = View(mode: .likely) { cells }
      view.layOut()
      view.hasWindow = false
      if isSwappedBefore { cells = [[1, 2, 3]] }
      view.performBatchUpdates {
        cells = [[1, 2, 3]]
        view.insertItem(Self.path(0, 2))
      }
      #expect((view.exception?.certainty == .reported) == isSwappedBefore)
    }
    let strict = View { [[1]] }
    strict.layOut()
    strict.hasWindow = false
    strict.performBatchUpdates {}
    #expect(strict.exception?.certainty == .doubtful)
  }

  /// A data source that is asked for its cells tells the view of an update.
  @Test func anUpdateWhileAViewAsksIsRefused() {
    var (isFirst, view): (Bool, View?) = (true, nil)
    let other = View(mode: .likely) {
      if isFirst {
        isFirst = false
        view?.layOut()
        view?.insertItem(Self.path(0, 0))
      }
      return [[1]]
    }
    view = other
    other.layOut()
    #expect(
      other.exception?.description
        == "attempt to prepare a layout while a prepareLayout call was already in progress")
    #expect(other.shown.isEmpty)
  }

  /// Within an update, a cell is configured again for the path of before, by what the data source has at that moment.
  @Test func aCellIsConfiguredAgainAtOnce() {
    for isSwappedFirst in [false, true] {
      var cells = [[1, 2]]
      let view = View(mode: .likely) { cells }
      view.layOut()
      view.performBatchUpdates {
        #expect(view.isUpdating)
        if isSwappedFirst { cells = [[9, 1, 2]] }
        view.showAgain(Self.path(0, 1))
        cells = [[9, 1, 2]]
        view.insertItem(Self.path(0, 0))
      }
      // The cell of 2 shows 1, which has come to stand where 2 was.
      #expect(view.shown == [[9, 1, isSwappedFirst ? 1 : 2]] && view.exception == nil)
    }
  }

  @Test func theStrictModeRefusesWhatIsDoubtful() {
    let path = Self.path
    let cases: [(old: [Int], new: [Int], calls: (View) -> Void)] = [
      (
        [2, 1], [1, 2],
        {
          $0.moveSection(0, to: 1)
          $0.deleteItem(path(0, 0))
          $0.insertItem(path(1, 0))
        }
      ),
      (
        [3], [3],
        {
          $0.reloadItem(path(0, 0))
          $0.moveItem(path(0, 1), to: path(0, 2))
        }
      ),
      (
        [2], [],
        {
          $0.deleteSection(0)
          $0.deleteItem(path(0, 1))
        }
      ),
      (
        [1], [1, 1],
        {
          $0.insertSection(1)
          $0.insertItem(path(1, 0))
        }
      ),
      (
        [2], [1],
        {
          $0.deleteItem(path(0, 1))
          $0.deleteItem(path(0, 1))
        }
      ), ([0, 2], [0, 2], { $0.reloadSection(0) }),
      ([1], [2], { view in view.performBatchUpdates { view.insertItem(path(0, 0)) } }),
      ([1], [1], { $0.layOut() }), ([1], [1], { $0.invalidateLayout() }),
      ([1], [1], { $0.showAgain(path(0, 0)) }),
    ]
    for (index, one) in cases.enumerated() {
      // Nothing is known to throw here.
      #expect(Self.told(one.old, one.new, one.calls) == nil, "\(index)")
      #expect(Self.told(one.old, one.new, mode: .strict, one.calls) != nil, "\(index)")
    }
    #expect(Self.told([2, 1], [1, 2], mode: .strict) { $0.moveSection(0, to: 1) } == nil)
    #expect(Self.told([2], [2], mode: .strict) { $0.reloadItem(path(0, 0)) } == nil)
    // A move to the own path is fine, by reports.
    #expect(Self.told([2], [2], mode: .strict) { $0.moveItem(path(0, 1), to: path(0, 1)) } == nil)
  }

  // MARK: Scrolling

  /// The offset stays, so what is visible moves. It is clamped when items end before it.
  @Test func itemsBeforeTheVisiblePartMoveWhatIsShown() {
    var rows = [[10, 11, 12]]
    let view = View(height: { Double($0) }, source: { rows })
    view.visibleLength = 15
    view.scrollByHand(to: 12)
    #expect(view.visibleItems == [Self.path(0, 1), Self.path(0, 2)])
    view.performBatchUpdates {
      rows = [[5, 10, 11, 12]]
      view.insertItem(Self.path(0, 0))
    }
    #expect(view.offset == 12)
    #expect(view.visibleItems == [Self.path(0, 1), Self.path(0, 2), Self.path(0, 3)])
    view.performBatchUpdates {
      rows = [[5]]
      for item in 1...3 { view.deleteItem(Self.path(0, item)) }
    }
    #expect(view.offset == 0 && view.offsetCallCount == 0 && view.exception == nil)
  }

  @Test func aHeightIsEstimatedUntilTheItemIsVisible() {
    let view = View(height: { Double($0) }, source: { [[10, 20, 30, 40]] })
    (view.estimatedHeight, view.visibleLength) = (15, 25)
    view.layOut()
    #expect(view.visibleItems.count == 2 && view.contentLength == 60)
    view.scrollByHand(to: 60)
    // The third item begins at 30, and is so long that the last one is no longer visible.
    #expect(view.offset == 35 && view.visibleItems == [Self.path(0, 2)])
    #expect(view.contentLength == 75)
  }

  /// Offsets that would end what the user does, that lie where nothing is, and that are set within an update.
  @Test func doubtfulOffsetsAreRefused() {
    let source: () -> [[Int]] = { [[10, 10]] }
    for (offset, isScrolled) in [(5.0, true), (11, false), (-1, false), (.nan, false)] {
      for mode in [ToolkitMode.likely, .strict] {
        let view = View(mode: mode, height: { Double($0) }, source: source)
        view.visibleLength = 10
        view.layOut()
        view.isScrolled = isScrolled
        view.offset = offset
        #expect((view.exception?.certainty == .doubtful) == (mode == .strict), "\(offset)")
      }
    }
    let view = View(height: { Double($0) }, source: source)
    view.visibleLength = 10
    view.layOut()
    view.performBatchUpdates { view.offset = 5 }
    #expect(view.exception?.certainty == .doubtful)
  }
}
