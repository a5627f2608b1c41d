extension BuildCounts: CustomStringConvertible {
  /// The counts in words: `2 bodies run, 14 scopes reused, 1 state changed`.
  public var description: String {
    let counts = [
      (bodiesRun, "body run", "bodies run"), (scopesCopied, "scope copied", "scopes copied"),
      (scopesReused, "scope reused", "scopes reused"), (statesBegun, "state begun", "states begun"),
      (statesRestored, "state restored", "states restored"),
      (statesChanged, "state changed", "states changed"),
      (statesForgotten, "state forgotten", "states forgotten"),
    ]
    let words = counts.filter { $0.0 != 0 }.map { count, one, many in
      "\(count) \(count == 1 ? one : many)"
    }
    return words.isEmpty ? "nothing" : words.joined(separator: ", ")
  }
}
