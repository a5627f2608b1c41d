/// The contents of a snapshot in which every identifier occurs once. A list can be turned into it.
///
/// ``DuplicatePolicy`` shows which duplicates are left out.
@usableFromInline
package struct IdentifiedContents<
  Model: Sendable, SectionModel: Sendable, ItemKey: Hashable & Sendable,
  SectionKey: Hashable & Sendable
>: Sendable {
  /// How items and sections are recognised.
  @usableFromInline
  package typealias Identity = Identification<Model, SectionModel, ItemKey, SectionKey>

  /// The contents of the snapshot, without the duplicates that the policy leaves out.
  @usableFromInline package let contents: ListContents<Model, SectionModel>
  @usableFromInline let identity: Identity
  @usableFromInline var itemKeys: [ItemKey]
  @usableFromInline var sectionKeys: [SectionIdentity<SectionKey>]

  /// Applies the policy to a snapshot.
  ///
  /// - Throws: `DuplicateIdentifier` under the policy `refuse`, for the first duplicate that is
  ///   found. Sections are checked before items.
  /// - Complexity: O(*n*) for *n* items and sections, if their keys hash well.
  @inlinable
  package init(
    _ snapshot: ListContents<Model, SectionModel>, by identity: Identity,
    duplicates policy: DuplicatePolicy = .refuse
  ) throws(DuplicateIdentifier) {
    var contents = snapshot
    sectionKeys = identity.sectionKeys(of: contents.sections.map(\.model))
    if let staying = try Self.staying(
      sectionKeys, policy, words: \.description, place: { .section($0) })
    {
      contents.sections = contents.sections.only(staying)
      sectionKeys = sectionKeys.only(staying)
    }
    itemKeys = identity.itemKeys(of: contents)
    let paths = NumberedPaths(counts: contents.itemCounts)
    if let staying = try Self.staying(
      itemKeys, policy, words: { "\($0)" }, place: { .item(paths.path(of: $0)) })
    {
      itemKeys = itemKeys.only(staying)
      for section in contents.sections.indices {
        contents.sections[section].items = contents.sections[section].items
          .only(staying[paths.numbers(inSection: section)])
      }
    }
    self.contents = contents
    self.identity = identity
  }

  /// Returns for each key whether its element stays, `nil` if all do.
  @inlinable
  static func staying<Key: Hashable>(
    _ keys: [Key], _ policy: DuplicatePolicy, words: (Key) -> String,
    place: (Int) -> DuplicateIdentifier.Place
  ) throws(DuplicateIdentifier) -> [Bool]? {
    let repetitions = KeyRepetitions(KeyRows(keys), policy)
    if let refused = repetitions.refused {
      throw DuplicateIdentifier(
        words(keys[refused.second]), first: place(refused.first), second: place(refused.second))
    }
    return repetitions.staying
  }
}

extension IdentifiedContents where Model: Equatable, SectionModel: Equatable {
  /// Returns the changeset that turns a list into this snapshot.
  ///
  /// It is the smallest such changeset. Items and sections that are in both keep their identities,
  /// only the necessary ones move, and equal ones are not named (see
  /// ``Changeset/difference(from:to:key:)``). Changesets may have given the list an identifier more
  /// than once. Then the first occurrence keeps its identity and the others are removed, so the
  /// result is always this snapshot.
  ///
  /// - Complexity: O(*n* + *m* log *l*) for *n* items and sections, where *m* of them are in both
  ///   in another order with a longest increasing subsequence of *l*.
  @inlinable
  package func changeset(
    from source: ListContents<Model, SectionModel>
  ) -> Changeset<Model, SectionModel> {
    changeset(from: source.sections.map(\.model), itemCounts: source.itemCounts) {
      source.sections[$0].items[$1]
    }
  }

  /// Returns the changeset that turns a list into this snapshot, and reads the models of the list in
  /// parts, none of which is kept.
  ///
  /// See ``changeset(from:)``.
  ///
  /// - Parameters:
  ///   - sectionModels: The section models of the list.
  ///   - itemCounts: The numbers of items of its sections.
  ///   - models: Returns the models of a range of items of a section. Each is asked for once, in order.
  /// - Throws: What `models` throws.
  @inlinable
  package func changeset<Models: RandomAccessCollection<Model>, Failure: Error>(
    from sectionModels: [SectionModel?], itemCounts: [Int],
    models: (_ section: Int, _ range: Range<Int>) throws(Failure) -> Models
  ) throws(Failure) -> Changeset<Model, SectionModel> {
    let target = contents.sections
    var sections = KeyMatcher(KeyRows(sectionKeys))
    sections.add(KeyRows(sectionKeys, identity.sectionKeys(of: sectionModels))) { _, _ in }
    var items = KeyMatcher(KeyRows(itemKeys))
    let targetPaths = NumberedPaths(counts: contents.itemCounts)
    var hint = 0
    var isUpdated = itemCounts.map { Array(repeating: false, count: $0) }
    for section in itemCounts.indices {
      for start in stride(from: 0, to: itemCounts[section], by: Self.readCount) {
        let range = start..<min(start + Self.readCount, itemCounts[section])
        let part = Array(try models(section, range))
        items.add(KeyRows(itemKeys, part.map(identity.itemKey))) { place, number in
          let path = targetPaths.path(of: number, hint: hint)
          hint = path.section
          isUpdated[section][start + place] = part[place] != target[path.section].items[path.item]
        }
      }
    }
    var difference = OutlineDifference(
      sections: sections, items: items, sourceCounts: itemCounts, targetCounts: contents.itemCounts)
    difference.compareSections { sectionModels[$0] != target[$1].model }
    difference.compareItems { source, _ in isUpdated[source.section][source.item] }
    return Changeset(
      difference, item: { target[$0.section].items[$0.item] }, section: { target[$0].model })
  }

  /// As many models of a list are read at once.
  @inlinable
  static var readCount: Int { 1_024 }
}

extension Identification {
  @inlinable
  func itemKeys(of contents: ListContents<Model, SectionModel>) -> [ItemKey] {
    var keys: [ItemKey] = []
    keys.reserveCapacity(contents.itemCount)
    for section in contents.sections { keys.append(contentsOf: section.items.lazy.map(itemKey)) }
    return keys
  }

  @inlinable
  func sectionKeys(of models: [SectionModel?]) -> [SectionIdentity<SectionKey>] {
    var unnamedCount = 0
    return models.map { model in
      if let model { return .key(sectionKey(model)) }
      defer { unnamedCount += 1 }
      return .unnamed(unnamedCount)
    }
  }
}

/// A section as a difference reads it: its id, its model, and its items in order.
@usableFromInline
package struct IdentifiedSection<ID: Hashable, Model, SectionModel> {
  /// The id by which the section is recognised in the other list.
  @usableFromInline package var id: ID
  /// The section model, `nil` if it has none.
  @usableFromInline package var model: SectionModel?
  /// The models of the items, in order.
  @usableFromInline package var items: [Model]

  /// Makes a section.
  @usableFromInline
  package init(id: ID, model: SectionModel? = nil, items: [Model]) {
    self.id = id
    self.model = model
    self.items = items
  }
}

extension IdentifiedSection: Sendable where ID: Sendable, Model: Sendable, SectionModel: Sendable {}
extension IdentifiedSection: Equatable where Model: Equatable, SectionModel: Equatable {}
