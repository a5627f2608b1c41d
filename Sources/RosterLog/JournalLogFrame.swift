package import RosterCore
package import RosterJSON

/// What stands around the changes of a journal in a changeset log, which a replay takes back.
///
///     header       {"changesetLog":1,"firstRevision":40,"name":"inbox"}
///     beginning    a changeset that makes the list as it was at revision 40
///     …            a changeset for each revision since
///     end          {"expect":{…}}
///
/// A list of which every revision is kept has neither a "firstRevision" nor a beginning.
package struct JournalLogFrame {
  private let name: String
  private let oldestRevision: Revision

  /// Makes the frame of a list.
  ///
  /// - Parameters:
  ///   - name: The name of the list.
  ///   - oldestRevision: The oldest revision that is kept.
  package init(name: String, oldestRevision: Revision) {
    self.name = name
    self.oldestRevision = oldestRevision
  }

  /// Whether the log needs a beginning, since older revisions were removed.
  package var hasBeginning: Bool { oldestRevision > 0 }

  /// The first line.
  package var header: ChangesetLogHeader {
    var header = ChangesetLogHeader(name: name)
    if hasBeginning { header.others["firstRevision"] = .number(Double(oldestRevision)) }
    return header
  }

  /// Returns the entry that turns the empty list into the one at the oldest revision.
  ///
  /// - Parameters:
  ///   - contents: The models of that list.
  ///   - states: Its states.
  package func beginning(
    _ contents: ListContents<JSONValue, JSONValue>, states: [LoggedState]
  ) -> ChangesetLogEntry {
    let changeset = Changeset<JSONValue, JSONValue> { builder in
      for (index, section) in contents.sections.enumerated() {
        builder.insertSection(at: index, section.model)
        builder.insertItems(section.items, at: ItemPath(section: index, item: 0))
      }
    }
    return .changeset(LoggedChangeset(changeset, states: states.ascending()))
  }

  /// Returns the last line, which tells what the list is in the end.
  ///
  /// - Parameters:
  ///   - revision: The revision of the list.
  ///   - counts: The numbers of items of its sections.
  ///   - fingerprint: The fingerprint of its contents; `nil` to expect any.
  package func end(
    at revision: Revision, counts: [Int], fingerprint: String?
  ) -> ChangesetLogEntry {
    var expectation = Expectation()
    // The beginning is one revision, however many revisions it replaces.
    expectation.revision = revision - max(0, oldestRevision - 1)
    expectation.counts = counts
    expectation.fingerprint = fingerprint
    return .expect(expectation)
  }
}
