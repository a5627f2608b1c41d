package import RosterCore

/// The content of a list's row beside the name, and a digest of both.
///
/// It is written when the list is created, compacted or given keys, and when a subscriber is recorded.
/// Commits never write it.
package struct ListSeal: Equatable {
  /// The revision up to which the journal was compacted.
  package var oldest: Revision = 0
  /// The digest of what was written up to that revision.
  package var base = BaseDigest()
  /// The digest of the subscribers.
  package var subscribers = SubscribersDigest()
  /// The revision from which on all items have keys; `nil` if they have none.
  package var keysRevision: Revision?
  /// How many items the pages of the list have, which it was created with.
  package var pageSizes: PageSizes

  /// Makes the seal of a new list.
  package init(_ pageSizes: PageSizes = .standard) { self.pageSizes = pageSizes }

  /// Returns the digest of the row.
  package func digest(ofList id: Int, named name: String) -> Int {
    var digest = Digest()
    digest.add(id)
    digest.add(.text(name))
    for number in [oldest, base.value, subscribers.value] { digest.add(number) }
    // A list without keys, and one with the pages of earlier formats, has the same digest as before the format
    // knew of others.
    if let keysRevision { digest.add(keysRevision) }
    if pageSizes != .ofEarlierFormats { digest.add(pageSizes.capacity) }
    return digest.value
  }
}

extension PageSizes {
  /// Reads the column of a list's row. A list of an earlier format has none, and an altered one is taken for one of
  /// these, which the digest of the row shows.
  package init(stored capacity: Int?) {
    self = capacity.flatMap(PageSizes.init(capacity:)) ?? .ofEarlierFormats
  }
}

/// A digest of the subscribers of a list: the sum of the digests of their rows.
package struct SubscribersDigest: Equatable {
  /// The digest as an SQLite integer.
  package private(set) var value: Int

  package init(_ value: Int = 0) { self.value = value }

  package init(_ subscribers: [JournalSubscriber]) {
    self.init()
    for subscriber in subscribers { add(subscriber) }
  }

  package mutating func add(_ subscriber: JournalSubscriber) { value &+= Self.digest(subscriber) }

  private mutating func remove(_ subscriber: JournalSubscriber) {
    value &-= Self.digest(subscriber)
  }

  /// Changes the last revision that a subscriber has seen.
  ///
  /// - Parameters:
  ///   - known: The recorded revision; `nil` if the subscriber is not registered.
  ///   - seen: The new one; `nil` to remove the registration.
  package mutating func change(_ name: String, from known: Revision?, to seen: Revision?) {
    if let known { remove(JournalSubscriber(name: name, revision: known)) }
    if let seen { add(JournalSubscriber(name: name, revision: seen)) }
  }

  private static func digest(_ subscriber: JournalSubscriber) -> Int {
    var digest = Digest()
    digest.add(.text(subscriber.name))
    digest.add(subscriber.revision)
    return digest.value
  }
}
