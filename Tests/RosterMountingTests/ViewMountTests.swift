import RosterComponents
import RosterJSON
import RosterMounting
import RosterRecordingHost
import Testing

@Suite("ViewMount")
struct ViewMountTests {
  private let test = MountUnderTest()
  private var host: RecordingHost { test.host }

  private func rows(_ names: [Int]) -> [ViewTree] { names.map { .row($0, ["text": 1]) } }

  /// Returns counts of zero, apart from those that a closure changes.
  private func only(_ change: (inout MountCounts) -> Void) -> MountCounts {
    var counts = MountCounts()
    change(&counts)
    return counts
  }

  // MARK: Attributes

  @Test func anEqualAttributeIsNotSet() {
    test.render([.view("a", ["text": 1, "size": 1])])
    let counts = test.render([.view("a", ["text": 2, "size": 1])])
    #expect(counts == only { $0.set = 1 })
  }

  @Test func anAttributeThatIsNoLongerDescribedIsUnset() {
    test.render([.view("a", ["text": 1, "size": 1])])
    #expect(test.render([.view("a", ["size": 1])]) == only { $0.unset = 1 })
  }

  @Test func whatCannotBeUnsetNeedsAnotherView() {
    test.render([.view("a", ["_shadow": 1])])
    #expect(
      test.render([.view("a")])
        == only {
          $0.made = 1
          $0.hidden = 1
        })
    let back = test.render([.view("a", ["_shadow": 2])])
    #expect(
      back
        == only {
          $0.reused = 1
          $0.set = 1
          $0.shown = 1
          $0.hidden = 1
        })
  }

  @Test func aRecycledViewIsComparedWithWhatItShowedItself() {
    test.render([.row(1, ["text": 1]), .row(2, ["text": 2])])
    test.render([.row(2, ["text": 2])])
    // The view of the first row is hidden, and has the text already.
    let counts = test.render([.row(2, ["text": 2]), .row(3, ["text": 1])])
    #expect(
      counts
        == only {
          $0.reused = 1
          $0.shown = 1
          $0.moved = 1
        })
  }

  // MARK: Rows

  @Test(arguments: [2, 3, 10, 100])
  func movingOneOfManyChildrenMovesOneView(_ count: Int) {
    let names = Array(0..<count)
    test.render(rows(names))
    #expect(test.render(rows(names.dropFirst() + [0])) == only { $0.moved = 1 })
    #expect(test.render(rows(names)) == only { $0.moved = 1 })
    #expect(host.shownNumbers() == names.map { $0 + 1 })
  }

  @Test func aComponentKeepsItsViewWhereverItMoves() {
    test.render(rows([1, 2, 3]))
    test.render(rows([3, 1, 2]))
    #expect(host.shownNumbers() == [3, 1, 2])
  }

  @Test func theSiblingsOfTheFocusedViewMove() {
    test.render(rows([1, 2, 3, 4]))
    host.focusedView = host.shownViews(in: host.container)[0]
    #expect(test.render(rows([2, 3, 4, 1])) == only { $0.moved = 3 })
    #expect(host.focusedView != nil)
  }

  @Test func theFocusedViewIsNotRecycledForAnotherComponent() {
    test.render(rows([1]))
    host.focusedView = host.shownViews(in: host.container)[0]
    test.render(rows([2]))
    #expect(host.shownNumbers() == [2])
    test.render(rows([3]))
    #expect(host.shownNumbers() == [2], "without the focus it is recycled")
  }

  @Test func theDrawingOrderIsThatOfTheViews() {
    var stack = ViewTree.view("stack", [:], rows([1, 2, 3]))
    stack.zOrder = [2, 0, 1]
    test.render([stack])
    #expect(host.shownNumbers(in: RecordingHost.View(number: 1)) == [4, 2, 3])
    stack.zOrder = nil
    #expect(test.render([stack]) == only { $0.moved = 1 })
  }

  @Test(arguments: [[5, 1, 1, -3], [], [2], [1, 0, 2, 0]])
  func aDrawingOrderThatIsNoneShowsAllChildren(_ order: [Int]) {
    var stack = ViewTree.view("stack", [:], rows([1, 2, 3]))
    stack.zOrder = order
    test.mount.render([stack], isLaidOut: false)
    #expect(host.faults.isEmpty)
    #expect(host.shownNumbers(in: RecordingHost.View(number: 1)).sorted() == [2, 3, 4])
  }

  @Test func viewsThatDoNotBelongToTheMountStay() {
    let foreign = host.addForeignView()
    test.render(rows([1, 2]))
    test.render(rows([2]))
    test.mount.removeAll()
    #expect(host.attachedNumbers == [foreign.number])
  }

  @Test func aViewWithoutAFrameIsNotDisplayedInALaidOutTree() {
    test.render([ViewTree.row(1).framed(), .row(2)], isLaidOut: true)
    #expect(host.shownNumbers().count == 1)
    test.render([ViewTree.row(1).framed(), ViewTree.row(2).framed()], isLaidOut: true)
    #expect(host.shownNumbers().count == 2)
  }

  @Test func aContainerThatMovesDoesNotTouchItsContent() {
    var stack = ViewTree.view("stack", [:], rows([1, 2]).map { $0.framed() })
    test.render([stack.framed(at: 1)], isLaidOut: true)
    stack = stack.framed(at: 2)
    #expect(test.render([stack], isLaidOut: true) == only { $0.framed = 1 })
  }

  // MARK: The pool

  @Test func viewsWithinEnterAndLeaveThePoolWithTheirContainer() {
    let stack = ViewTree.view("stack", [:], rows([1, 2]))
    test.render([stack])
    test.render([])
    #expect(host.existingViews.count { host.isPooled($0) } == 3)
    #expect(
      test.render([stack])
        == only {
          $0.reused = 1
          $0.shown = 1
        })
    #expect(!host.existingViews.contains { host.isPooled($0) })
  }

  @Test func aViewThatWasHiddenByItselfStaysInItsPoolWhenItsContainerReturns() {
    let stack = ViewTree.view("stack", [:], rows([1]))
    test.render([.view("stack", [:], rows([1, 2]))])
    for views in [[stack], [], [stack]] { test.render(views) }
    #expect(host.existingViews.count { host.isPooled($0) } == 1)
  }

  @Test func theViewThatWasHiddenFirstIsLetGoFirst() {
    let test = MountUnderTest(poolCountMax: 2)
    test.render([.view("a"), .view("b"), .view("c"), .view("d")])
    for rest in [["b", "c", "d"], ["c", "d"]] { test.render(rest.map { .view($0) }) }
    #expect(test.render([.view("d")]).letGo == 1)
    #expect(test.render([.view("d"), .view("c"), .view("b")]).made == 0)
    #expect(test.render([.view("a")]).made == 1)
  }

  @Test func theViewThatWasHiddenLastIsRecycledFirst() {
    for names in [[1, 2, 3], [1, 3], [3]] { test.render(rows(names)) }
    test.render(rows([3, 4]))
    #expect(host.shownNumbers() == [3, 1])
    test.render(rows([3, 4, 5]))
    #expect(host.shownNumbers() == [3, 1, 2])
  }

  @Test func aComponentThatReturnsGetsItsOwnViewBack() {
    for names in [[1, 2, 3], [1, 3], [3]] { test.render(rows(names)) }
    test.render(rows([2, 3]))
    #expect(host.shownNumbers() == [2, 3])
  }

  @Test func withoutAPoolViewsAreLetGoAtOnce() {
    let test = MountUnderTest(poolCountMax: 0)
    test.render([.view("stack", [:], rows([1, 2]))])
    #expect(test.render([]) == only { $0.letGo = 3 })
    #expect(test.host.existingViews.isEmpty)
  }

  @Test func aViewIsNotTakenForAnotherTypeOfComponent() {
    test.render([.row(1, of: "Row")])
    #expect(test.render([.row(1, of: "Header")]).made == 1)
    #expect(test.render([.row(2, of: "Row")]).reused == 1)
  }

  // MARK: Everything

  @Test func anUnchangedRenderDoesNothing() {
    let views = [ViewTree.view("stack", ["text": 1], rows([1, 2, 3]))]
    test.render(views)
    let callCount = host.callCount
    #expect(test.render(views) == MountCounts())
    #expect(host.callCount == callCount)
  }

  @Test func aDeepTreeIsRenderedWithoutRecursion() {
    let deep = (0..<2_000).reduce(ViewTree.view("a")) { inner, _ in .view("a", [:], [inner]) }
    #expect(test.mount.render([deep], isLaidOut: false).made == 2_001)
    #expect(test.mount.removeAll().letGo == 2_001)
    #expect(host.faults.isEmpty)
  }

  @Test func aShownViewHasItsDescriptionAndAHiddenOneHasNone() throws {
    test.render(rows([1, 2]))
    let last = try #require(host.shownViews(in: host.container).last)
    #expect(test.mount.description(of: last) == rows([2])[0])
    test.render(rows([1]))
    #expect(test.mount.description(of: last) == nil)
    #expect(test.mount.description(of: host.container) == nil)
  }

  @Test func afterAllViewsAreLetGoTheMountCanBeUsedAgain() {
    test.render(rows([1, 2]))
    #expect(test.mount.removeAll() == only { $0.letGo = 2 })
    #expect(test.render(rows([1, 2])).made == 2)
  }
}
