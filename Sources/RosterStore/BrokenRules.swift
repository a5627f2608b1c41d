internal import RosterCore

/// The broken rules that a check has found, each with the first rows that break it.
struct BrokenRules {
  private var offenders: [CheckRule: [Int]] = [:]
  /// The last revision that a broken rule of the history names; 0 if none does.
  private var lastRevision: Revision = 0

  mutating func note(_ rule: CheckRule, _ number: Int) {
    if rule.isOfHistory { lastRevision = max(lastRevision, number) }
    if offenders[rule, default: []].count < 5 { offenders[rule, default: []].append(number) }
  }

  func contains(_ rule: CheckRule) -> Bool { offenders[rule] != nil }

  /// The last damaged revision; `nil` if nothing is broken, or if something other than the history
  /// is.
  var lastDamagedRevision: Revision? {
    offenders.isEmpty || !offenders.keys.allSatisfy(\.isOfHistory) ? nil : lastRevision
  }

  /// One line for each rule.
  var messages: [String] {
    CheckRule.allCases.compactMap { rule in
      offenders[rule].map { "\(rule.rawValue): \($0.map(String.init).joined(separator: ", "))" }
    }
  }
}
