import RosterLayout
import RosterTestKit
import Testing

@Suite("Rules: sizing and clipping") struct SizingRuleTests {
  @Test func theChildHasTheSizeAsFarAsTheRangeAllows() throws {
    let probe = Probe(1, 1)
    let run = try RuleRun(
      SizingRule(ComponentSize(width: 30, height: 80)), [probe], in: .range(0...100, 0...50))
    #expect(run.size == [30, 50])
    #expect(probe.first?.range == SizeRange(exactly: Size(width: 30, height: 50)))
    #expect(probe.first?.parentSize == ParentSize(width: 30, height: 50))
  }

  @Test func theRangeWinsOverTheSize() throws {
    let run = try RuleRun(
      SizingRule(ComponentSize(width: 10, maxHeight: 5)), [Probe(1, 1)],
      in: .range(40...100, 20...50))
    #expect(run.size == [40, 20])
  }

  @Test func percentagesReferToTheParent() throws {
    let run = try RuleRun(
      SizingRule(ComponentSize(width: .percent(50), height: .percent(10))), [Probe(1, 1)],
      in: SizeRange(), parentSize: ParentSize(width: 61))
    #expect(run.size == [31, 1])
  }

  @Test func whatIsLeftOpenIsTheChilds() throws {
    let probe = Probe(30, 10)
    let run = try RuleRun(
      SizingRule(ComponentSize(minWidth: 40, maxHeight: 8)), [probe], in: SizeRange())
    #expect(run.size == [40, 8])
    #expect(probe.first?.parentSize == ParentSize(height: 8))
  }

  @Test func withoutAChildTheSizeIsThere() throws {
    let run = try RuleRun(
      SizingRule(ComponentSize(width: 30, height: 8)), [], in: .range(0...100, 0...50))
    #expect(run.size == [30, 8])
  }

  @Test func aClippedChildIsAsLongAsItWantsAndTheWholeAsThereIsRoom() throws {
    let probe = Probe(30, 400)
    let run = try RuleRun(ClippingRule(.vertical), [probe], in: .range(0...100, 0...50))
    #expect(run.size == [30, 50])
    #expect(run.frame() == [0, 0, 30, 400])
    #expect(
      probe.questions.values.prefix(2).map { $0.range } == [
        .range(0...100, 0...50), .range(0...100, 0...(.infinity)),
      ])
  }

  @Test func aClippedChildThatIsShortIsNotStretched() throws {
    let run = try RuleRun(ClippingRule(.horizontal), [Probe(30, 10)], in: .range(0...100, 0...50))
    #expect(run.size == [30, 10])
    #expect(run.frame() == [0, 0, 30, 10])
  }

  @Test func alongOtherAxesAClippedChildKeepsToTheRange() throws {
    let run = try RuleRun(ClippingRule(.horizontal), [Probe(300, 100)], in: .range(0...80, 0...50))
    #expect(run.size == [80, 50])
    #expect(run.frame() == [0, 0, 300, 50])
  }
}
