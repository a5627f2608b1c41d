internal import RosterCore

/// A bounded number of models, with the revisions that they are known to be right for.
///
/// Two generations: what is asked for moves into the young one; when that is full, it becomes the
/// old one, and what is left of the old one is dropped. So each operation is O(1), and what is in
/// use stays.
struct ModelCache<Model> {
  private struct Entry {
    var model: Model
    /// Right from this revision on …
    var from: Revision
    /// … and until before this one.
    var until: Revision?
  }

  let countMax: Int
  /// The last published revision.
  var revision: Revision
  private var young: [ItemID: Entry] = [:]
  private var old: [ItemID: Entry] = [:]

  init(countMax: Int, revision: Revision) {
    self.countMax = countMax
    self.revision = revision
  }

  /// The model of an item at a revision, `nil` if it is not known.
  ///
  /// A revision that is not published yet is another writer's, and may have replaced any model.
  mutating func model(of item: ItemID, at revision: Revision) -> Model? {
    guard let entry = young[item] ?? old[item], entry.from <= revision,
      entry.until.map({ revision < $0 }) ?? (revision <= self.revision)
    else { return nil }
    if young[item] == nil { insert(entry, for: item) }
    return entry.model
  }

  /// Adds a model that was read at a revision.
  ///
  /// Only what is right for the last published revision is kept: a model that was read for an
  /// older snapshot may have been replaced since, and nobody would tell.
  mutating func add(_ model: Model, of item: ItemID, readAt revision: Revision) {
    guard revision == self.revision else { return }
    insert(Entry(model: model, from: revision, until: nil), for: item)
  }

  /// Notes that an item has another model, or is gone, from a revision on.
  mutating func end(_ item: ItemID, at revision: Revision) {
    if young[item]?.until == nil { young[item]?.until = revision }
    if old[item]?.until == nil { old[item]?.until = revision }
  }

  private mutating func insert(_ entry: Entry, for item: ItemID) {
    guard countMax > 1 else { return }
    if young.count >= countMax / 2 {
      old = young
      young.removeAll(keepingCapacity: true)
    }
    young[item] = entry
  }
}
