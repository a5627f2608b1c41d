import RosterLayout
import Testing

@Suite("Rules: backgrounds, overlays and stacks") struct LayeringRuleTests {
  private let range = SizeRange.range(10...100, 0...50)
  private let parent = ParentSize(width: 300)

  @Test func theBackgroundHasExactlyTheSizeOfTheContent() throws {
    let (background, content) = (Probe(1, 1), Probe(30, 10))
    let run = try RuleRun(BackgroundRule(), [background, content], in: range, parentSize: parent)
    #expect(run.size == [30, 10])
    #expect(run.frame(0) == [0, 0, 30, 10])
    #expect(run.frame(1) == [0, 0, 30, 10])
    #expect(content.first == Probe.Question(range: range, parentSize: parent))
    let size = Size(width: 30, height: 10)
    #expect(
      background.first
        == Probe.Question(range: SizeRange(exactly: size), parentSize: ParentSize(size)))
    #expect(run.layout.zOrder == nil)
  }

  @Test func theOverlayHasExactlyTheSizeOfTheContent() throws {
    let (content, overlay) = (Probe(30, 10), Probe(90, 90))
    let run = try RuleRun(OverlayRule(), [content, overlay], in: range, parentSize: parent)
    #expect(run.size == [30, 10])
    #expect(run.frame(0) == [0, 0, 30, 10])
    #expect(run.frame(1) == [0, 0, 30, 10])
    #expect(content.first == Probe.Question(range: range, parentSize: parent))
    #expect(overlay.first?.range == SizeRange(exactly: Size(width: 30, height: 10)))
    #expect(run.layout.zOrder == nil)
  }

  @Test func contentAloneIsLaidOutAsWithoutTheRule() throws {
    #expect(try RuleRun(BackgroundRule(), [Probe(30, 60)], in: range).size == [30, 50])
    #expect(try RuleRun(OverlayRule(), [Probe(30, 60)], in: range).size == [30, 50])
    #expect(try RuleRun(BackgroundRule(), [], in: range).size == [10, 0])
    #expect(try RuleRun(OverlayRule(), [], in: range).size == [10, 0])
  }

  @Test func aStackIsAsLargeAsTheLargestAlongEachAxis() throws {
    let probes = [Probe(30, 10), Probe(20, 40), Probe(5, 5)]
    let run = try RuleRun(LayeredRule(), probes, in: range, parentSize: parent)
    #expect(run.size == [30, 40])
    #expect(run.frame(0) == [0, 0, 30, 10])
    #expect(run.frame(1) == [0, 0, 20, 40])
    #expect(run.frame(2) == [0, 0, 10, 5])
    for probe in probes {
      #expect(probe.first == Probe.Question(range: range, parentSize: parent))
    }
  }

  @Test func aStackDrawsToTheUpperRightIfItIsTold() throws {
    let run = try RuleRun(
      LayeredRule(.topRight), [Probe(30, 10), Probe(20, 40)], in: .range(0...100, 0...50))
    #expect(run.frame(0) == [0, 0, 30, 10])
    #expect(run.frame(1) == [10, 0, 20, 40])
  }

  @Test func aStackOfNothingIsAsSmallAsItMayBe() throws {
    #expect(try RuleRun(LayeredRule(), [], in: range).size == [10, 0])
    #expect(try RuleRun(EmptyRule(), [Probe(30, 30)], in: range).size == [10, 0])
  }
}
