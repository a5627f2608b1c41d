import RosterComponents
import RosterCore
import Testing

/// What controllers learn of what is in sight.
@Suite("ControllerHost: display") struct DisplayTests {
  typealias Tree = ComponentTree<Never>

  private let log = ControllerLog()
  private let host: ControllerHost<String>
  private let item = TreeID.item(ItemID(rawValue: 1))
  private let other = TreeID.item(ItemID(rawValue: 2))

  init() {
    host = ControllerHost(sink: EditRecorder())
    host.register { [log] in BoxController($0, $1, log: log) }
  }

  @discardableResult
  private func show(_ names: String..., of id: TreeID? = nil, after previous: Tree? = nil) -> Tree {
    let tree = Tree.boxes(names.map { AnimatedBox(name: $0) }, after: previous)
    host.apply(removing: [], updating: [(id ?? item, tree)])
    return tree
  }

  /// What was noted of appearing and of the end.
  private func take() -> [String] {
    log.take().filter {
      $0.hasSuffix("Appear") || $0.hasSuffix("Disappear") || $0.hasSuffix("invalidate")
    }
  }

  @Test func whatIsAnnouncedTwiceAppearsOnce() {
    show("a")
    host.willDisplay(item)
    host.willDisplay(item)
    #expect(take() == ["a treeWillAppear"])
    host.didEndDisplaying(item)
    host.didEndDisplaying(item)
    #expect(take() == ["a treeDidDisappear"])
    host.willDisplay(item)
    #expect(take() == ["a treeWillAppear"])
  }

  @Test func whatComesIntoADisplayedTreeAppears() {
    let tree = show("a")
    host.willDisplay(item)
    #expect(take() == ["a treeWillAppear"])
    show("a", "b", after: tree)
    #expect(log.take() == ["b init 0", "b didInit", "b treeWillAppear"])
    host.didEndDisplaying(item)
    #expect(take() == ["a treeDidDisappear", "b treeDidDisappear"])
  }

  @Test func whatLeavesADisplayedTreeDisappearsBeforeItIsInvalidated() {
    let tree = show("a", "b")
    host.willDisplay(item)
    _ = take()
    show("a", after: tree)
    #expect(take() == ["b treeDidDisappear", "b invalidate"])
  }

  @Test func whatTakesThePlaceOfAnotherAppearsAfterThatHasGone() {
    let tree = show("a")
    host.willDisplay(item)
    _ = take()
    show("b", after: tree)
    #expect(
      log.take() == [
        "b init 0", "b didInit", "a treeDidDisappear", "a invalidate", "b treeWillAppear",
      ])
  }

  @Test func anItemMayBeAnnouncedBeforeItsTreeComes() {
    host.willDisplay(item)
    #expect(host.isDisplayed(item) && take() == [])
    show("a")
    #expect(log.take() == ["a init 0", "a didInit", "a treeWillAppear"])
    host.willDisplay(other)
    host.didEndDisplaying(other)
    show("b", of: other)
    #expect(log.take() == ["b init 0", "b didInit"])
  }

  @Test func whatIsRemovedWhileItIsDisplayedDisappearsAndIsInvalidated() {
    show("a")
    host.willDisplay(item)
    _ = take()
    host.remove([item])
    #expect(take() == ["a treeDidDisappear", "a invalidate"])
    host.didEndDisplaying(item)
    #expect(take() == [] && !host.isDisplayed(item))
  }

  @Test func whatComesBackAppearsOnlyWhenItIsAnnouncedAnew() {
    let tree = show("a")
    host.willDisplay(item)
    host.apply(removing: [item], updating: [(other, tree)])
    _ = take()
    show("a")
    #expect(log.take() == ["a init 0", "a didInit"])
    host.willDisplay(item)
    #expect(take() == ["a treeWillAppear"])
  }

  @Test func aTreeThatIsEvictedAndComesBackIsStillDisplayed() {
    show("a")
    host.willDisplay(item)
    _ = take()
    host.evict([item])
    #expect(take() == ["a treeDidDisappear", "a invalidate"])
    show("a")
    #expect(take() == ["a treeWillAppear"])
    host.evict([item])
    host.didEndDisplaying(item)
    _ = take()
    show("a")
    #expect(take() == [])
  }

  @Test func removingEverythingEndsWhatIsDisplayedOnce() {
    show("a")
    show("b", of: other)
    host.willDisplay(item)
    host.willDisplay(TreeID.item(ItemID(rawValue: 3)))
    _ = take()
    host.removeAll()
    host.removeAll()
    #expect(take() == ["a treeDidDisappear", "a invalidate", "b invalidate"])
    #expect(!host.isDisplayed(TreeID.item(ItemID(rawValue: 3))))
  }

  // MARK: Cells

  @Test func whatMovesToAnotherCellStaysDisplayed() {
    show("a")
    host.willDisplay(item, in: "cell 1")
    host.willDisplay(item, in: "cell 2")
    host.didEndDisplaying(item, in: "cell 1")
    #expect(take() == ["a treeWillAppear"])
    host.didEndDisplaying(item, in: "cell 1")
    #expect(take() == [])
    host.didEndDisplaying(item, in: "cell 2")
    #expect(take() == ["a treeDidDisappear"])
  }

  @Test func aCellThatIsReusedEndsWhatItHadAfterItHasAnother() {
    show("a")
    show("b", of: other)
    host.willDisplay(item, in: "cell")
    host.willDisplay(other, in: "cell")
    host.didEndDisplaying(item, in: "cell")
    #expect(take() == ["a treeWillAppear", "b treeWillAppear", "a treeDidDisappear"])
    #expect(host.isDisplayed(other) && !host.isDisplayed(item))
  }

  // MARK: Everything in sight

  @Test func whatIsInSightIsSaidAsAWhole() {
    let third = TreeID.item(ItemID(rawValue: 3))
    show("a")
    show("b", of: other)
    show("c", of: third)
    host.setDisplayed([item, other])
    #expect(take() == ["a treeWillAppear", "b treeWillAppear"])
    host.setDisplayed([other, item])
    #expect(take() == [])
    host.setDisplayed([other, third, third])
    #expect(take() == ["a treeDidDisappear", "c treeWillAppear"])
    host.willDisplay(item, in: "cell")
    _ = take()
    host.setDisplayed([TreeID]())
    #expect(take() == ["a treeDidDisappear", "b treeDidDisappear", "c treeDidDisappear"])
  }

  @Test func aControllerMaySayWhatIsInSightWhileItIsTold() {
    show("a")
    show("b", of: other)
    log.reactions["a treeWillAppear"] = { [host, other] in host.setDisplayed([other]) }
    host.setDisplayed([item, other])
    #expect(take() == ["a treeWillAppear", "b treeWillAppear", "a treeDidDisappear"])
    #expect(!host.isDisplayed(item) && host.isDisplayed(other))
  }

  @Test func headersAndFootersAreDisplayedAsItemsAre() {
    let header = TreeID.supplement(SupplementID(.header, of: SectionID(rawValue: 1)))
    let footer = TreeID.supplement(SupplementID(.footer, of: SectionID(rawValue: 1)))
    let tree = Tree.boxes([AnimatedBox(name: "a")])
    host.apply(removing: [], updating: [(header, tree), (footer, tree)])
    host.willDisplay(header)
    #expect(take() == ["a treeWillAppear"])
    host.willDisplay(item)
    host.setDisplayed([header, item])
    #expect(take() == [])
    host.remove([header])
    #expect(take() == ["a treeDidDisappear", "a invalidate"])
    #expect(host.isDisplayed(item) && !host.isDisplayed(footer))
  }
}
