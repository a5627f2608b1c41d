/// The pause before a change is computed again because another writer came first.
enum ConflictPause {
  /// How often a change is computed again.
  static let attemptCountMax = 1_000

  /// Lets what the other writer has committed, or what is pending in the list, be published.
  static func wait(_ attempt: Int) async {
    if attempt > 16 {
      // A cancelled task does not pause, and counts its attempts all the same.
      do { try await Task.sleep(for: .milliseconds(1)) } catch {}
    } else {
      await Task.yield()
    }
  }
}
