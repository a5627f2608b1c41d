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
  /// What undo and redo revert after it in its scope, if that is one of the application.
  package let scoped: ScopedTops?
  /// Its parts in other lists, as text; `nil` for a change of one list.
  package let parts: String?
  /// The numbers of the row.
  package let numbers: JournalNumbers
  /// The digest of everything that the revision writes.
  package let digest: Int

  /// Makes the row of a change, which must have a state, or none, for every address that its entry
  /// names, each once. The parameters are those of the other initializer.
  package init(
    _ change: StoredChange, keys: RowKey, time: Int, tops: RowTops, order: Int?, after written: Int
  ) throws(StorageError) {
    precondition(
      change.states.count == change.entry.states.count,
      "a change must have a state, or none, for every address that its entry names")
    precondition(
      change.states.count < 2 || Set(change.entry.states).count == change.states.count,
      "a change must name the address of a state once")
    try self.init(
      change.entry, next: change.nextIdentifiers, keys: keys, time: time, tops: tops, order: order,
      after: written
    ) { digest in
      change.forEachWrittenModel { digest.add($0, $1) }
      change.forEachWrittenState { digest.add($1) }
    }
  }

  /// Makes the row of a change whose models and states are read one after the other.
  ///
  /// - Parameters:
  ///   - next: The numbers that the list gives after it.
  ///   - time: When it is committed, in milliseconds since 1970.
  ///   - tops: What undo and redo revert after it.
  ///   - order: The digest of the order, if the change is the last of its group.
  ///   - written: The number of bytes that the revisions before it have written.
  ///   - addValues: Adds the models and states that the change writes, in the order of the digest.
  /// - Throws: `unencodable` if the user info is nested too deep to be read again; what `addValues`
  ///   throws.
  package init(
    _ entry: JournalEntry, next: NextIdentifiers, keys: RowKey, time: Int, tops: RowTops,
    order: Int?, after written: Int, addValues: (inout RevisionDigest) throws(StorageError) -> Void
  ) throws(StorageError) {
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
    change = JournalCoding.encode(entry.record, states: entry.states)
    var digest = RevisionDigest(
      change: change, origin: entry.annotation.origin, at: entry.annotation.at,
      userInfo: userInfo)
    scoped = tops.scoped
    parts = entry.otherParts.journalText
    digest.add(group: entry.annotation.group, takesBack: takesBack, scoped, parts: parts)
    try addValues(&digest)
    numbers = JournalNumbers(
      key: keys.key(entry.revision), nextItem: next.item, nextSection: next.section,
      nextLeaf: Int(next.leaf),
      committed: time, undo: tops.standard.undo, redo: tops.standard.redo,
      order: order, written: written &+ digest.byteCount)
    digest.add(numbers)
    self.digest = digest.value
  }
}
