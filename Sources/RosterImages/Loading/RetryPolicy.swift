/// When a download that has failed is tried again.
public struct RetryPolicy: Hashable, Sendable {
  /// How often a download is tried, the first time included.
  public var attemptCountMax = 4
  /// The pause before the second attempt. Each further pause is twice as long.
  public var firstPause = Duration.milliseconds(500)
  /// The longest pause. A server that asks for more is not asked again.
  public var pauseMax = Duration.seconds(30)

  /// Makes the default policy.
  public init() {}

  /// Returns the pause after a failed attempt; `nil` if there is no further one.
  ///
  /// Half of a pause is up to chance, so that those who failed together do not return together.
  ///
  /// - Parameters:
  ///   - attempt: The number of the attempt that has failed, from 1.
  ///   - error: Why it has failed.
  ///   - chance: A number from 0 to 1.
  func pause(after attempt: Int, _ error: ImageError, chance: Double) -> Duration? {
    guard error.isTransient, attempt < attemptCountMax else { return nil }
    if let asked = error.retryAfter, asked > pauseMax { return nil }
    let doublings = min(max(attempt - 1, 0), 30)
    let pause = min(firstPause * (1 << doublings), pauseMax)
    let share = 0.5 + 0.5 * min(max(chance, 0), 1)
    return max(pause * share, error.retryAfter ?? .zero)
  }
}
