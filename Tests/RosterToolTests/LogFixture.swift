import Foundation

/// The changeset logs in `Tests/Fixtures/logs`.
enum LogFixture: String, CaseIterable {
  case thrash101 = "thrash-101"
  case thrash102 = "thrash-102"
  case historySmall = "history-small"
  case historyLarge = "history-large"
  case statesSmall = "states-small"
  case statesRandom = "states-random"
  case typing

  /// The logs that replay in a second.
  static let short: [LogFixture] = [
    .thrash101, .thrash102, .historySmall, .statesSmall, .statesRandom,
  ]
  static let long: [LogFixture] = [.historyLarge, .typing]

  /// Whether there is time for everything; set by `Tools/conformance`.
  static let isConformanceRun = ProcessInfo.processInfo.environment["ROSTER_CONFORMANCE"] != nil

  var path: String {
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fixtures/logs/\(rawValue).jsonl").standardized
      .path(percentEncoded: false)
  }
}
