internal import RosterCore

/// The rules that a check has found broken, each with the first rows that break it.
struct BrokenRules {
  private var offenders: [CheckRule: [Int]] = [:]
  /// The last revision that a rule of the history names; 0 if none does.
  private var lastRevision: Revision = 0

  mutating func note(_ rule: CheckRule, _ number: Int) {
    if rule.isOfHistory { lastRevision = max(lastRevision, number) }
    if offenders[rule, default: []].count < 5 { offenders[rule, default: []].append(number) }
  }

  func contains(_ rule: CheckRule) -> Bool { offenders[rule] != nil }

  /// The last revision that is damaged; `nil` if nothing is broken, or anything but the history.
  var lastDamagedRevision: Revision? {
    offenders.isEmpty || !offenders.keys.allSatisfy(\.isOfHistory) ? nil : lastRevision
  }

  /// One line a rule.
  var messages: [String] {
    CheckRule.allCases.compactMap { rule in
      offenders[rule].map { "\(rule.rawValue): \($0.map(String.init).joined(separator: ", "))" }
    }
  }
}
