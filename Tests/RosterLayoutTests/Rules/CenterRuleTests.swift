import RosterLayout
import Testing

@Suite("Rules: center") struct CenterRuleTests {
  @Test func theChildIsInTheMiddleOfAllRoomThatThereIs() throws {
    let probe = Probe(31, 10)
    let run = try RuleRun(CenterRule(), [probe], in: .range(40...100, 20...50))
    #expect(run.size == [100, 50])
    #expect(run.frame() == [35, 20, 31, 10])
    #expect(probe.first?.range == .range(0...100, 0...50))
    #expect(probe.first?.parentSize == ParentSize(width: 100, height: 50))
  }

  @Test func alongOtherAxesTheChildKeepsTheLeastLengthAndStandsAtTheStart() throws {
    let probe = Probe(30, 10)
    let run = try RuleRun(CenterRule(.horizontal), [probe], in: .range(40...100, 20...50))
    #expect(run.size == [100, 50])
    #expect(run.frame()[..<2] == [35, 0])
    #expect(probe.first?.range == .range(0...100, 20...50))
    let vertical = try RuleRun(CenterRule(.vertical), [Probe(30, 10)], in: .range(0...100, 0...50))
    #expect(vertical.frame()[..<2] == [0, 20])
  }

  @Test func withoutAnEndTheWholeIsAsLargeAsTheChild() throws {
    let probe = Probe(30, 10)
    let run = try RuleRun(CenterRule(), [probe], in: .range(0...100, 0...(.infinity)))
    #expect(run.size == [100, 10])
    #expect(run.frame() == [35, 0, 30, 10])
    #expect(probe.first?.parentSize == ParentSize(width: 100))
  }

  @Test func alongAMinimumAxisTheWholeIsNoLargerThanTheChild() throws {
    let run = try RuleRun(
      CenterRule(minimum: .vertical), [Probe(30, 10)], in: .range(0...100, 0...50))
    #expect(run.size == [100, 10])
    #expect(run.frame() == [35, 0, 30, 10])
    let both = try RuleRun(
      CenterRule(minimum: .both), [Probe(30, 10)], in: .range(0...100, 0...50))
    #expect(both.size == [30, 10])
  }

  @Test func theLeastSizeHoldsForTheWholeAlsoAlongAMinimumAxis() throws {
    let run = try RuleRun(
      CenterRule(minimum: .both), [Probe(30, 10)], in: .range(40...100, 20...50))
    #expect(run.size == [40, 20])
    #expect(run.frame() == [5, 5, 30, 10])
  }

  @Test func withoutAChildThereIsNothing() throws {
    #expect(try RuleRun(CenterRule(), [], in: .range(3...9, 0...9)).size == [3, 0])
  }
}
