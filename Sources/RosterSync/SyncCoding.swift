internal import RosterCore
public import RosterJSON
internal import RosterRows

/// Turns the models of a list into JSON values, which devices and hubs exchange, and back.
///
/// What is turned into JSON and back must be the same model. All devices of a hub must have the
/// same coding.
public struct SyncCoding<Model: Sendable, SectionModel: Sendable>: Sendable {
  let encode: @Sendable (Model) throws -> JSONValue
  let decode: @Sendable (JSONValue) throws -> Model
  let encodeSection: @Sendable (SectionModel) throws -> JSONValue
  let decodeSection: @Sendable (JSONValue) throws -> SectionModel
  /// Returns what tells that two models, as JSON, are those of the same item; the member `id` of an
  /// object, or else the whole value.
  ///
  /// It is asked only if a device was away for so long that it gets the list whole. Then an item
  /// whose key is not found again loses its identity and its pending updates and moves.
  public var itemKey: @Sendable (JSONValue) -> JSONValue = { $0["id"] ?? $0 }
  /// The same for section models. What was inserted into a section whose key is not found again is
  /// refused.
  public var sectionKey: @Sendable (JSONValue) -> JSONValue = { $0["id"] ?? $0 }

  /// Makes a coding of four closures. They are called on several threads at once.
  public init(
    encode: @escaping @Sendable (Model) throws -> JSONValue,
    decode: @escaping @Sendable (JSONValue) throws -> Model,
    encodeSection: @escaping @Sendable (SectionModel) throws -> JSONValue,
    decodeSection: @escaping @Sendable (JSONValue) throws -> SectionModel
  ) {
    self.encode = encode
    self.decode = decode
    self.encodeSection = encodeSection
    self.decodeSection = decodeSection
  }

  func json(_ changeset: Changeset<Model, SectionModel>) throws -> SyncChangeset {
    try changeset.mapModels(encode, sectionJSON)
  }

  func changeset(_ json: SyncChangeset) throws -> Changeset<Model, SectionModel> {
    try json.mapModels(decode) { try decodeSection($0) }
  }

  /// Returns a revision with the models as this release writes them, so that they can be compared with those of the list:
  /// an earlier one may have written them.
  ///
  /// - Throws: `newerModel` if a later one has.
  func migrated(_ revision: HubRevision) throws -> HubRevision {
    var revision = revision
    revision.changeset = try revision.changeset.mapModels(migratedItem, migratedSection)
    return revision
  }

  /// Returns a page with the models as this release writes them; as the other one.
  func migrated(_ page: WholePage) throws -> WholePage {
    var page = page
    page.sections = try page.sections.map {
      WholePage.Section(
        model: try $0.model.flatMap(migratedSection), items: try $0.items.map(migratedItem))
    }
    return page
  }

  /// Returns what a device knows with the models as this release writes them. What it cannot read stays as it is, so
  /// that a device can be opened, and the change discarded.
  func migrated(_ record: DeviceRecord) -> DeviceRecord {
    var record = record
    for index in record.pending.indices {
      record.pending[index].changeset = migrated(record.pending[index].changeset)
    }
    record.back = migrated(record.back)
    return record
  }

  /// Returns edits with the models as this release writes them. One that it cannot read stays as it is.
  func migrated(_ edits: HiddenEdits) -> HiddenEdits {
    edits.mapModels({ (try? migratedItem($0)) ?? $0 }) { json in
      do { return try migratedSection(json) } catch { return json }
    }
  }

  private func migrated(_ changeset: SyncChangeset) -> SyncChangeset {
    (try? changeset.mapModels(migratedItem, migratedSection)) ?? changeset
  }

  private func migratedItem(_ json: JSONValue) throws -> JSONValue { try encode(decode(json)) }

  private func migratedSection(_ json: JSONValue) throws -> JSONValue? {
    try sectionJSON(decodeSection(json))
  }

  /// The JSON of a section model; `null` is the same as none.
  func sectionJSON(_ model: SectionModel) throws -> JSONValue? {
    let json = try encodeSection(model)
    return json == .null ? nil : json
  }
}

extension SyncCoding where Model: Codable, SectionModel: Codable {
  /// The coding of a list whose models are `Codable`: their JSON as the list keeps it, with the versions of `VersionedModel`.
  ///
  /// A device whose release is older than that of a model that comes to it takes nothing: `synchronize()` throws a
  /// `StorageError` with the code `newerModel`, and the list stays as it is until the application is updated. A hub whose
  /// release is older than a device's refuses its requests with such a model, and the device keeps the changes until the
  /// hub is updated. A hub whose lists hold JSON values (``json``) needs no update.
  public static var codable: SyncCoding {
    let (models, sections) = (JSONModelCodec<Model>(), JSONModelCodec<SectionModel>())
    let json = CanonicalJSONCodec()
    return SyncCoding(
      encode: { try json.decode(models.encode($0)) },
      decode: { try models.decode(json.encode($0)) },
      encodeSection: { try json.decode(sections.encode($0)) },
      decodeSection: { try sections.decode(json.encode($0)) })
  }
}

extension SyncCoding where Model == JSONValue, SectionModel == JSONValue {
  /// The coding of a list whose models are JSON values.
  public static var json: SyncCoding {
    SyncCoding(encode: { $0 }, decode: { $0 }, encodeSection: { $0 }, decodeSection: { $0 })
  }
}

extension SyncCoding where Model == String, SectionModel == String {
  /// The coding of a list whose models are texts.
  public static var text: SyncCoding {
    let decode: @Sendable (JSONValue) throws -> String = { try $0.sync.string() }
    return SyncCoding(
      encode: { .string($0) }, decode: decode, encodeSection: { .string($0) },
      decodeSection: decode)
  }
}
