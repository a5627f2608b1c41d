internal import RosterCore
internal import RosterJSON

/// What others have made of items and sections that a device has removed. The device does not show it, and an undo of the
/// removal brings it back:
///
///     base      A B     the device removes A, so that it shows B
///     remote    a B     another device has made a of A, before the hub heard of the removal
///     undone    a B     and not A B
///
/// Only a model that comes back as it was before the edit is replaced. If the user of the device has written another one
/// before the removal, that one comes back.
struct HiddenEdits: Hashable, Sendable {
  /// One edit of a model; `nil` stands for a section without one.
  struct Edit: Hashable, Sendable {
    var former: JSONValue?
    var model: JSONValue?

    func map(_ transform: (JSONValue) -> JSONValue?) -> Edit {
      Edit(former: former.flatMap(transform), model: model.flatMap(transform))
    }
  }

  /// The edits of items by the device's numbers, in order.
  private(set) var items: [ItemID: [Edit]] = [:]
  /// The edits of sections likewise.
  private(set) var sections: [SectionID: [Edit]] = [:]

  init() {}

  var isEmpty: Bool { items.isEmpty && sections.isEmpty }

  mutating func append(_ edit: Edit, of item: ItemID) {
    if edit.former != edit.model { items[item, default: []].append(edit) }
  }

  mutating func append(_ edit: Edit, of section: SectionID) {
    if edit.former != edit.model { sections[section, default: []].append(edit) }
  }

  /// Returns the edits with other models, as those of another version.
  func mapModels(
    _ item: (JSONValue) -> JSONValue, _ section: (JSONValue) -> JSONValue?
  ) -> HiddenEdits {
    var mapped = HiddenEdits()
    for (id, edits) in items { for edit in edits { mapped.append(edit.map(item), of: id) } }
    for (id, edits) in sections { for edit in edits { mapped.append(edit.map(section), of: id) } }
    return mapped
  }

  /// Gives what a change brings back the models that others have made of it.
  func apply(to change: inout KeyedChange) {
    if isEmpty { return }
    let changeset = change.changeset
    let models = zip(changeset.insertedModels, change.items).map { model, item in
      Self.model(model, after: items[item] ?? []) ?? model
    }
    let sectionModels = zip(changeset.insertedSectionModels, change.sections).map {
      Self.model($0, after: sections[$1] ?? [])
    }
    change.changeset =
      SyncChangeset(
        validating: changeset.outline, updatedModels: changeset.updatedModels,
        insertedModels: models, updatedSectionModels: changeset.updatedSectionModels,
        insertedSectionModels: sectionModels) ?? changeset
  }

  private static func model(_ model: JSONValue?, after edits: [Edit]) -> JSONValue? {
    edits.reduce(model) { model, edit in model == edit.former ? edit.model : model }
  }

  // MARK: JSON

  /// The edits as a note has them: each with the number of its item or section, the former model and the new one.
  var json: JSONValue {
    var json: JSONObject = [:]
    if !items.isEmpty { json["items"] = Self.json(items) }
    if !sections.isEmpty { json["sections"] = Self.json(sections) }
    return .object(json)
  }

  private static func json<ID: ListIdentity>(_ edits: [ID: [Edit]]) -> JSONValue {
    .array(
      edits.sorted { $0.key < $1.key }.flatMap { id, edits in
        edits.map { [.integer(id.rawValue), $0.former ?? .null, $0.model ?? .null] }
      })
  }

  /// Reads the edits of a note; none if there is no value.
  init(json: JSONValue?) throws(SyncError) {
    guard let json else { return }
    for (number, edit) in try Self.edits(json["items"]) {
      append(edit, of: ItemID(rawValue: number))
    }
    for (number, edit) in try Self.edits(json["sections"]) {
      append(edit.map { $0 == .null ? nil : $0 }, of: SectionID(rawValue: number))
    }
  }

  private static func edits(
    _ json: JSONValue?
  ) throws(SyncError) -> [(number: Int, edit: Edit)] {
    guard let json else { return [] }
    var edits: [(number: Int, edit: Edit)] = []
    for element in try json.sync.array() {
      let parts = try element.sync.array()
      guard parts.count == 3 else {
        throw .malformed("an edit of what is removed is no row of three")
      }
      edits.append(
        (try parts[0].sync.integer(), Edit(former: parts[1], model: parts[2])))
    }
    return edits
  }
}
