import Roster
import RosterDerived
import RosterTestSupport

/// A list over several sources in the forms that are tested, with a model that computes it from nothing.
enum UnionForm: CaseIterable {
  case all, filtered, sorted, tied, grouped, bySource, bySourceKept, first, found, firstFound
  case lastOfEach, distinct, distinctBySource, distinctFound

  var isSearched: Bool { self == .found || self == .firstFound || self == .distinctFound }

  /// - Parameter search: What is searched for, in the forms that are.
  func definition(
    of sources: [Notes], name: String, search: String = "b"
  ) -> DerivedDefinition<Note, String?> {
    let start = sources[0].derived(name, version: "\(self)").union(Array(sources.dropFirst()))
    let labels = Self.labels(of: sources)
    return switch self {
    case .all: start.sections { _ in nil }
    case .filtered: start.where { !$0.isHidden }.sections { _ in nil }
    case .sorted: start.sorted { [.descending($0.rank)] }.sections { _ in nil }
    case .tied:
      start.where { !$0.isHidden }.sorted(ties: .source) { [.descending($0.rank)] }
        .sections { _ in nil }
    case .grouped: start.sections { $0.folder }.sorted { [.descending($0.rank)] }
    case .bySource: start.where { !$0.isHidden }.sections(bySource: labels)
    case .bySourceKept:
      start.where { !$0.isHidden }.sorted { [.descending($0.rank)] }
        .sections(bySource: labels, keepingEmpty: true)
    case .first: start.sorted { [.descending($0.rank)] }.sections { $0.folder }.limit(4)
    case .found:
      start.search(search) { $0.texts }.sorted { [.descending($0.rank)] }
        .sections(bySource: labels)
    case .firstFound:
      start.search(search) { $0.texts }.sections { _ in nil }.limit(4, from: .end)
    case .lastOfEach:
      start.where { !$0.isHidden }.sections(bySource: labels)
        .limit(2, from: .end, inEachSection: true)
    case .distinct:
      start.where { !$0.isHidden }.sorted { [.descending($0.rank)] }.distinct { $0.folder }
        .sections { _ in nil }
    case .distinctBySource:
      start.sorted { [.ascending($0.folder)] }.distinct { $0.rank }.sections(bySource: labels)
    case .distinctFound:
      start.search(search) { $0.texts }.sorted { [.descending($0.rank)] }.distinct { $0.folder }
        .sections { $0.folder }
    }
  }

  /// The models of the sections of sources. They do not stand in the order of their values.
  private static func labels(of sources: [Notes]) -> [String?] {
    sources.indices.map { "source \(9 - $0)" }
  }

  /// An item of a source.
  private struct Part {
    var sourceIndex: Int
    var item: ItemID
    var row: Row
  }

  /// The list as arrays, computed from all of its sources: these one behind the other, filtered, and sorted.
  ///
  /// - Parameter identity: Returns the identity that the list has for an item of a source.
  func rows(
    of sources: [Notes], search: String = "b", identity: (ItemOrigin) -> ItemID?
  ) throws -> ListRows<Row, String?> {
    var parts: [Part] = []
    for (index, source) in sources.enumerated() {
      for section in 0..<source.snapshot.sectionCount {
        let items = try source.snapshot.state.itemIDs(inSection: section)
        for (item, note) in zip(items, try source.snapshot.models(inSection: section)) {
          let id = identity(ItemOrigin(sourceIndex: index, item: item)) ?? ItemID(rawValue: 0)
          parts.append(Part(sourceIndex: index, item: item, row: Row(id: id, note: note)))
        }
      }
    }
    switch self {
    case .filtered, .tied, .bySource, .bySourceKept, .lastOfEach, .distinct:
      parts.removeAll(where: \.row.note.isHidden)
    case .found, .firstFound, .distinctFound: parts.removeAll { !$0.row.note.matches(search) }
    case .all, .sorted, .grouped, .first, .distinctBySource: break
    }
    switch self {
    case .sorted, .grouped, .bySourceKept, .first, .found, .distinct, .distinctBySource,
      .distinctFound:
      parts.sort { left, right in
        if left.sourceIndex != right.sourceIndex { return left.sourceIndex < right.sourceIndex }
        return left.item < right.item
      }
      if self == .distinctBySource {
        parts = parts.enumerated().sorted { left, right in
          let folders = (left.element.row.note.folder, right.element.row.note.folder)
          return folders.0 != folders.1 ? folders.0 < folders.1 : left.offset < right.offset
        }.map(\.element)
      } else {
        parts = sortedByRank(parts)
      }
    case .tied: parts = sortedByRank(parts)
    case .all, .filtered, .bySource, .firstFound, .lastOfEach: break
    }
    switch self {
    case .distinct, .distinctFound:
      var seen: Set<String> = []
      parts.removeAll { !seen.insert($0.row.note.folder).inserted }
    case .distinctBySource:
      var seen: Set<Int?> = []
      parts.removeAll { !seen.insert($0.row.note.rank).inserted }
    default: break
    }
    return sections(of: parts, Self.labels(of: sources))
  }

  /// The order of those with equal ranks stays.
  private func sortedByRank(_ parts: [Part]) -> [Part] {
    parts.enumerated().sorted { left, right in
      let ranks = (left.element.row.note.rank ?? .min, right.element.row.note.rank ?? .min)
      return ranks.0 != ranks.1 ? ranks.0 > ranks.1 : left.offset < right.offset
    }.map(\.element)
  }

  private func sections(of parts: [Part], _ labels: [String?]) -> ListRows<Row, String?> {
    typealias Section = ListRows<Row, String?>.Section
    func section(_ model: String?, _ parts: some Sequence<Part>) -> Section {
      Section(model: .some(model), items: parts.map(\.row))
    }
    var sections: [Section]
    switch self {
    case .all, .filtered, .sorted, .tied, .distinct: sections = [section(nil, parts)]
    case .firstFound: sections = [section(nil, parts.suffix(4))]
    case .grouped, .first, .distinctFound:
      let folders = Set(parts.map(\.row.note.folder)).sorted()
      var shown = folders.flatMap { folder in parts.filter { $0.row.note.folder == folder } }
      if self == .first { shown = Array(shown.prefix(4)) }
      sections = folders.map { folder in
        section(folder, shown.filter { $0.row.note.folder == folder })
      }
    case .bySource, .bySourceKept, .found, .lastOfEach, .distinctBySource:
      sections = labels.enumerated().map { index, label in
        let own = parts.filter { $0.sourceIndex == index }
        return section(label, self == .lastOfEach ? own.suffix(2) : own[...])
      }
    }
    if self != .bySourceKept { sections.removeAll(where: \.items.isEmpty) }
    return ListRows(sections)
  }
}
