/// Tries again what has failed and may pass by itself, less and less often, until there is an answer.
///
/// Each failure is told at once, so the user sees why nothing comes, and need not wait for the next attempt.
struct PhotoRetries: Sendable {
  /// Waits between two attempts, and throws if the task is cancelled.
  var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  private static let (first, longest) = (Duration.seconds(1), Duration.seconds(30))

  /// Fetches something, until it comes, cannot come, or the task is cancelled.
  ///
  /// - Parameter take: Called with each answer. Returns whether it is still wanted after a failure.
  func fetch<Value>(
    _ attempt: () async throws(PhotoFailure) -> Value,
    take: (Result<Value, PhotoFailure>) -> Bool
  ) async {
    var duration = Self.first
    while !Task.isCancelled {
      do throws(PhotoFailure) {
        _ = take(.success(try await attempt()))
        return
      } catch {
        guard take(.failure(error)), error.isPassing else { return }
      }
      do {
        try await pause(duration)
      } catch {
        return
      }
      duration = min(duration * 2, Self.longest)
    }
  }
}
