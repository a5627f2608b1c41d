import RosterComponents
import RosterCore
import RosterLayout
import Testing

/// Each box that a rule lays out, with what it is given.
@Suite("Layout: containers") struct ContainerTests {
  private func frames(
    _ range: SizeRange = SizeRange(exactly: Size(width: 20, height: 10)),
    @NodeBuilder<Never> _ node: () -> Node<Never>
  ) throws -> [String] {
    try TreeBuilder().build(node()).tree.laidOut(in: LayoutConstraints(range)).frames
  }

  private var box: ViewNode<Never> { ViewNode("box").frame(width: 4, height: 2) }

  @Test func inset() throws {
    #expect(
      try frames { Inset(top: 1, left: 2, bottom: 3, right: 4) { ViewNode("v") } }
        == ["v 2 1 14 6"])
    #expect(
      try frames { Inset(top: .points(.infinity), left: .points(.infinity)) { box } }
        == ["box 16 8 4 2"])
  }

  @Test func background() throws {
    let range = SizeRange()
    #expect(
      try frames(range) {
        Background {
          ViewNode("back")
        } content: {
          box
        }
      }
        == ["back 0 0 4 2", "box 0 0 4 2"])
  }

  @Test func overlay() throws {
    #expect(
      try frames(SizeRange()) {
        Overlay {
          ViewNode("front")
        } content: {
          box
        }
      }
        == ["box 0 0 4 2", "front 0 0 4 2"])
  }

  @Test func center() throws {
    #expect(try frames { Center { box } } == ["box 8 4 4 2"])
    #expect(try frames { Center(.horizontal) { box } } == ["box 8 0 4 10"])
  }

  @Test func ratio() throws {
    #expect(
      try frames(SizeRange(max: Size(width: 20, height: 10))) {
        Ratio(heightByWidth: 2) { ViewNode("v") }
      } == ["v 0 0 5 10"])
  }

  @Test func `static`() throws {
    #expect(
      try frames {
        StaticBox([.init(Point(x: 1, y: 2)), .init(Point(x: 9, y: 0))]) {
          box
          box
        }
      } == ["box 1 2 4 2", "box 9 0 4 2"])
  }

  @Test func sizing() throws {
    #expect(
      try frames(SizeRange()) { Sizing(width: 7, height: 3) { ViewNode("v") } } == ["v 0 0 7 3"])
  }

  @Test func clipping() throws {
    #expect(
      try frames(SizeRange(max: Size(width: 3, height: 10))) { Clipping(.horizontal) { box } }
        == ["box 0 0 4 2"])
  }

  @Test func zStack() throws {
    #expect(
      try frames(SizeRange()) {
        LayeredBox(.topRight) {
          box
          ViewNode("v").frame(width: 6, height: 1)
        }
      } == ["box 2 0 4 2", "v 0 0 6 1"])
  }

  /// Children one behind the other, each as far from the end as it is from the start.
  private struct Reversed: LayoutRule {
    func layout(
      _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
    ) -> RuleLayout {
      var layout = RuleLayout(size: range.max)
      var x = range.max.width
      for index in 0..<children.count {
        let child = children.layout(index, in: SizeRange(), parentSize: parentSize)
        x -= child.size.width
        layout.children.append(.init(index: index, position: Point(x: x, y: 0), layout: child))
      }
      return layout
    }
  }

  @Test func aRuleOfAnApplication() throws {
    #expect(
      try frames {
        CustomLayout(Reversed()) {
          box
          ViewNode("v").frame(width: 6, height: 1)
        }
      } == ["box 16 0 4 2", "v 10 0 6 1"])
  }

  // MARK: What a rule is given

  @Test func whatIsOneBoxIsWhatTheRuleLaysOut() throws {
    #expect(try frames { Inset(1) { Caption("a") } } == ["text 1 1 18 8"])
    #expect(try frames { Inset(1) { Node { Node { Caption("a") } } } } == ["text 1 1 18 8"])
  }

  @Test func whatAreSeveralBoxesIsAColumn() throws {
    #expect(
      try frames {
        Inset(1) {
          Caption("a")
          Caption("b")
        }
      } == ["text 1 1 18 1", "text 1 2 18 1"])
  }

  @Test func whatIsNothingIsAnEmptyColumn() throws {
    #expect(
      try frames(SizeRange()) {
        Background {
          box
        } content: {
        }
      } == ["box 0 0 0 0"])
  }

  // MARK: What is not there

  @Test func aViewThatIsNotDisplayedHasNoSize() throws {
    let tree = try frames {
      ViewNode("v") {
        ViewNode("a").display(.none).height(3)
        ViewNode("b").height(1)
      }
    }
    #expect(tree == ["v 0 0 20 10", "a none", "b 0 0 20 1"])
  }

  /// Shows nothing of what it is given.
  private struct Hiding: LayoutRule {
    func layout(
      _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
    ) -> RuleLayout { RuleLayout(size: range.min) }
  }

  @Test func whatARuleLeavesOutHasNoFrame() throws {
    #expect(
      try frames { CustomLayout(Hiding()) { ViewNode("a") { ViewNode("b") } } }
        == ["a none", "b none"])
  }

  // MARK: Order

  @Test func viewsAreDrawnByTheirIndexAcrossBoxes() throws {
    let views = try TreeBuilder().build(
      Node<Never> {
        ViewNode("v") {
          Flex {
            ViewNode("a").zIndex(1)
            ViewNode("b")
          }
          .zIndex(2)
          ViewNode("c")
          ViewNode("d").zIndex(-1)
        }
      }
    ).tree.laidOut(width: 20).views
    #expect(views[0].children.map { $0.spec.className } == ["a", "b", "c", "d"])
    #expect(views[0].zOrder == [3, 2, 1, 0])
    #expect(views[0].children[0].zOrder == nil)
  }
}
