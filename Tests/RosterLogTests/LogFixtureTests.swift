import Foundation
import RosterLog
import Testing

@Suite struct LogFixtureTests {
  @Test(arguments: [
    ("history-small", "git history", 71, 1, 0), ("thrash-101", "thrash", 400, 77, 16),
    ("thrash-102", "thrash", 400, 90, 16),
  ])
  func everyLineIsReadAndWrittenBackEqual(
    file: String, name: String, changesetCount: Int, expectationCount: Int, reopenCount: Int
  ) throws {
    var reader = try ChangesetLogReader(try fixture(file))
    #expect(reader.header == ChangesetLogHeader(name: name))
    var counts = [0, 0, 0]
    var copy = log()
    copy.append(UInt8(ascii: "\n"))
    let lines = try reader.rest()
    for line in lines {
      switch line.entry {
      case .changeset: counts[0] += 1
      case .expect: counts[1] += 1
      case .reopen: counts[2] += 1
      case .undo, .redo: Issue.record("no fixture has steps")
      }
      ChangesetLogWriter.append(line.entry, to: &copy)
    }
    #expect(counts == [changesetCount, expectationCount, reopenCount])
    var copyReader = try ChangesetLogReader(copy)
    #expect(try copyReader.rest().map(\.entry) == lines.map(\.entry))
  }

  private func fixture(_ name: String) throws -> Data {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    return try Data(contentsOf: folder.appending(path: "\(name).jsonl"))
  }
}
