/// A workload as a disk has noted it, and what the files must hold that cuts have left of it.
protocol PowerCutCheck: Sendable {
  var disk: SimulatedDisk { get }
  /// When each commit was asked for and acknowledged, in the order of the commits.
  var spans: [CommitSpan] { get }
  /// Opens a file, as an application would that starts again, checks it, and goes on with it.
  func verdict(path: String) async -> PowerCutVerdict
  /// What a file holds after the first so many commits, for people.
  func contents(after commitCount: Int) -> String
}

/// When something was committed, by the operations of a disk.
struct CommitSpan: Hashable, Sendable {
  /// The number of operations when it was asked for: earlier cuts must not show it.
  var begun: Int
  /// The number of operations when it had returned: later cuts must show it, if that was promised.
  var acknowledged: Int
}

/// What a file shows.
enum PowerCutVerdict: Sendable {
  /// The file is sound, and holds what it held after so many commits.
  case sound(commitCount: Int)
  /// A promise is broken, whatever was acknowledged.
  case broken(String)

  /// Checks a file by a closure, which returns the number of commits that led to what the file holds.
  init(checking commitCount: () async throws -> Int) async {
    do {
      self = .sound(commitCount: try await commitCount())
    } catch let broken as BrokenPromise {
      self = .broken(broken.description)
    } catch {
      self = .broken("\(error)")
    }
  }
}

extension PowerCutCheck {
  /// The numbers of commits that a file may show after a cut.
  ///
  /// - Parameter isDurable: Whether nothing acknowledged may be missing.
  func allowedCounts(after cut: Int, isDurable: Bool) -> ClosedRange<Int> {
    let begun = spans.prefix { $0.begun < cut }.count
    let acknowledged = isDurable ? acknowledgedCount(before: cut) : 0
    return acknowledged...max(acknowledged, begun)
  }

  /// How many commits were acknowledged before a cut.
  func acknowledgedCount(before cut: Int) -> Int {
    spans.prefix { $0.acknowledged <= cut }.count
  }
}
