package import RosterCore
internal import RosterJSON

/// The row of the journal for a change, with its digest.
package struct JournalWrite {
  /// The change as text.
  package let change: String
  /// What the caller said about it, as JSON text; `nil` if that is nothing.
  package let userInfo: String?
  /// The revision that it takes back.
  package let takesBack: Revision?
  /// The numbers of the row.
  package let numbers: JournalNumbers
  /// The digest of everything that the revision writes.
  package let digest: Int

  /// Makes the row of a change, which must have a state, or none, for every address that its entry
  /// names, each once.
  ///
  /// - Parameters:
  ///   - time: When it is committed, in milliseconds since 1970.
  ///   - tops: What undo and redo revert after it.
  ///   - order: The digest of the order, if the change is the last of its group.
  /// - Throws: `unencodable` if the user info is nested too deep to be read again.
  package init(
    _ change: StoredChange, keys: RowKey, time: Int, tops: StepTops, order: Int?
  ) throws(StorageError) {
    precondition(
      change.states.count == change.entry.states.count,
      "a change must have a state, or none, for every address that its entry names")
    precondition(
      change.states.count < 2 || Set(change.entry.states).count == change.states.count,
      "a change must name the address of a state once")
    let entry = change.entry
    if case .takingBack(let revision) = entry.step {
      takesBack = revision
    } else {
      takesBack = nil
    }
    let said = JSONValue.object(entry.annotation.userInfo)
    guard !said.isNested(deeperThan: JSONParser.rowDepthMax) else {
      throw StorageError(
        .unencodable,
        "the user info has more than \(JSONParser.rowDepthMax) levels of arrays and objects")
    }
    userInfo = entry.annotation.userInfo.isEmpty ? nil : said.canonicalText
    self.change = JournalCoding.encode(entry.record, states: entry.states)
    var digest = RevisionDigest(
      change: self.change, origin: entry.annotation.origin, at: entry.annotation.at,
      userInfo: userInfo)
    digest.add(group: entry.annotation.group, takesBack: takesBack)
    change.forEachWrittenModel { digest.add($0) }
    change.forEachWrittenState { digest.add($1) }
    numbers = JournalNumbers(
      key: keys.key(entry.revision), nextItem: change.nextIdentifiers.item,
      nextSection: change.nextIdentifiers.section, nextLeaf: Int(change.nextIdentifiers.leaf),
      committed: time, undo: tops.undo, redo: tops.redo,
      order: order)
    digest.add(numbers)
    self.digest = digest.value
  }
}
