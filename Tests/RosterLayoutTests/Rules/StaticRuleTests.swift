import RosterLayout
import Testing

@Suite("Rules: static") struct StaticRuleTests {
  @Test func childrenStandWhereTheyAreTold() throws {
    let run = try RuleRun(
      StaticRule([.init(Point(x: 5, y: 6)), .init(Point(x: -2, y: 40))]),
      [Probe(30, 10), Probe(20, 20)], in: .range(0...100, 0...50))
    #expect(run.size == [100, 50])
    #expect(run.frame(0) == [5, 6, 30, 10])
    #expect(run.frame(1) == [-2, 40, 20, 10])
  }

  @Test func aChildWithoutASizeReachesToTheEdge() throws {
    let (near, far) = (Probe(300, 300), Probe(300, 300))
    _ = try RuleRun(
      StaticRule([.init(Point(x: 5, y: 6)), .init(Point(x: 500, y: 0))]), [near, far],
      in: .range(10...100, 0...50))
    #expect(near.first?.range == .range(0...95, 0...44))
    #expect(far.first?.range == .range(0...0, 0...50))
  }

  @Test func sizesReferToTheWholeWhereItHasAnEnd() throws {
    let probe = Probe(300, 300)
    let size = ComponentSize(width: .percent(50), height: .percent(50))
    _ = try RuleRun(
      StaticRule([.init(size: size)]), [probe], in: .range(0...101, 0...(.infinity)),
      parentSize: ParentSize(width: 9, height: 9))
    #expect(probe.first?.range == .range(51...51, 0...(.infinity)))
    #expect(probe.first?.parentSize == ParentSize(width: 101))
  }

  @Test func withoutAnEndTheWholeReachesAsFarAsTheChildren() throws {
    let run = try RuleRun(
      StaticRule([.init(Point(x: 5, y: 6)), .init(Point(x: 50, y: 2))]),
      [Probe(30, 10), Probe(20, 8)], in: .range(12...(.infinity), 30...(.infinity)))
    #expect(run.size == [70, 30])
  }

  @Test func childrenWithoutAPlaceStandAtTheOrigin() throws {
    let run = try RuleRun(StaticRule([]), [Probe(30, 10)], in: .range(0...100, 0...50))
    #expect(run.frame() == [0, 0, 30, 10])
  }

  @Test func aPlaceThatIsNotFiniteIsTheOrigin() throws {
    let run = try RuleRun(
      StaticRule([.init(Point(x: .nan, y: .infinity))]), [Probe(30, 10)],
      in: .range(0...100, 0...50))
    #expect(run.frame() == [0, 0, 30, 10])
  }
}
