/// The place where one list is kept: the port through which the engine uses a database.
///
/// Several threads call a storage at once; `commit` is called by one at a time.
package protocol ListStorage: StoredList {
  /// Where the list is kept; `nil` if it cannot be changed together with others.
  var address: ListAddress? { get }

  /// Reads the directory of the list as it is now, without items.
  ///
  /// The engine also calls it after a commit with an unknown outcome, to learn what storage holds.
  func load() throws(StorageError) -> ListState

  /// Writes changes in one transaction, and returns when they are as durable as the storage
  /// promises.
  ///
  /// - Throws: `stale` if the list in storage is not at the group's source revision. After any
  ///   error, either all of the group is in storage or none of it; reading tells which.
  func commit(_ group: CommitGroup) throws(StorageError)

  /// Returns a group as it is handed to the store with those of other lists, which commits all of them in one transaction
  /// and past the storages that stand in front of the list; `nil` if that is as it is.
  func prepared(_ group: CommitGroup) throws(StorageError) -> CommitGroup?

  /// Notes that the store has committed a group together with those of other lists.
  func didCommit(_ group: CommitGroup)

  /// Returns the models of items as they were at a revision, `nil` for those that did not exist
  /// then.
  func models(of items: [ItemID], at revision: Revision) throws(StorageError) -> [StoredValue?]

  /// Returns the models of sections as they were at a revision, `nil` for those that did not exist
  /// then.
  func models(
    of sections: [SectionID], at revision: Revision
  ) throws(StorageError) -> [StoredValue?]

  /// Returns the states of all scopes of items, headers and footers as they were at a revision, in
  /// the order of the trees; nothing for items and sections that did not exist then.
  func states(
    of trees: [TreeID], at revision: Revision
  ) throws(StorageError) -> [[ScopePath: StoredState]]

  /// Returns the entries that lead from a revision to the ones after it, in order.
  ///
  /// A record leaves out updates of items and sections that it also removes, since their models are
  /// not stored. It may leave out other parts that have no effect.
  ///
  /// - Parameters:
  ///   - revision: The revision before the first entry.
  ///   - limit: The maximum number of entries to read.
  /// - Throws: `stale` if the journal no longer reaches back to the revision, or if the list has
  ///   not yet reached it.
  func journal(
    after revision: Revision, limit: Int
  ) throws(StorageError) -> [JournalEntry]
}

extension ListStorage {
  package var address: ListAddress? { nil }

  package func prepared(_ group: CommitGroup) throws(StorageError) -> CommitGroup? { nil }

  package func didCommit(_ group: CommitGroup) {}

  /// Returns the states of all scopes of items as they were at a revision, in the order of the
  /// items; nothing for items that did not exist then.
  package func states(
    of items: [ItemID], at revision: Revision
  ) throws(StorageError) -> [[ScopePath: StoredState]] {
    try states(of: items.map(TreeID.item), at: revision)
  }

  /// Returns the states of all scopes of headers and footers as they were at a revision, in their
  /// order; nothing for those of sections that did not exist then.
  package func states(
    of supplements: [SupplementID], at revision: Revision
  ) throws(StorageError) -> [[ScopePath: StoredState]] {
    try states(of: supplements.map(TreeID.supplement), at: revision)
  }
}

/// One entry of the journal.
package struct JournalEntry: Sendable {
  /// The revision that the change led to.
  package var revision: Revision
  /// The effect of the change.
  package var record: ChangeRecord
  /// The states that the change wrote or removed, each named once. States that were removed with
  /// their items and sections are left out.
  package var states: [StateAddress]
  /// What the caller said about it.
  package var annotation: ChangeAnnotation
  /// How undo and redo treat it.
  package var step: JournalStep
  /// Its parts in other lists of the store, in the order of the lists; none for a change of one list.
  package var otherParts: [JournalPart]

  /// Makes an entry.
  package init(
    revision: Revision, record: ChangeRecord, states: [StateAddress] = [],
    annotation: ChangeAnnotation, step: JournalStep = .change, otherParts: [JournalPart] = []
  ) {
    self.revision = revision
    self.record = record
    self.states = states
    self.annotation = annotation
    self.step = step
    self.otherParts = otherParts
  }
}

/// The part that a change of several lists has in one of them.
package struct JournalPart: Hashable, Sendable {
  /// The number of the list in its store.
  package var list: Int
  /// The revision that the part has led to.
  package var revision: Revision

  /// Makes a part.
  package init(list: Int, revision: Revision) {
    self.list = list
    self.revision = revision
  }
}

/// Changes that are committed together, each with a revision of its own.
package struct CommitGroup: Sendable {
  /// The list before all of them.
  package var source: ListState
  /// The list after all of them.
  package var target: ListState
  /// The changes in order; at least one.
  package var changes: [StoredChange]
  /// The pages that any of them touched.
  package var pages: PageChanges

  /// Makes a group.
  package init(
    source: ListState, target: ListState, changes: [StoredChange], pages: PageChanges
  ) {
    self.source = source
    self.target = target
    self.changes = changes
    self.pages = pages
  }
}

/// A change with its models as storage keeps them.
///
/// A class, because it has some thirty references, and a group of changes is copied on its way.
package final class StoredChange: Sendable {
  /// What the journal keeps of the change.
  package let entry: JournalEntry
  /// The numbers that the list gives next after this change.
  package let nextIdentifiers: NextIdentifiers
  /// In the order of `entry.record.identities.updatedItems`.
  package let updatedItems: [StoredValue]
  /// In the order of `entry.record.identities.insertedItems`.
  package let insertedItems: [StoredValue]
  /// The keys of the updated and inserted items; `nil` if the writer does not know the key of a model.
  package let keys: ItemKeys?
  /// In the order of `entry.record.identities.updatedSections`.
  package let updatedSections: [StoredValue]
  /// In the order of `entry.record.identities.insertedSections`.
  package let insertedSections: [StoredValue]
  /// The states, in the order of `entry.states`; `nil` if the state is removed. Removing a state
  /// that does not exist changes nothing.
  ///
  /// If the change removes an item, storage removes all states of the item; they need not be named.
  /// The same holds for the header and footer of a removed section. Storage skips such states if
  /// they are named.
  package let states: [StoredState?]
  /// What it writes to the tables of the device; `nil` if the list is not synchronized by it.
  package let device: DeviceWrite?
  /// What it writes to the tables of the hub; `nil` if it settles nothing.
  package let hub: HubWrite?

  /// Makes a change of its parts.
  package init(
    entry: JournalEntry, nextIdentifiers: NextIdentifiers, updatedItems: [StoredValue],
    insertedItems: [StoredValue], keys: ItemKeys? = nil, updatedSections: [StoredValue],
    insertedSections: [StoredValue], states: [StoredState?] = [], device: DeviceWrite? = nil,
    hub: HubWrite? = nil
  ) {
    self.device = device
    self.hub = hub
    self.entry = entry
    self.nextIdentifiers = nextIdentifiers
    self.updatedItems = updatedItems
    self.insertedItems = insertedItems
    self.keys = keys
    self.updatedSections = updatedSections
    self.insertedSections = insertedSections
    self.states = states
  }

  /// Whether the change writes models of items without their keys, which a list with keys must refuse.
  package var writesItemsWithoutKeys: Bool {
    keys == nil && !(updatedItems.isEmpty && insertedItems.isEmpty)
  }
}
