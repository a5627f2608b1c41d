import RosterLayout
import Testing

@Suite("Rules: inset") struct InsetRuleTests {
  @Test func theChildIsWithinTheInsetsAndTheWholeAroundThem() throws {
    let probe = Probe(30, 10)
    let run = try RuleRun(
      InsetRule(top: 1, left: 2, bottom: 3, right: 4), [probe], in: .range(0...100, 0...50))
    #expect(run.size == [36, 14])
    #expect(run.frame() == [2, 1, 30, 10])
  }

  @Test func theChildHasTheRangeAndTheParentLessTheInsets() throws {
    let probe = Probe(30, 10)
    _ = try RuleRun(
      InsetRule(top: 1, left: 2, bottom: 3, right: 4), [probe], in: .range(20...100, 8...50),
      parentSize: ParentSize(width: 200))
    #expect(probe.first?.range == .range(14...94, 4...46))
    #expect(probe.first?.parentSize == ParentSize(width: 194))
  }

  @Test func insetsBeyondTheRangeLeaveTheChildNothing() throws {
    let probe = Probe(30, 10)
    let run = try RuleRun(
      InsetRule(40), [probe], in: .range(0...50, 0...50),
      parentSize: ParentSize(width: 50, height: 50))
    #expect(probe.first?.range == SizeRange(exactly: .zero))
    #expect(probe.first?.parentSize == ParentSize(width: 0, height: 0))
    #expect(run.size == [50, 50])
  }

  @Test func percentagesReferToTheParent() throws {
    let run = try RuleRun(
      InsetRule(top: .percent(10), left: .percent(25)), [Probe(30, 10)],
      in: .range(0...500, 0...500), parentSize: ParentSize(width: 101, height: 60))
    #expect(run.frame() == [25, 6, 30, 10])
  }

  @Test func percentagesOfAnUnknownParentAreNothing() throws {
    let run = try RuleRun(
      InsetRule(.percent(50)), [Probe(30, 10)], in: SizeRange(), parentSize: ParentSize())
    #expect(run.frame() == [0, 0, 30, 10])
  }

  @Test func anInfiniteInsetTakesTheRoomThatIsLeft() throws {
    let probe = Probe(30, 10)
    let run = try RuleRun(
      InsetRule(left: .points(.infinity), bottom: .points(.infinity), right: 4), [probe],
      in: .range(80...100, 40...50))
    #expect(run.size == [100, 50])
    #expect(run.frame() == [66, 0, 30, 10])
    #expect(probe.first?.range == .range(0...96, 0...50))
  }

  @Test func twoInfiniteInsetsCenterAtAWholePoint() throws {
    let run = try RuleRun(
      InsetRule(.points(.infinity)), [Probe(30, 10)], in: .range(0...101, 0...50))
    #expect(run.frame() == [36, 20, 30, 10])
  }

  @Test func anInfiniteInsetFillsTheParent() throws {
    let run = try RuleRun(
      InsetRule(right: .points(.infinity)), [Probe(30, 10)], in: SizeRange(),
      parentSize: ParentSize(width: 200, height: 100))
    #expect(run.size == [200, 10])
  }

  @Test func anInfiniteInsetWithoutAnEndLeavesTheChildItsSize() throws {
    let run = try RuleRun(
      InsetRule(left: .points(.infinity), right: 5), [Probe(30, 10)], in: SizeRange(),
      parentSize: ParentSize())
    #expect(run.size == [35, 10])
    #expect(run.frame() == [0, 0, 30, 10])
  }

  @Test(arguments: [LayoutLength.points(.nan), .points(-.infinity), .auto, .percent(.nan)])
  func whatIsNoLengthIsNothing(inset: LayoutLength) throws {
    let run = try RuleRun(InsetRule(inset), [Probe(30, 10)], in: .range(0...100, 0...50))
    #expect(run.size == [30, 10])
    #expect(run.frame() == [0, 0, 30, 10])
  }

  @Test func aNegativeInsetLetsTheChildReachOut() throws {
    let run = try RuleRun(InsetRule(left: -5), [Probe(30, 10)], in: .range(0...100, 0...50))
    #expect(run.size == [25, 10])
    #expect(run.frame() == [-5, 0, 30, 10])
  }

  @Test func withoutAChildThereIsNothing() throws {
    #expect(try RuleRun(InsetRule(9), [], in: .range(3...100, 0...50)).size == [3, 0])
  }
}
