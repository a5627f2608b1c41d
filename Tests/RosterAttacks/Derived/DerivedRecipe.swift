import RosterCore
import RosterDerived
import RosterEngine
import RosterTestKit
import RosterTestSupport

/// What is listed in the attacks on derived lists, as a text: `7 2 bean +` has number 7, rank 2, and is shown by filters.
struct DerivedCard: Hashable, Sendable {
  var number = 0
  var rank = 0
  var folder = ""
  var isShown = true

  init(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 4 else { return }
    (number, rank) = (Int(words[0]) ?? 0, Int(words[1]) ?? 0)
    (folder, isShown) = (String(words[2]), words[3] == "+")
  }

  init(number: Int, _ random: inout SplitMix64) {
    self.number = number
    rank = random.index(below: 3)
    folder = ["apple", "bean", "beet"][random.index(below: 3)]
    isShown = !random.happens(percent: 30)
  }

  var text: String { "\(number) \(rank) \(folder) \(isShown ? "+" : "-")" }

  /// What is searched.
  var texts: [String] { [folder, "rank \(rank)"] }

  func matches(_ search: String) -> Bool {
    let words = texts.flatMap { $0.split(separator: " ") }
    return search.split(separator: " ").allSatisfy { searched in
      words.contains { $0.hasPrefix(searched) }
    }
  }
}

/// An operator of the definition of a derived list, as it is tried alone and beside each other one.
package enum DerivedOperator: String, CaseIterable, Sendable {
  case filter, sorted, tied, grouped, ofSource, ofSourceKeepingEmpty
  case first, last, inEachSection, distinct, search
}

/// What makes a derived list of its sources, and what it comes to, computed from nothing with arrays.
struct DerivedRecipe: Hashable, Sendable, CustomStringConvertible {
  typealias List = ListDataSource<String, String, Never>

  struct Sorting: Hashable, Sendable {
    var ties: TieOrder
  }

  enum Grouping: Hashable, Sendable {
    /// One section for everything.
    case whole
    case folder
    case source(keepsEmpty: Bool)
  }

  struct Window: Hashable, Sendable {
    var count: Int
    var end = ListEnd.start
    var offset = 0
    var isOfEachSection = false
  }

  var isFiltered = false
  var sorting: Sorting?
  var grouping = Grouping.whole
  var window: Window?
  var isDistinct = false
  var search: String?
  /// Whether the sections come before the other operators in the definition, where they are to make no difference.
  var groupsFirst = false

  /// A list that is its source.
  init() {}

  /// - Returns: `nil` if two of the operators are of one kind, or cannot be combined.
  init?(_ operators: [DerivedOperator]) {
    for (index, next) in operators.enumerated() {
      switch next {
      case .filter: isFiltered = true
      case .sorted, .tied:
        if sorting != nil { return nil }
        sorting = Sorting(ties: next == .sorted ? .identity : .source)
      case .grouped, .ofSource, .ofSourceKeepingEmpty:
        if grouping != .whole { return nil }
        grouping =
          next == .grouped ? .folder : .source(keepsEmpty: next == .ofSourceKeepingEmpty)
        groupsFirst = index == 0
      case .first, .last, .inEachSection:
        if window != nil { return nil }
        window =
          switch next {
          case .first: Window(count: 2, offset: 1)
          case .last: Window(count: 2, end: .end)
          default: Window(count: 1, isOfEachSection: true)
          }
      case .distinct: isDistinct = true
      case .search: search = "be"
      }
    }
    if isDistinct, sorting == nil { sorting = Sorting(ties: .identity) }
    if !isPossible { return nil }
  }

  /// Chooses operators that can be combined.
  init(_ random: inout SplitMix64, isUnion: Bool) {
    var recipe = Self.chosen(by: &random, isUnion: isUnion)
    while !recipe.isPossible { recipe = Self.chosen(by: &random, isUnion: isUnion) }
    self = recipe
  }

  private static func chosen(by random: inout SplitMix64, isUnion: Bool) -> Self {
    let groupings: [Grouping] = [
      .whole, .folder, .source(keepsEmpty: false), .source(keepsEmpty: true),
    ]
    var recipe = Self()
    recipe.isFiltered = random.happens(percent: 50)
    if random.happens(percent: 60) {
      recipe.sorting = Sorting(ties: random.happens(percent: 70) ? .identity : .source)
    }
    // A list of several sources has the sections of none.
    recipe.grouping = groupings[random.index(below: isUnion ? 2 : 4)]
    if random.happens(percent: 40) { recipe.window = Window(&random) }
    recipe.isDistinct = random.happens(percent: 15)
    if random.happens(percent: 20) { recipe.search = "be" }
    recipe.groupsFirst = random.happens(percent: 50)
    return recipe
  }

  private var isOfSource: Bool { if case .source = grouping { true } else { false } }

  /// Whether one of each value can be told.
  private var isPossible: Bool {
    !isDistinct || sorting?.ties == .identity && window == nil && !isOfSource
  }

  /// Whether the list can be kept together with its source.
  var canBeTogether: Bool { search == nil }

  /// Whether a list that is open by one of both can be shown by the other.
  func isOfSameKind(as other: Self) -> Bool {
    (window == nil) == (other.window == nil) && isDistinct == other.isDistinct
      && (search == nil) == (other.search == nil) && isOfSource == other.isOfSource
      && isKeptWhole == other.isKeptWhole
  }

  /// Whether the whole list lies beside that which is shown of it. Some of a source that is not changed otherwise is shown
  /// of the source.
  private var isKeptWhole: Bool {
    window != nil
      && (isFiltered || sorting != nil || search != nil || isDistinct || !isOfSource)
  }

  /// What names the closures. A limit and what is searched are no part of it.
  private var version: String {
    var recipe = self
    (recipe.window, recipe.search) = (nil, nil)
    return "\(recipe)"
  }

  // MARK: The definition

  /// - Parameter version: The version of the definition; that of this recipe if `nil`.
  func definition(
    of sources: [List], name: String, version: String? = nil
  ) -> DerivedDefinition<String, String> {
    var start = sources[0].derived(name, version: version ?? self.version)
    if sources.count > 1 { start = start.union(Array(sources.dropFirst())) }
    return groupsFirst
      ? others(of: grouped(start, sources[0])) : grouped(others(of: start), sources[0])
  }

  private func grouped(
    _ definition: DerivedDefinition<String, Ungrouped>, _ source: List
  ) -> DerivedDefinition<String, String> {
    switch grouping {
    case .whole: definition.sections { _ in "" }
    case .folder: definition.sections { DerivedCard($0).folder }
    case .source(let keepsEmpty): definition.sections(of: source, keepingEmpty: keepsEmpty)
    }
  }

  private func others<Section>(
    of definition: DerivedDefinition<String, Section>
  ) -> DerivedDefinition<String, Section> {
    var definition = definition
    if isFiltered { definition = definition.where { DerivedCard($0).isShown } }
    if let search { definition = definition.search(search) { DerivedCard($0).texts } }
    if let sorting {
      definition = definition.sorted(ties: sorting.ties) { [.descending(DerivedCard($0).rank)] }
    }
    if isDistinct { definition = definition.distinct { DerivedCard($0).folder } }
    if let window {
      definition = definition.limit(
        window.count, from: window.end, behind: window.offset,
        inEachSection: window.isOfEachSection)
    }
    return definition
  }

  // MARK: The model

  /// An item, and where it stands in the sources.
  private struct Entry {
    var shown: DerivedContents.Item
    var card: DerivedCard
    /// The index of its source, and its number there.
    var identity: [Int]
    var place: Int
    var section: Int
  }

  /// Returns what the list is to have.
  ///
  /// - Parameter identity: Returns the identity that the list has for an item of a source.
  func contents(
    of sources: [ListSnapshot<String, String>], identity: (ItemOrigin) -> ItemID?
  ) throws -> DerivedContents {
    var entries: [Entry] = []
    for (sourceIndex, source) in sources.enumerated() {
      for section in 0..<source.sectionCount {
        let items = try source.state.itemIDs(inSection: section)
        for (item, model) in zip(items, try source.models(inSection: section)) {
          let id = identity(ItemOrigin(sourceIndex: sourceIndex, item: item))
          entries.append(
            Entry(
              shown: DerivedContents.Item(id: id ?? ItemID(rawValue: 0), model: model),
              card: DerivedCard(model), identity: [sourceIndex, item.rawValue],
              place: entries.count, section: section))
        }
      }
    }
    if isFiltered { entries.removeAll { !$0.card.isShown } }
    if let search { entries.removeAll { !$0.card.matches(search) } }
    if let sorting {
      entries.sort { left, right in
        if left.card.rank != right.card.rank { return left.card.rank > right.card.rank }
        return sorting.ties == .source
          ? left.place < right.place : left.identity.lexicographicallyPrecedes(right.identity)
      }
    }
    if isDistinct {
      var folders: Set<String> = []
      entries.removeAll { !folders.insert($0.card.folder).inserted }
    }
    return windowed(try sections(of: entries, sources[0]))
  }

  private func sections(
    of entries: [Entry], _ source: ListSnapshot<String, String>
  ) throws -> DerivedContents {
    switch grouping {
    case .whole:
      return DerivedContents(
        sections: [DerivedContents.Section(model: "", items: entries.map(\.shown))])
    case .folder:
      let folders = Set(entries.map(\.card.folder)).sorted()
      return DerivedContents(
        sections: folders.map { folder in
          DerivedContents.Section(
            model: folder,
            items: entries.filter { $0.card.folder == folder }.map(\.shown))
        })
    case .source:
      return DerivedContents(
        sections: try (0..<source.sectionCount).map { section in
          DerivedContents.Section(
            model: try source.sectionModel(at: section),
            items: entries.filter { $0.section == section }.map(\.shown))
        })
    }
  }

  private func windowed(_ contents: DerivedContents) -> DerivedContents {
    var contents = contents
    if let window {
      var shown: Set<DerivedContents.Item> = []
      for items in window.isOfEachSection
        ? contents.sections.map(\.items) : [contents.sections.flatMap(\.items)]
      {
        shown.formUnion(
          window.end == .start
            ? items.dropFirst(window.offset).prefix(window.count)
            : items.dropLast(window.offset).suffix(window.count))
      }
      for index in contents.sections.indices {
        contents.sections[index].items.removeAll { !shown.contains($0) }
      }
    }
    if grouping != .source(keepsEmpty: true) {
      contents.sections.removeAll(where: \.items.isEmpty)
    }
    return contents
  }

  var description: String {
    var parts: [String] = []
    if isFiltered { parts.append("filtered") }
    if let sorting { parts.append("sorted, ties by \(sorting.ties)") }
    switch grouping {
    case .whole: break
    case .folder: parts.append("by folder")
    case .source(let keepsEmpty):
      parts.append("sections of the source\(keepsEmpty ? " with empty ones" : "")")
    }
    if isDistinct { parts.append("distinct") }
    if let search { parts.append("search \(search)") }
    if let window {
      parts.append(
        "\(window.count) from \(window.end) behind \(window.offset)"
          + (window.isOfEachSection ? " in each section" : ""))
    }
    return parts.isEmpty ? "as its source" : parts.joined(separator: ", ")
  }
}

extension DerivedRecipe.Window {
  init(_ random: inout SplitMix64) {
    self.init(
      count: random.index(below: 6), end: random.happens(percent: 50) ? .start : .end,
      offset: random.index(below: 3), isOfEachSection: random.happens(percent: 40))
  }
}

/// What a list shows.
struct DerivedContents: Hashable, Sendable, CustomStringConvertible {
  struct Item: Hashable, Sendable {
    var id: ItemID
    var model: String
  }

  struct Section: Hashable, Sendable {
    var model: String?
    var items: [Item]
  }

  var sections: [Section]

  init(sections: [Section]) { self.sections = sections }

  init(_ snapshot: ListSnapshot<String, String>) throws {
    sections = try (0..<snapshot.sectionCount).map { section in
      let items = try snapshot.state.itemIDs(inSection: section)
      return Section(
        model: try snapshot.sectionModel(at: section),
        items: zip(items, try snapshot.models(inSection: section)).map {
          Item(id: $0, model: $1)
        })
    }
  }

  /// What a renderer shows, which knows no identities.
  var rows: ListRows<String, String> {
    ListRows(sections.map { .init(model: $0.model, items: $0.items.map(\.model)) })
  }

  var items: [ItemID] { sections.flatMap(\.items).map(\.id) }

  var description: String {
    sections.map { section in
      "\(section.model ?? "nil"): \(section.items.map { "\($0.id.rawValue) (\($0.model))" })"
    }.joined(separator: "; ")
  }
}
