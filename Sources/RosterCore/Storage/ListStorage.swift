/// Where one list is kept: the port through which the engine sees a database.
///
/// Calls come from several threads; `commit` from one at a time.
public protocol ListStorage: Sendable {
  /// Reads the directory of the list as it is now, and no items.
  ///
  /// Also called after a commit with an unknown outcome, to learn what is true.
  func load() throws(StorageError) -> ListState

  /// Writes changes in one transaction, and returns when they are as durable as the storage
  /// promises.
  ///
  /// - Throws: `stale` if the list in storage is not at the group's source revision. Whatever is
  ///   thrown, either all of the group is in storage or nothing is; reading tells which.
  func commit(_ group: CommitGroup) throws(StorageError)

  /// The models of items as they were at a revision, `nil` for those that did not exist then.
  func models(of items: [ItemID], at revision: Revision) throws(StorageError) -> [StoredValue?]

  /// The models of sections as they were at a revision, `nil` for those that did not exist then.
  func models(
    of sections: [SectionID], at revision: Revision
  ) throws(StorageError) -> [StoredValue?]

  /// The states of all scopes of items as they were at a revision, in the order of the items;
  /// nothing for items that did not exist then.
  func states(
    of items: [ItemID], at revision: Revision
  ) throws(StorageError) -> [[ScopePath: StoredState]]

  /// The states of all scopes of headers and footers as they were at a revision, in their order;
  /// nothing for those of sections that did not exist then.
  func states(
    of supplements: [SupplementID], at revision: Revision
  ) throws(StorageError) -> [[ScopePath: StoredState]]

  /// What led from a revision to the ones after it, in order.
  ///
  /// A record leaves out updates of what is removed as well, since their models are nowhere; it may
  /// leave out whatever else has no effect.
  ///
  /// - Parameters:
  ///   - revision: The one before the first entry.
  ///   - limit: The most entries to read.
  /// - Throws: `stale` if the journal no longer reaches back to the revision, or does not yet reach
  ///   it.
  func journal(
    after revision: Revision, limit: Int
  ) throws(StorageError) -> [JournalEntry]
}

/// One entry of the journal.
public struct JournalEntry: Sendable {
  /// The revision that the change led to.
  public var revision: Revision
  /// What the change did.
  public var record: ChangeRecord
  /// The states that the change wrote or forgot, each named once; those that went with their items
  /// and sections are left out.
  public var states: [StateAddress]
  /// What the caller said about it.
  public var annotation: ChangeAnnotation
  /// What undo and redo make of it.
  public var step: JournalStep

  /// Makes an entry.
  public init(
    revision: Revision, record: ChangeRecord, states: [StateAddress] = [],
    annotation: ChangeAnnotation, step: JournalStep = .change
  ) {
    self.revision = revision
    self.record = record
    self.states = states
    self.annotation = annotation
    self.step = step
  }
}

/// Changes that are committed together, each with a revision of its own.
public struct CommitGroup: Sendable {
  /// The list before all of them.
  public var source: ListState
  /// The list after all of them.
  public var target: ListState
  /// In order; there is at least one.
  public var changes: [StoredChange]
  /// The pages that any of them touched.
  public var pages: PageChanges

  /// Makes a group.
  public init(
    source: ListState, target: ListState, changes: [StoredChange], pages: PageChanges
  ) {
    self.source = source
    self.target = target
    self.changes = changes
    self.pages = pages
  }
}

/// A change with its models as storage keeps them.
public struct StoredChange: Sendable {
  /// What the journal keeps of the change.
  public var entry: JournalEntry
  /// The numbers that the list gives next after this change.
  public var nextIdentifiers: NextIdentifiers
  /// In the order of `entry.record.identities.updatedItems`.
  public var updatedItems: [StoredValue]
  /// In the order of `entry.record.identities.insertedItems`.
  public var insertedItems: [StoredValue]
  /// In the order of `entry.record.identities.updatedSections`.
  public var updatedSections: [StoredValue]
  /// In the order of `entry.record.identities.insertedSections`.
  public var insertedSections: [StoredValue]
  /// In the order of `entry.states`; each is `nil` if the state is forgotten. Forgetting a state
  /// that is not there changes nothing.
  ///
  /// An item that the change removes loses all its states without being named here, and so do the
  /// header and footer of a section that it removes; what is named of them nevertheless is left out.
  public var states: [StoredState?]

  /// Makes a change of its parts.
  public init(
    entry: JournalEntry, nextIdentifiers: NextIdentifiers, updatedItems: [StoredValue],
    insertedItems: [StoredValue], updatedSections: [StoredValue], insertedSections: [StoredValue],
    states: [StoredState?] = []
  ) {
    self.entry = entry
    self.nextIdentifiers = nextIdentifiers
    self.updatedItems = updatedItems
    self.insertedItems = insertedItems
    self.updatedSections = updatedSections
    self.insertedSections = insertedSections
    self.states = states
  }
}
