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
    abstract: "Print the journal of a list as a changeset log, which replay takes back.",
    discussion: """
      If the oldest revisions were removed, the log begins with one changeset that makes the list as \
      it was at the oldest that is left, and "firstRevision" in its header is that one.

      A list of which a digest says that something was altered is not printed: what was altered would \
      become right in the log, under a fingerprint of its own.
      """)

  @OptionGroup var options: DatabaseOptions

  func run() async throws {
    let list = try options.openList()
    try options.requireUndamaged(list)
    let dataSource = try ListDataSource(json: list.storage)
    let last = dataSource.snapshot
    let oldest = try dataSource.oldestRevision
    var header = ChangesetLogHeader(name: list.name)
    if oldest > 0 { header.others["firstRevision"] = .number(Double(oldest)) }
    let outputFile = OutputFile()
    try outputFile.write { ChangesetLogWriter.append(header, to: &$0) }
    if oldest > 0 {
      let beginning = try beginning(of: dataSource.snapshot(at: oldest), of: list.storage)
      try outputFile.write { ChangesetLogWriter.append(.changeset(beginning), to: &$0) }
    }
    if last.revision > oldest {
      for try await batch in try dataSource.batches(after: oldest) {
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
    // The beginning is one revision, however many revisions it replaces.
    expectation.revision = last.revision - max(0, oldest - 1)
    expectation.counts = last.state.itemCounts
    expectation.fingerprint = try last.fingerprint()
    try outputFile.write { ChangesetLogWriter.append(.expect(expectation), to: &$0) }
    try outputFile.flush()
  }

  /// Returns the changeset, with states, that turns the empty list into a list.
  private func beginning(
    of snapshot: ListSnapshot<JSONValue, JSONValue>, of list: any ListStorage
  ) throws -> LoggedChangeset {
    var states: [LoggedState] = []
    let changeset = try Changeset<JSONValue, JSONValue> { builder in
      for section in 0..<snapshot.state.sectionCount {
        let items = 0..<snapshot.state.itemCount(inSection: section)
        builder.insertSection(at: section, try snapshot.sectionModel(at: section))
        builder.insertItems(
          try snapshot.models(inSection: section, items),
          at: ItemPath(section: section, item: 0))
        states += try snapshot.loggedSupplementStates(ofSection: section).flatMap(\.states)
        states += try snapshot.loggedStates(inSection: section, items, of: list).joined()
      }
    }
    return LoggedChangeset(changeset, states: states.ascending())
  }
}
