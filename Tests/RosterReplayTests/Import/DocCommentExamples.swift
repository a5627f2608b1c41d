import RosterReplay
import RosterLog

/// The code in the comments of `RosterReplay`. It is compiled only.
enum DocCommentExamples {
  static func log(_ source: some ChangesetSource) async throws -> [UInt8] {
    // begin example
    var lines: [UInt8] = []
    ChangesetLogWriter.append(ChangesetLogHeader(name: "git history"), to: &lines)
    let expectation = try await source.forEachChangeset { changeset in
      ChangesetLogWriter.append(.changeset(changeset), to: &lines)
    }
    ChangesetLogWriter.append(.expect(expectation), to: &lines)
    // end example
    return lines
  }
}
