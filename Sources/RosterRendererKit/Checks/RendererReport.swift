/// What a run has found out about a renderer.
public struct RendererReport: Hashable, Sendable {
  /// A rule that the renderer has broken.
  public struct Finding: Hashable, Sendable {
    /// The rule.
    public var rule: RendererRule
    /// After which batch of the log, from 1; 0 before the first; `nil` after the last, when
    /// everything is removed.
    public var batch: Int?
    /// What was expected and what was found, for people.
    public var message: String
  }

  /// What the renderer calls itself.
  public internal(set) var name: String?
  /// How many checks of each rule were good.
  public internal(set) var checkCounts: [RendererRule: Int] = [:]
  /// The number of batches that were shown.
  public internal(set) var batchCount = 0
  /// The number of changesets of the log that were refused, which a run skips.
  public internal(set) var refusedCount = 0
  /// What was broken after one batch, with which the run ends; empty if nothing was.
  public internal(set) var findings: [Finding] = []

  /// The rules that were broken, in their order.
  public var brokenRules: [RendererRule] {
    RendererRule.allCases.filter { rule in findings.contains { $0.rule == rule } }
  }
}

extension RendererReport {
  mutating func check(_ rule: RendererRule, after batch: Int?, _ messages: [String]) {
    if messages.isEmpty {
      checkCounts[rule, default: 0] += 1
    } else {
      // One fault is often found in many views.
      findings += messages.prefix(3).map { Finding(rule: rule, batch: batch, message: $0) }
    }
  }
}
