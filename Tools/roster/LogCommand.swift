import ArgumentParser
import RosterCore
import RosterEngine
import RosterJSON
import RosterLog
import RosterReplay
import RosterStore

struct LogCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Print the journal of a list as a changeset log, which replay takes back.")

  @OptionGroup var options: DatabaseOptions

  func run() async throws {
    let list = try options.openList()
    let dataSource = try ListDataSource(json: list)
    try options.requireRevision(0, of: dataSource)
    let last = dataSource.snapshot
    let outputFile = OutputFile()
    try outputFile.write {
      ChangesetLogWriter.append(ChangesetLogHeader(name: list.name), to: &$0)
    }
    if last.revision > 0 {
      for try await batch in try dataSource.batches(after: 0) {
        let annotation = batch.changes.annotation
        let logged = LoggedChangeset(
          batch.changes.changeset, states: try batch.loggedStates, origin: annotation.origin,
          at: annotation.at, userInfo: annotation.userInfo.isEmpty ? nil : annotation.userInfo,
          group: annotation.group)
        try outputFile.write { ChangesetLogWriter.append(.changeset(logged), to: &$0) }
        if batch.target.revision == last.revision { break }
      }
    }
    var expectation = Expectation()
    expectation.revision = last.revision
    expectation.counts = last.state.itemCounts
    expectation.fingerprint = try last.fingerprint()
    try outputFile.write { ChangesetLogWriter.append(.expect(expectation), to: &$0) }
    try outputFile.flush()
  }
}
