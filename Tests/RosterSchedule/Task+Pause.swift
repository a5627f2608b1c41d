import RosterTesting

extension Task where Success == Never, Failure == Never {
  /// Lets others run: the jobs of the current schedule, or whatever does in a millisecond.
  package static func pause() async throws {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
      SeededSchedule.current != nil
    {
      await Task.yield()
    } else {
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}
