package import RosterCore
internal import RosterJSON

/// A row of the journal as it is stored, also if nothing can be made of it: for those who look
/// for a fault.
package struct JournalRow: Sendable {
  /// What a check finds out about the digest of a row.
  package enum DigestState: String, Sendable {
    /// The row, and the models and states that it wrote, have the digest.
    case intact
    /// One of them was altered.
    case altered
    /// A model that the revision wrote is gone.
    case modelGone
    /// The row cannot be read.
    case unreadable
  }

  /// The revision.
  package var revision: Revision
  /// The numbers that the list gives next: of an item, a section, a leaf page.
  package var nextNumbers: [Int]
  /// The stored digest.
  package var digest: Int
  /// What changed, as text.
  package var change: String
  /// The number of bytes of all columns.
  package var byteCount: Int
  package var origin: String?
  package var at: String?
  package var userInfo: String?
  package var group: String?
  /// The revision that this one takes back.
  package var takesBack: Revision?
  /// What an undo takes back after it, 0 for nothing; `nil` in rows of older formats.
  package var undo: Revision?
  /// What a redo takes back after it.
  package var redo: Revision?
  /// What an undo and a redo in its scope take back after it, if that is one of the application.
  package var scoped: ScopedTops?
  /// When it was committed, in milliseconds since 1970.
  package var committed: Int?
  /// The digest of the order, `nil` if later revisions were committed together with this one.
  package var pages: Int?
  /// How many bytes of texts, models and states the list has written with this revision and before it; `nil` in rows
  /// of older formats.
  package var written: Int?
  /// How much changed; `nil` if the text cannot be read.
  package var counts: ChangeCounts?

  /// - Parameter row: A row of the columns of `JournalEntry.columns`.
  package init(_ row: some StoredRow, _ keys: RowKey) {
    revision = keys.number(row.integer(0))
    nextNumbers = [row.integer(1), row.integer(2), row.integer(3)]
    digest = row.integer(4)
    change = row.text(5)
    origin = row.optionalText(6)
    at = row.optionalText(7)
    userInfo = row.optionalText(8)
    group = row.optionalText(9)
    takesBack = row.optionalInteger(10)
    undo = row.optionalInteger(11)
    redo = row.optionalInteger(12)
    committed = row.optionalInteger(13)
    pages = row.optionalInteger(14)
    written = row.optionalInteger(19)
    scoped = ScopedTops(row)
    counts = ChangeCounts(change: row.bytes(5))
    // A number takes up to eight bytes.
    byteCount = [5, 6, 7, 8, 9, 15, 18].reduce((scoped == nil ? 10 : 12) * 8) {
      $0 + row.bytes($1).count
    }
  }

  /// Reads the entry in the row.
  ///
  /// - Parameters:
  ///   - row: The row that this value was made of.
  ///   - changeCountMax: The maximum number of changes: a damaged count must not fill the memory.
  /// - Returns: No entry if it has more changes, or cannot be read; the digest says the latter.
  package func entry(
    _ row: some StoredRow, _ keys: RowKey, changeCountMax: Int
  ) -> (entry: JournalEntry?, digest: DigestState?) {
    guard (counts?.total ?? 0) <= changeCountMax else { return (nil, nil) }
    guard let entry = try? JournalEntry(row, keys) else { return (nil, .unreadable) }
    return (entry, nil)
  }

  /// Compares the stored digest with that of what the revision wrote; `nil` if a model is gone.
  package func state(ofDigest computed: Int?) -> DigestState {
    computed.map { $0 == digest ? .intact : .altered } ?? .modelGone
  }
}

extension ChangeCounts {
  /// Reads the text of a change without the paths and numbers in it, so that a run of a million
  /// items costs as much as one item.
  ///
  /// The removed items are all that are gone, also those that went with their sections.
  ///
  /// - Returns: `nil` if the text is not the text of a change.
  init?(change: UnsafeRawBufferPointer) {
    self.init()
    guard let parts = try? JSONParser().parse(change).objectValue else { return nil }
    for (name, value) in parts {
      guard let part = JournalCoding.Part(rawValue: name), let elements = value.arrayValue else {
        return nil
      }
      add(part, elements)
    }
  }

  private mutating func add(_ part: JournalCoding.Part, _ elements: [JSONValue]) {
    func sum() -> Int {
      elements.reduce(0) { sum, run in
        let row = run.arrayValue ?? []
        // A damaged count is not believed.
        let count = row.count == 4 ? row[2].intValue ?? 0 : 0
        return (0..<1 << RowKey.numberBits).contains(count) ? sum + count : sum
      }
    }
    switch part {
    case .insertedItems: insertedItems = sum()
    case .removedItems: removedItems = sum()
    case .updatedItems: updatedItems = sum()
    case .movedItems: movedItems = elements.count
    case .insertedSections: insertedSections = elements.count
    case .removedSections: removedSections = elements.count
    case .updatedSections: updatedSections = elements.count
    case .movedSections: movedSections = elements.count
    case .states: states = elements.count
    }
  }
}
