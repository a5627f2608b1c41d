/// The rules that a check has found broken, each with the first rows that break it.
struct BrokenRules {
  private var offenders: [CheckRule: [Int]] = [:]

  mutating func note(_ rule: CheckRule, _ number: Int) {
    if offenders[rule, default: []].count < 5 { offenders[rule, default: []].append(number) }
  }

  func contains(_ rule: CheckRule) -> Bool { offenders[rule] != nil }

  /// One line a rule.
  var messages: [String] {
    CheckRule.allCases.compactMap { rule in
      offenders[rule].map { "\(rule.rawValue): \($0.map(String.init).joined(separator: ", "))" }
    }
  }
}
