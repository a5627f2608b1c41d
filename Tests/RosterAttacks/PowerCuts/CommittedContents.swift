/// What a file holds after each of its commits, which a disk has noted.
struct CommittedContents<Contents: Hashable & Sendable>: Sendable {
  let disk: SimulatedDisk
  private(set) var spans: [CommitSpan] = []
  /// What there was before the first commit, and after each.
  private(set) var all: [Contents]
  /// The number of commits that led to what; if there were several such numbers, the last one.
  private(set) var counts: [Contents: Int]

  init(_ disk: SimulatedDisk, from initial: Contents) {
    self.disk = disk
    (all, counts) = ([initial], [initial: 0])
  }

  /// What there is after the last commit.
  var last: Contents { all[all.count - 1] }

  /// Notes what there is after a commit. One that has changed nothing was none.
  mutating func note(_ found: Contents, _ span: CommitSpan) {
    if found == last { return }
    counts[found] = all.count
    all.append(found)
    spans.append(span)
  }
}

/// A workload after whose commits a file holds one of some contents.
protocol ContentsCutCheck: PowerCutCheck {
  associatedtype Contents: Hashable & Sendable

  var commits: CommittedContents<Contents> { get }
}

extension ContentsCutCheck {
  var disk: SimulatedDisk { commits.disk }
  var spans: [CommitSpan] { commits.spans }

  func contents(after commitCount: Int) -> String { "\(commits.all[commitCount])" }
}
