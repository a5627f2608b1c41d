/// The keys of the parts of a changeset, as in the changeset log.
private enum PartKey: String, CodingKey {
  case updatedItems, removedItems, movedItems, insertedItems
  case updatedSections, removedSections, movedSections, insertedSections
}

/// A place and a model as the two-element array `[place, model]`.
private struct Pair<Place, Model> {
  var place: Place
  var model: Model
}

extension Pair: Encodable where Place: Encodable, Model: Encodable {
  func encode(to encoder: any Encoder) throws {
    var pair = encoder.unkeyedContainer()
    try pair.encode(place)
    try pair.encode(model)
  }
}

extension Pair: Decodable where Place: Decodable, Model: Decodable {
  init(from decoder: any Decoder) throws {
    var pair = try decoder.unkeyedContainer()
    place = try pair.decode(Place.self)
    model = try pair.decode(Model.self)
  }
}

/// An inserted section: its index, or `[index, model]`.
private struct SectionInsertion<Model: Decodable>: Decodable {
  var section: Int
  var model: Model?

  init(from decoder: any Decoder) throws {
    if let section = try? decoder.singleValueContainer().decode(Int.self) {
      self.section = section
    } else {
      let pair = try Pair<Int, Model?>(from: decoder)
      section = pair.place
      model = pair.model
    }
  }
}

extension Changeset: Encodable where Model: Encodable, SectionModel: Encodable {
  /// Encodes the changeset in the form of the changeset log; empty parts are left out.
  public func encode(to encoder: any Encoder) throws {
    var parts = encoder.container(keyedBy: PartKey.self)
    func encode(_ values: [some Encodable], _ key: PartKey) throws {
      if !values.isEmpty { try parts.encode(values, forKey: key) }
    }
    try encode(updatedItems.map(Pair.init), .updatedItems)
    try encode(removedItems, .removedItems)
    try encode(movedItems, .movedItems)
    try encode(insertedItems.map(Pair.init), .insertedItems)
    try encode(updatedSections.map(Pair.init), .updatedSections)
    try encode(removedSections, .removedSections)
    try encode(movedSections, .movedSections)
    try encode(insertedSections.map(Pair.init), .insertedSections)
  }
}

extension Changeset: Decodable where Model: Decodable, SectionModel: Decodable {
  /// Decodes the form of the changeset log; absent parts are empty.
  public init(from decoder: any Decoder) throws {
    let parts = try decoder.container(keyedBy: PartKey.self)
    func decode<Part: Decodable>(_ type: Part.Type, _ key: PartKey) throws -> [Part] {
      try parts.decodeIfPresent([Part].self, forKey: key) ?? []
    }
    var builder = Builder()
    for pair in try decode(Pair<ItemPath, Model>.self, .updatedItems) {
      builder.updateItem(at: pair.place, pair.model)
    }
    for path in try decode(ItemPath.self, .removedItems) { builder.removeItem(at: path) }
    for move in try decode(ItemMove.self, .movedItems) {
      builder.moveItem(from: move.source, to: move.target)
    }
    for pair in try decode(Pair<ItemPath, Model>.self, .insertedItems) {
      builder.insertItem(pair.model, at: pair.place)
    }
    for pair in try decode(Pair<Int, SectionModel?>.self, .updatedSections) {
      builder.updateSection(at: pair.place, pair.model)
    }
    for section in try decode(Int.self, .removedSections) { builder.removeSection(at: section) }
    for move in try decode(SectionMove.self, .movedSections) {
      builder.moveSection(from: move.source, to: move.target)
    }
    for insertion in try decode(SectionInsertion<SectionModel>.self, .insertedSections) {
      builder.insertSection(at: insertion.section, insertion.model)
    }
    self = builder.changeset()
  }
}
