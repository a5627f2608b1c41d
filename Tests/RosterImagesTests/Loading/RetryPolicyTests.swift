import Testing

@testable import RosterImages

struct RetryPolicyTests {
  private let policy = RetryPolicy()

  private func error(_ status: Int, retryAfter: Duration? = nil) -> ImageError {
    ImageError(.refused, "refused", status: status, retryAfter: retryAfter)
  }

  @Test func pausesDoubleUpToTheLongest() {
    var policy = policy
    policy.attemptCountMax = 20
    let pauses = (1...9).map { policy.pause(after: $0, error(503), chance: 1) }
    #expect(pauses.prefix(3) == [.milliseconds(500), .seconds(1), .seconds(2)])
    #expect(pauses.suffix(2) == [.seconds(30), .seconds(30)])
  }

  @Test func chanceTakesAtMostHalfOfAPause() {
    #expect(policy.pause(after: 1, error(503), chance: 0) == .milliseconds(250))
    #expect(policy.pause(after: 1, error(503), chance: 0.5) == .milliseconds(375))
  }

  @Test func lastAttemptIsTheLast() {
    #expect(policy.pause(after: 3, error(503), chance: 0) != nil)
    #expect(policy.pause(after: 4, error(503), chance: 0) == nil)
  }

  @Test(arguments: [(408, true), (429, true), (500, true), (503, true), (404, false), (403, false)])
  func onlySomeStatusesAreTransient(_ status: Int, _ isTransient: Bool) {
    #expect(error(status).isTransient == isTransient)
  }

  @Test func serverDecidesAboutTheShortestPause() {
    #expect(policy.pause(after: 1, error(429, retryAfter: .seconds(7)), chance: 0) == .seconds(7))
  }

  @Test func serverThatAsksForMoreThanTheLongestPauseIsNotAskedAgain() {
    #expect(policy.pause(after: 1, error(429, retryAfter: .seconds(31)), chance: 0) == nil)
  }

  @Test func failuresThatStayAreNotTriedAgain() {
    for code in [ImageError.Code.wrongType, .tooLarge, .damaged, .invalidAddress, .cancelled] {
      #expect(policy.pause(after: 1, ImageError(code, ""), chance: 0) == nil)
    }
  }
}
