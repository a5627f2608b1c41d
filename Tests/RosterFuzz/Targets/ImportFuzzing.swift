import RosterCore
import RosterReplay
import RosterJSON
import RosterLog
import RosterTestSupport

/// What an importer makes of a history are changesets that fit one after the other.
enum ImportFuzzing {
  static func runTrace(_ bytes: [UInt8]) async throws {
    // What is gzipped is given to another program, which is not what is attacked here.
    if bytes.starts(with: [0x1F, 0x8B]) { return }
    do {
      let trace = try await EditingTrace(bytes)
      var list = NaiveList<JSONValue, JSONValue>()
      let expectation = try await trace.forEachChangeset { logged in
        do throws(ChangesetError) {
          list = try list.applying(logged.changeset)
        } catch {
          throw FuzzFinding("a changeset does not fit: \(error)")
        }
      }
      try FuzzFinding.require(
        expectation.counts == list.counts && expectation.revision == list.revision,
        "the list is \(list.counts), not \(String(describing: expectation.counts))")
    } catch is ImportError {}
  }

  static func runGit(_ bytes: [UInt8]) throws {
    let whole = commits([bytes])
    let middle = bytes.count / 2
    let parts = commits([Array(bytes[..<middle]), Array(bytes[middle...])])
    try FuzzFinding.require(whole == parts, "chunks make a difference: \(whole) and \(parts)")
    let path = GitHistory.pathBytes(of: GitHistory.pathText(of: bytes))
    try FuzzFinding.require(path == bytes, "\(bytes) is the path \(path)")
  }

  private static func commits(_ chunks: [[UInt8]]) -> [String] {
    var parser = GitLogParser()
    var commits: [String] = []
    do throws(ImportError) {
      for chunk in chunks {
        parser.feed(chunk)
        while let commit = try parser.nextCommit() { commits.append("\(commit)") }
      }
      if let commit = try parser.lastCommit() { commits.append("\(commit)") }
    } catch {
      commits.append(error.message)
    }
    return commits
  }
}
