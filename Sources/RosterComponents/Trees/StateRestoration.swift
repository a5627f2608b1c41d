internal import RosterCore

/// The stored states of a tree, and which of them its scopes have not restored yet.
struct StateRestoration {
  private var remaining: [ScopePath: StoredState]

  init(_ stored: [ScopePath: StoredState]) { remaining = stored }

  mutating func take(_ path: ScopePath) -> StoredState? {
    remaining.isEmpty ? nil : remaining.removeValue(forKey: path)
  }

  /// The scopes that are gone, in the order of their texts.
  var missing: [ScopePath] {
    remaining.isEmpty
      ? []
      : remaining.keys.map { (path: $0, text: $0.description) }
        .sorted { $0.text < $1.text }.map(\.path)
  }
}
