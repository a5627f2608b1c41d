internal import RosterCore
internal import RosterEngine
internal import RosterJSON
internal import RosterRows

/// How the items of a derived list are grouped in sections.
enum Grouping<Model: Sendable, Section: Sendable>: Sendable {
  /// All stand in one section, which has no model.
  case none
  case values(SectionValues<Model, Section>)
  case source(SourceSections<Section>)

  var isGrouped: Bool { if case .none = self { false } else { true } }

  /// The sections as those of the source; `nil` if they are others.
  var ofSource: SourceSections<Section>? {
    if case .source(let sections) = self { sections } else { nil }
  }

  /// The number of sources for which there are sections; `nil` if these have nothing to do with sources.
  var sourceCount: Int? { if case .values(let values) = self { values.sourceCount } else { nil } }

  /// What a definition keeps of it.
  var operators: [String] {
    switch self {
    case .none: []
    case .values(let values):
      [values.text]
        + values.fixed.map { DefinitionText.fixedSection($0.key) }
    case .source(let sections):
      [DefinitionText.sourceSections]
        + (sections.keepsEmpty ? [DefinitionText.emptySections] : [])
    }
  }

  /// Reads the models of sections.
  var codec: any ModelCodec<Section> {
    switch self {
    case .none: DerivedModelCodec { _ in throw StorageError.ungrouped }
    case .values(let values): values.codec
    case .source(let sections): DerivedModelCodec(decoding: sections.decode)
    }
  }

  /// Returns how the items of a list are grouped that stands between this one and its source. Of the source, it has all
  /// sections: one from which an item has gone there may be the one in which it is held here.
  var behind: Self {
    guard case .source(var sections) = self else { return .none }
    sections.keepsEmpty = true
    return .source(sections)
  }

  /// Returns how a list is grouped that shows another one in place of the source, with the sections of that.
  func shown(of list: ListDataSource<Model, Section, Never>) -> Self {
    guard case .source(let sections) = self else { return self }
    return .source(SourceSections(list, keepsEmpty: sections.keepsEmpty))
  }
}

/// Sections of what items have in common, in the order of the values.
struct SectionValues<Model: Sendable, Section: Sendable>: Sendable {
  /// Returns what the items of a section have in common, of an item that comes from a source.
  let value: @Sendable (_ model: Model, _ sourceIndex: Int) -> Section
  let key: @Sendable (Section) -> [UInt8]
  let codec: any ModelCodec<Section>
  /// The sections that are there without items as well, in their order.
  let fixed: [(key: [UInt8], value: Section)]
  /// What a definition keeps of it, apart from the fixed ones.
  let text: String
  /// The number of sources for which there are sections; `nil` if these have nothing to do with sources.
  let sourceCount: Int?

  init(
    _ fixed: [Section], by value: @escaping @Sendable (Model) -> Section
  ) where Section: SortValue & Codable {
    self.init(
      fixed, DefinitionText.sections(of: Section.self), value: { model, _ in value(model) },
      key: \.sortBytes)
  }

  /// One section for each source, in the order of these.
  init(
    bySource values: [Section], keepsEmpty: Bool
  ) where Section: SortValue & Codable {
    let keys = values.map { $0.sortBytes }
    let places = Dictionary(zip(keys, keys.indices)) { first, _ in first }
    self.init(
      keepsEmpty ? values : [],
      DefinitionText.sections(of: Section.self, bySource: keys), sourceCount: values.count,
      value: { _, index in values[min(index, values.count - 1)] },
      key: { (places[$0.sortBytes] ?? values.count).sortBytes })
  }

  private init(
    _ fixed: [Section], _ text: String, sourceCount: Int? = nil,
    value: @escaping @Sendable (Model, Int) -> Section,
    key: @escaping @Sendable (Section) -> [UInt8]
  ) where Section: SortValue & Codable {
    (self.text, self.sourceCount) = (text, sourceCount)
    (self.value, self.key) = (value, key)
    codec = Section.self is any JSONSection.Type ? JSONSectionCodec() : JSONModelCodec()
    self.fixed = fixed.map { (key: key($0), value: $0) }
      .sorted { $0.key.precedes($1.key) }
      .reduce(into: []) { sections, next in
        if sections.last?.key != next.key { sections.append(next) }
      }
  }
}

/// A section that is kept without an encoder, which the library for C does not have.
protocol JSONSection {
  /// What is kept of it.
  var sectionJSON: JSONValue { get }

  /// Makes the section of which a value was kept; `nil` if none is kept as that.
  init?(sectionJSON: JSONValue)
}

/// A value of JSON has numbers and keys that an encoder does not take.
extension JSONValue: JSONSection {
  var sectionJSON: JSONValue { self }

  init?(sectionJSON: JSONValue) { self = sectionJSON }
}

/// Keeps sections as canonical text, where only the type of sections is known.
private struct JSONSectionCodec<Section: Sendable>: ModelCodec {
  func encode(_ section: Section) throws -> StoredValue {
    guard let section = section as? any JSONSection else {
      throw StorageError(.unencodable, "the section is no value of JSON")
    }
    return try CanonicalJSONCodec().encode(section.sectionJSON)
  }

  func decode(_ value: StoredValue) throws -> Section {
    let value = try CanonicalJSONCodec().decode(value)
    guard let type = Section.self as? any JSONSection.Type,
      let section = type.init(sectionJSON: value) as? Section
    else { throw StorageError(.undecodable, "the stored section is no value of its type") }
    return section
  }
}

/// The sections of the source, with their identities, in its order.
struct SourceSections<Section: Sendable>: Sendable {
  /// The list that has them.
  let address: ListAddress?
  /// Whether sections are there without items as well.
  var keepsEmpty: Bool
  /// Returns the models of sections at a revision, which may be one that the list is about to commit.
  let models:
    @Sendable (_ sections: [SectionID], _ revision: Revision, _ changes: UncommittedChanges?)
      throws(StorageError) -> [Section?]
  let decode: @Sendable (StoredValue) throws -> Section

  init<Model, Output>(_ list: ListDataSource<Model, Section, Output>, keepsEmpty: Bool) {
    address = list.address
    self.keepsEmpty = keepsEmpty
    let reader = list.reader.models
    models = { (sections, revision, changes) throws(StorageError) in
      guard let changes else { return try reader.sectionModels(of: sections, at: revision) }
      let written = changes.sectionModels(of: reader)
      var others = try reader.sectionModels(
        of: sections.filter { written[$0] == nil }, at: changes.group.source.revision
      ).makeIterator()
      return sections.map { written[$0] ?? others.next() ?? nil }
    }
    decode = reader.decodingSections
  }
}

extension StorageError {
  fileprivate static var ungrouped: StorageError {
    StorageError(.corrupt, "a derived list that is not grouped has a section with a model")
  }
}
