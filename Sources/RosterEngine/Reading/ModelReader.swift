internal import RosterConcurrency
package import RosterCore

/// Reads models from storage and caches a bounded number of them.
package final class ModelReader<Model: Sendable, SectionModel: Sendable>: Sendable {
  let storage: any ListStorage
  private let codec: any ModelCodec<Model>
  /// How models are decoded, if that depends on the item.
  private let itemDecoding: (@Sendable (StoredValue, ItemID) throws -> Model)?
  private let sectionCodec: any ModelCodec<SectionModel>
  let keys: KeyReader<Model>
  private let cache: Guarded<ModelCache<Model>>

  init(
    storage: any ListStorage, codec: any ModelCodec<Model>,
    sectionCodec: any ModelCodec<SectionModel>, keys: KeyReader<Model>, cacheCountMax: Int,
    revision: Revision
  ) {
    self.storage = storage
    self.codec = codec
    itemDecoding = (codec as? ItemModelCodec<Model>)?.decoding
    self.sectionCodec = sectionCodec
    self.keys = keys
    cache = Guarded(ModelCache(countMax: cacheCountMax, revision: revision))
  }

  /// Returns the models of items that exist at a revision, in order.
  ///
  /// - Parameter keepsInMemory: Whether what is read is cached.
  package func models(
    of items: [ItemID], at revision: Revision, keepsInMemory: Bool = true
  ) throws(StorageError) -> [Model] {
    if items.isEmpty { return [] }
    var found: [Model?] = cache.withLock { cache in
      items.map { cache.model(of: $0, at: revision) }
    }
    let missing = found.indices.filter { found[$0] == nil }
    if !missing.isEmpty {
      let stored = try storage.models(of: missing.map { items[$0] }, at: revision)
      for (index, value) in zip(missing, stored) {
        guard let value else {
          throw StorageError(.corrupt, "\(items[index]) has no model at revision \(revision)")
        }
        found[index] = try decode(value, of: items[index])
      }
      guard keepsInMemory else { return found.compactMap { $0 } }
      cache.withLock { cache in
        for index in missing {
          if let model = found[index] { cache.add(model, of: items[index], readAt: revision) }
        }
      }
    }
    return found.compactMap { $0 }
  }

  /// Returns the model of an item that exists at a revision.
  ///
  /// - Parameter stored: What storage has of it, if that was read already.
  func model(
    of item: ItemID, _ stored: StoredValue?, at revision: Revision
  ) throws(StorageError) -> Model {
    if let stored {
      if let model = cache.withLock({ $0.model(of: item, at: revision) }) { return model }
      let model = try decode(stored, of: item)
      cache.withLock { $0.add(model, of: item, readAt: revision) }
      return model
    }
    return try models(of: [item], at: revision)[0]
  }

  /// Decodes the model of an item.
  package var decoding: @Sendable (StoredValue, ItemID) throws -> Model {
    itemDecoding ?? { [codec] value, _ in try codec.decode(value) }
  }

  /// Decodes the model of a section.
  package var decodingSections: @Sendable (StoredValue) throws -> SectionModel {
    { [sectionCodec] in try sectionCodec.decode($0) }
  }

  /// Whether models of items and sections are stored with the version that has written them.
  package var writesVersions: (items: Bool, sections: Bool) {
    (codec is any VersionWritingCodec, sectionCodec is any VersionWritingCodec)
  }

  /// Returns the model of an item as it is stored today.
  package func recoded(_ value: StoredValue) throws(StorageError) -> StoredValue {
    try Self.recoded(value, codec)
  }

  /// Returns the model of a section as it is stored today.
  package func recodedSection(_ value: StoredValue) throws(StorageError) -> StoredValue {
    try Self.recoded(value, sectionCodec)
  }

  private static func recoded<Coded>(
    _ value: StoredValue, _ codec: any ModelCodec<Coded>
  ) throws(StorageError) -> StoredValue {
    do {
      return try codec.encode(codec.decode(value))
    } catch {
      throw (error as? StorageError)
        ?? StorageError(.undecodable, "a stored model cannot be read: \(error)", cause: error)
    }
  }

  func decode(_ value: StoredValue, of item: ItemID) throws(StorageError) -> Model {
    guard let itemDecoding else { return try codec.decode(value, of: item) }
    do {
      return try itemDecoding(value, item)
    } catch {
      throw .undecodable("the model of \(item)", error)
    }
  }

  /// Returns the models of sections that exist at a revision, in order; `nil` for those without
  /// one.
  package func sectionModels(
    of sections: [SectionID], at revision: Revision
  ) throws(StorageError) -> [SectionModel?] {
    if sections.isEmpty { return [] }
    let stored = try storage.models(of: sections, at: revision)
    var models: [SectionModel?] = []
    for (section, value) in zip(sections, stored) {
      guard let value else {
        throw StorageError(.corrupt, "\(section) is not there at revision \(revision)")
      }
      models.append(value == .null ? nil : try decode(value, of: section))
    }
    return models
  }

  func decode(
    _ value: StoredValue, of section: SectionID
  ) throws(StorageError) -> SectionModel {
    do {
      return try sectionCodec.decode(value)
    } catch {
      throw .undecodable("the model of \(section)", error)
    }
  }

  // MARK: States

  /// Returns the states of all scopes of trees at a revision, in the order of the trees.
  package func states(
    of trees: [TreeID], at revision: Revision
  ) throws(StorageError) -> [[ScopePath: StoredState]] {
    trees.isEmpty ? [] : try storage.states(of: trees, at: revision)
  }

  /// Returns the states of all scopes of trees at a revision.
  ///
  /// - Complexity: One search for each tree, even if it is named more than once.
  func statesByTree(
    of trees: some Sequence<TreeID>, at revision: Revision
  ) throws(StorageError) -> [TreeID: [ScopePath: StoredState]] {
    try storage.statesByTree(of: trees, at: revision)
  }

  // MARK: Writing

  func encode(
    _ changeset: Changeset<Model, SectionModel>
  ) throws(StorageError) -> EncodedModels {
    // The outline tells what there is without asking the runtime for the types of the models.
    let outline = changeset.outline
    var encoded = EncodedModels()
    if !outline.updatedItems.isEmpty { encoded.updatedItems = try encode(changeset.updatedModels) }
    if !outline.insertedItems.isEmpty {
      encoded.insertedItems = try encode(changeset.insertedModels)
    }
    if !outline.updatedSections.isEmpty {
      encoded.updatedSections = try encode(changeset.updatedSectionModels)
    }
    if !outline.insertedSections.isEmpty {
      encoded.insertedSections = try encode(changeset.insertedSectionModels)
    }
    return encoded
  }

  private func encode(_ models: [Model]) throws(StorageError) -> [StoredValue] {
    var encoded: [StoredValue] = []
    encoded.reserveCapacity(models.count)
    do {
      // A call of `map` would ask the runtime how to iterate over models.
      for model in models { encoded.append(try codec.encode(model)) }
      return encoded
    } catch {
      throw StorageError(.unencodable, "an item model does not encode: \(error)", cause: error)
    }
  }

  private func encode(_ models: [SectionModel?]) throws(StorageError) -> [StoredValue] {
    do {
      return try models.map { try $0.map(sectionCodec.encode) ?? .null }
    } catch {
      throw StorageError(.unencodable, "a section model does not encode: \(error)", cause: error)
    }
  }

  /// Notes a published revision that replaced no models.
  func publish(at revision: Revision) {
    keys.publish(at: revision)
    cache.withLock { $0.revision = revision }
  }

  /// Notes the models that a published change replaced, removed and inserted.
  func publish(
    _ identities: ChangeIdentities, _ changeset: Changeset<Model, SectionModel>,
    at revision: Revision
  ) {
    keys.publish(at: revision)
    cache.withLock { cache in
      cache.revision = revision
      for (index, item) in identities.updatedItems.enumerated() {
        cache.end(item, at: revision)
        cache.add(changeset.updatedModels[index], of: item, readAt: revision)
      }
      // After the updates, because an item may be updated and removed.
      for item in identities.removedItems { cache.end(item.id, at: revision) }
      // A bulk load would displace everything else, and most of itself.
      for (index, item) in identities.insertedItems.prefix(cache.countMax / 2).enumerated() {
        cache.add(changeset.insertedModels[index], of: item, readAt: revision)
      }
    }
  }

  /// Forgets all models, because the list was read anew and may differ.
  func reset(at revision: Revision) {
    cache.withLock { $0 = ModelCache(countMax: $0.countMax, revision: revision) }
  }
}

/// Reads models that other lists store, of which each has a codec of its own: the item tells which one. It writes none.
package struct ItemModelCodec<Model: Sendable>: ModelCodec {
  let decoding: @Sendable (StoredValue, ItemID) throws -> Model

  /// Makes a codec of how the model of an item is decoded.
  package init(decoding: @escaping @Sendable (StoredValue, ItemID) throws -> Model) {
    self.decoding = decoding
  }

  package func encode(_ model: Model) throws -> StoredValue { .null }

  /// Decodes a model as that of no item, which works if a single list stores all of them.
  package func decode(_ value: StoredValue) throws -> Model {
    try decoding(value, ItemID(rawValue: 0))
  }
}

extension ModelCodec {
  /// Decodes the model of an item.
  func decode(_ value: StoredValue, of item: ItemID) throws(StorageError) -> Model {
    do {
      return try decode(value)
    } catch {
      throw .undecodable("the model of \(item)", error)
    }
  }
}

/// The encoded models of a changeset.
struct EncodedModels: Sendable {
  var updatedItems: [StoredValue] = []
  var insertedItems: [StoredValue] = []
  var updatedSections: [StoredValue] = []
  var insertedSections: [StoredValue] = []
  /// The keys of the items, if they come back with their models.
  var itemKeys: ItemKeys?
}

extension ListStorage {
  /// Returns the states of all scopes of trees at a revision.
  ///
  /// - Complexity: One search for each tree, even if it is named more than once.
  package func statesByTree(
    of trees: some Sequence<TreeID>, at revision: Revision
  ) throws(StorageError) -> [TreeID: [ScopePath: StoredState]] {
    // In key order, which is the order of the pages in the file.
    let trees = Set(trees).sorted()
    if trees.isEmpty { return [:] }
    return Dictionary(uniqueKeysWithValues: zip(trees, try states(of: trees, at: revision)))
  }
}

extension StorageError {
  /// - Parameter error: What a codec has thrown. If that is an error of storage, what caused it is the cause
  ///   of the new one as well, so that an application finds the `DecodingError` of its model there.
  fileprivate static func undecodable(_ subject: String, _ error: any Error) -> StorageError {
    let reason = error as? StorageError
    return StorageError(
      reason?.code == .newerModel ? .newerModel : .undecodable,
      "\(subject) does not decode: \(error)", cause: reason?.cause ?? error)
  }
}

extension ListStorage {
  /// Returns which items have a model at both revisions, and another one.
  ///
  /// - Complexity: O(*m* log *n*) for *m* items.
  package func updatedItems(
    among items: Set<ItemID>, from source: Revision, to target: Revision
  ) throws(StorageError) -> Set<ItemID> {
    try Self.updated(items.sorted()) { (chunk) throws(StorageError) in
      (try models(of: chunk, at: source), try models(of: chunk, at: target))
    }
  }

  /// Returns which sections have a model at both revisions, and another one.
  ///
  /// - Complexity: O(*m* log *n*) for *m* sections.
  package func updatedSections(
    among sections: Set<SectionID>, from source: Revision, to target: Revision
  ) throws(StorageError) -> Set<SectionID> {
    try Self.updated(sections.sorted()) { (chunk) throws(StorageError) in
      (try models(of: chunk, at: source), try models(of: chunk, at: target))
    }
  }

  /// Compares models in parts, so that not all of them are in memory at once.
  private static func updated<ID: Hashable>(
    _ ids: [ID], _ read: ([ID]) throws(StorageError) -> ([StoredValue?], [StoredValue?])
  ) throws(StorageError) -> Set<ID> {
    var updated: Set<ID> = []
    for start in stride(from: 0, to: ids.count, by: 1_024) {
      let chunk = Array(ids[start..<min(start + 1_024, ids.count)])
      let (before, after) = try read(chunk)
      for (id, (model, other)) in zip(chunk, zip(before, after))
      where model != nil && other != nil && model != other {
        updated.insert(id)
      }
    }
    return updated
  }
}
