internal import RosterCore

/// A bounded number of models, each with the revisions that it is valid for.
///
/// It has two generations. A model that is read moves into the young one. When the young one is
/// full it becomes the old one, and the models left in the former old one are dropped. So each
/// operation is O(1), and models in use stay.
///
/// Its tables are of one type whatever the models are: a table of a generic type would ask the
/// runtime for that type at each access.
struct ModelCache<Model> {
  let countMax: Int
  /// The last published revision.
  var revision: Revision
  private var young: [ItemID: CacheEntry] = [:]
  private var old: [ItemID: CacheEntry] = [:]

  init(countMax: Int, revision: Revision) {
    self.countMax = countMax
    self.revision = revision
  }

  /// Returns the model of an item at a revision, `nil` if it is not known.
  ///
  /// A revision that is not published yet belongs to another writer and may have replaced any
  /// model.
  mutating func model(of item: ItemID, at revision: Revision) -> Model? {
    guard let entry = young[item] ?? old[item], entry.from <= revision,
      entry.until.map({ revision < $0 }) ?? (revision <= self.revision)
    else { return nil }
    if young[item] == nil { insert(entry, for: item) }
    return (entry as? CachedModel<Model>)?.model
  }

  /// Adds a model that was read at a revision.
  ///
  /// A model of an older revision is not kept: it may have been replaced since, and the cache would
  /// not learn of it.
  mutating func add(_ model: Model, of item: ItemID, readAt revision: Revision) {
    guard revision == self.revision, countMax > 1 else { return }
    insert(CachedModel(model, from: revision), for: item)
  }

  /// Notes that the model of an item was replaced or removed at a revision.
  func end(_ item: ItemID, at revision: Revision) {
    for entry in [young[item], old[item]] where entry?.until == nil { entry?.until = revision }
  }

  private mutating func insert(_ entry: CacheEntry, for item: ItemID) {
    if young.count >= countMax / 2 {
      old = young
      young.removeAll(keepingCapacity: true)
    }
    young[item] = entry
  }
}

/// When a model of a cache is valid.
private class CacheEntry {
  /// The first revision that the model is valid for.
  let from: Revision
  /// The first revision that it is no longer valid for, if known.
  var until: Revision?

  init(from: Revision) { self.from = from }
}

private final class CachedModel<Model>: CacheEntry {
  let model: Model

  init(_ model: Model, from: Revision) {
    self.model = model
    super.init(from: from)
  }
}
