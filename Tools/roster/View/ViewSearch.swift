import RosterPages
import RosterCore

/// What the user of a view searches, and what was found.
struct ViewSearch {
  /// What is known of the matches.
  enum Outcome {
    case unknown
    /// The next match, or their number, is looked for; with the share of the list that was searched.
    case searching(Double)
    case missing
    case found(MatchCount)
  }

  /// Where the user was when the search began, to which it returns.
  struct Origin {
    let focused: ItemID?
    let first: ItemID?
    let offset: Double
    /// Whether the user has typed since.
    var hasTyped = false
  }

  var query: ListSearch?
  var outcome = Outcome.unknown
  var task: Task<Void, Never>?
  var origin: Origin?

  var isSearching: Bool { if case .searching = outcome { true } else { false } }

  var isMissing: Bool { if case .missing = outcome { true } else { false } }

  /// What the line below the list says: `3 of 41 matches`.
  var text: String? {
    guard query != nil else { return nil }
    switch outcome {
    case .unknown, .searching(0): return nil
    case .searching(let share): return "searching \(Int(share * 100)) %"
    case .missing: return "no match"
    case .found(let matches):
      let count = "\(matches.count) match\(matches.count == 1 ? "" : "es")"
      return matches.ordinal.map { "\($0) of \(count)" } ?? count
    }
  }

  /// Ends what goes on in the background.
  mutating func cancel() {
    task?.cancel()
    outcome = .unknown
  }
}
