import RosterTestKit
import RosterTestSupport

extension ReplayedLog {
  /// Makes a log of random changes: most changesets are valid, some are for a longer list, and some changes are taken
  /// back and made again.
  init(seed: UInt64, count: Int = 40) throws {
    self.init("seed-\(seed)")
    let list = try ListOfSwift()
    var changesets = RandomChangesets(seed: seed)
    for number in 0..<count {
      let line: String
      switch changesets.random.index(below: 12) {
      case 0: line = #"{"undo":true}"#
      case 1: line = #"{"redo":true}"#
      case 2:
        let counts = list.counts.map { $0 + 1 } + [2]
        line = changesets.valid(for: counts).changeset(models: "\(number) ").logLine
      default: line = changesets.valid(for: list.counts).changeset(models: "\(number) ").logLine
      }
      lines.append(line)
      _ = try list.take(Self.entry(line), line)
    }
  }
}
