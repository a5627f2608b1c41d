import RosterJSON
import RosterMounting
import RosterRendererKit
import RosterLog
import Testing

/// The reference keeps all rules; each broken renderer breaks one.
@Suite("RendererCheck, rules")
struct RendererRuleTests {
  private func reference() -> HostUnderTest<ReferenceHost> {
    let host = ReferenceHost()
    return HostUnderTest(
      host, in: host.container, hello: WireHello(size: host.size, unsettable: .all))
  }

  @Test(arguments: 0..<10 as Range<UInt64>) func referenceKeepsAllRules(_ seed: UInt64) {
    var renderer = reference()
    let report = RendererCheck(seed: seed, batchCount: 60).report(on: &renderer)
    #expect(report.findings.isEmpty, "\(report.findings)")
    #expect(report.batchCount == 60)
    #expect(report.refusedCount == 0)
    #expect(Set(report.checkCounts.keys) == Set(RendererRule.allCases))
    #expect(renderer.host.keptCount == 0)
  }

  @Test func referenceThatCannotUnsetKeepsAllRules() {
    let host = ReferenceHost()
    var renderer = HostUnderTest(host, in: host.container, hello: WireHello(size: host.size))
    let report = RendererCheck(seed: 3, batchCount: 60).report(on: &renderer)
    #expect(report.findings.isEmpty, "\(report.findings)")
  }

  @Test(arguments: RendererRule.allCases) func eachFaultIsCaughtByItsRule(_ rule: RendererRule) {
    for seed in 0..<4 as Range<UInt64> {
      var renderer = BrokenHost(rule).renderer
      let report = RendererCheck(seed: seed, batchCount: 100).report(on: &renderer)
      #expect(report.brokenRules == [rule], "seed \(seed): \(report.findings)")
    }
  }

  @Test(arguments: RendererRule.allCases) func failingRunIsShrunk(_ rule: RendererRule) throws {
    let check = RendererCheck(seed: 5, batchCount: 30)
    var renderer = BrokenHost(rule).renderer
    let report = check.report(on: &renderer)
    let log = try check.shrunkLog(for: report) { BrokenHost(rule).renderer }
    for index in log.entries.indices {
      var entries = log.entries
      entries.remove(at: index)
      var renderer = BrokenHost(rule).renderer
      let smaller = RendererCheck(log: ChangesetLog(header: log.header, entries: entries)).report(
        on: &renderer)
      #expect(
        smaller.brokenRules != [rule] || smaller.refusedCount > 0,
        "entry \(index) is not needed in \(String(decoding: log.bytes, as: UTF8.self))")
    }
    // It is a log like any other, and fails again.
    let again = RendererCheck(log: try ChangesetLog(log.bytes))
    var other = BrokenHost(rule).renderer
    #expect(again.report(on: &other).brokenRules == [rule])
    var good = reference()
    #expect(again.report(on: &good).findings.isEmpty)
  }

  @Test func seedDecidesTheBatches() {
    let log = RendererCheck(seed: 9).log
    #expect(log == RendererCheck(seed: 9).log)
    #expect(log != RendererCheck(seed: 10).log)
    #expect(log.entries.count == 100)
  }
}
