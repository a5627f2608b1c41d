import Roster
import RosterDerived
import RosterTestKit
import RosterTestSupport
import Testing

/// What the sources of the tests have.
struct Note: Codable, Hashable, Sendable {
  var number: Int
  var rank: Int?
  var folder: String
  var isHidden = false

  /// What is searched.
  var texts: [String] {
    ["Folder \(folder)", "rank-\(rank ?? 0), \(isHidden ? "" : "Sh\u{F6}wn")"]
  }

  /// Returns how well a search matches the note, the best with the lowest number; `nil` if it does not find the note.
  func relevance(of search: String, insideWords: Bool) -> Int? {
    let words = texts.map {
      $0.lowercased().replacing("\u{F6}", with: "o").split { !$0.isLetter && !$0.isNumber }
    }
    var sum = 0
    for searched in search.split(separator: " ") {
      var ranks: [Int] = []
      for (index, words) in words.enumerated() {
        if words.contains(searched) { ranks.append(index * 3) }
        if words.contains(where: { $0.hasPrefix(searched) }) { ranks.append(index * 3 + 1) }
        if insideWords, words.contains(where: { $0.contains(searched) }) {
          ranks.append(index * 3 + 2)
        }
      }
      guard let best = ranks.min() else { return nil }
      sum += best
    }
    return sum
  }

  /// Whether a search finds the note.
  func matches(_ search: String, insideWords: Bool = false) -> Bool {
    relevance(of: search, insideWords: insideWords) != nil
  }
}

typealias Notes = ListDataSource<Note, String?, Never>

/// A derived list in the forms that are tested, with a model that computes it from nothing.
enum Form: CaseIterable {
  case all, filtered, sorted, tied, grouped, groupedAndSorted, nothing
  case fixed, first, last, some
  case found, foundAsInSource, firstFound
  case foundInside, foundByRelevance, firstFoundByRelevance
  case sectioned, sectionedAndSorted, firstSectioned, foundSectioned, firstFoundSectioned
  case firstOfEach, lastOfEachSectioned

  var isLimited: Bool {
    switch self {
    case .first, .last, .some, .firstFound, .firstFoundByRelevance, .firstSectioned,
      .firstFoundSectioned, .firstOfEach, .lastOfEachSectioned:
      true
    default: false
    }
  }

  /// Whether the whole list is kept beside it. One that is only limited shows its source as that stands.
  var isKeptWhole: Bool { isLimited && self != .firstSectioned }

  var isSearched: Bool {
    switch self {
    case .found, .foundAsInSource, .firstFound, .foundSectioned, .firstFoundSectioned: true
    default: findsInside || isByRelevance
    }
  }

  /// Whether words are found by any part of them.
  var findsInside: Bool { self == .foundInside || self == .firstFoundByRelevance }

  var isByRelevance: Bool { self == .foundByRelevance || self == .firstFoundByRelevance }

  /// Whether it has the sections of the source.
  var isSectioned: Bool {
    switch self {
    case .sectioned, .sectionedAndSorted, .firstSectioned, .foundSectioned, .firstFoundSectioned,
      .lastOfEachSectioned:
      true
    default: false
    }
  }

  /// Whether it has those sections without items as well.
  var keepsEmpty: Bool { self == .sectionedAndSorted || self == .firstSectioned }

  /// - Parameter search: What is searched for, in the forms that are.
  func definition(
    of source: ListDataSource<Note, String?, some Sendable>, name: String = "derived",
    version: String = "1", search: String = "b"
  ) -> DerivedDefinition<Note, String?> {
    let start = source.derived(name, version: version)
    return switch self {
    case .all: start.sections { _ in nil }
    case .filtered: start.where { !$0.isHidden }.sections { _ in nil }
    case .sorted:
      start.sorted { [.descending($0.rank), .ascending($0.folder)] }.sections { _ in nil }
    case .tied:
      start.where { !$0.isHidden }.sorted(ties: .source) { [.ascending($0.rank)] }
        .sections { _ in nil }
    case .grouped: start.where { !$0.isHidden }.sections { $0.folder }
    case .groupedAndSorted:
      start.where { !$0.isHidden }.sections { $0.folder }.sorted { [.descending($0.rank)] }
    case .nothing: start.where { _ in false }.sections { _ in nil }
    case .fixed:
      start.sections(always: ["z", nil, "b", "aa", "z"]) { $0.folder }.where { !$0.isHidden }
    case .first: start.sorted { [.descending($0.rank)] }.sections { $0.folder }.limit(3)
    case .last: start.where { !$0.isHidden }.sections { _ in nil }.limit(4, from: .end)
    case .some:
      start.sections { $0.folder }.sorted { [.descending($0.rank)] }.limit(5, behind: 2)
    case .found:
      start.search(search) { $0.texts }.sections { $0.folder }.sorted { [.descending($0.rank)] }
    case .foundAsInSource:
      start.where { $0.number % 5 > 0 }.search(search) { $0.texts }.sections { _ in nil }
    case .firstFound:
      start.sorted { [.descending($0.rank)] }.sections { $0.folder }.limit(3)
        .search(search) { $0.texts }
    case .foundInside:
      start.search(search, insideWords: true) { $0.texts }.sections { $0.folder }
        .sorted { [.descending($0.rank)] }
    case .foundByRelevance:
      start.search(search, byRelevance: true) { $0.texts }.sections { _ in nil }
        .sorted { [.descending($0.rank)] }
    case .firstFoundByRelevance:
      start.sorted { [.descending($0.rank)] }.sections { $0.folder }.limit(3)
        .search(search, insideWords: true, byRelevance: true) { $0.texts }
    case .sectioned: start.where { !$0.isHidden }.sections(of: source)
    case .sectionedAndSorted:
      start.where { !$0.isHidden }.sections(of: source, keepingEmpty: true)
        .sorted { [.descending($0.rank)] }
    case .firstSectioned: start.sections(of: source, keepingEmpty: true).limit(3, behind: 1)
    case .foundSectioned:
      start.sections(of: source).search(search) { $0.texts }.sorted { [.descending($0.rank)] }
    case .firstFoundSectioned:
      start.search(search) { $0.texts }.sections(of: source).limit(3, from: .end)
    case .firstOfEach:
      start.sections { $0.folder }.sorted { [.descending($0.rank)] }.limit(1, inEachSection: true)
    case .lastOfEachSectioned:
      start.where { !$0.isHidden }.sections(of: source)
        .limit(2, from: .end, behind: 1, inEachSection: true)
    }
  }

  /// The list as arrays, computed from the whole source.
  func rows(
    of source: ListSnapshot<Note, String?>, search: String = "b"
  ) throws -> ListRows<Row, String?> {
    if isSectioned { return try sectionedRows(of: source, search: search) }
    var rows: [Row] = []
    try source.forEachItem { item in
      rows.append(Row(id: item.id, note: item.model))
      return true
    }
    switch self {
    case .all, .sorted, .first, .some, .firstOfEach: break
    case .filtered, .tied, .grouped, .groupedAndSorted, .fixed, .last:
      rows.removeAll(where: \.note.isHidden)
    case .nothing: rows = []
    case .foundAsInSource: rows.removeAll { $0.note.number % 5 == 0 || !$0.note.matches(search) }
    case .found, .firstFound: rows.removeAll { !$0.note.matches(search) }
    case .foundInside, .foundByRelevance, .firstFoundByRelevance:
      rows.removeAll { !$0.note.matches(search, insideWords: findsInside) }
    default: break
    }
    switch self {
    case .sectioned, .sectionedAndSorted, .firstSectioned, .foundSectioned, .firstFoundSectioned,
      .lastOfEachSectioned:
      break
    case .all, .filtered, .grouped, .fixed, .nothing, .last, .foundAsInSource: break
    case .sorted:
      rows.sort { left, right in
        let ranks = (left.note.rank ?? .min, right.note.rank ?? .min)
        if ranks.0 != ranks.1 { return ranks.0 > ranks.1 }
        if left.note.folder != right.note.folder { return left.note.folder < right.note.folder }
        return left.id < right.id
      }
    case .tied:
      let places = Dictionary(uniqueKeysWithValues: zip(rows.map(\.id), rows.indices))
      rows.sort { left, right in
        let ranks = (left.note.rank ?? .min, right.note.rank ?? .min)
        return ranks.0 != ranks.1
          ? ranks.0 < ranks.1 : (places[left.id] ?? 0) < (places[right.id] ?? 0)
      }
    case .groupedAndSorted, .first, .some, .found, .firstFound, .foundInside, .foundByRelevance,
      .firstFoundByRelevance, .firstOfEach:
      rows.sort { left, right in
        if isByRelevance {
          let relevance = [left, right].map {
            $0.note.relevance(of: search, insideWords: findsInside) ?? .max
          }
          if relevance[0] != relevance[1] { return relevance[0] < relevance[1] }
        }
        let ranks = (left.note.rank ?? .min, right.note.rank ?? .min)
        return ranks.0 != ranks.1 ? ranks.0 > ranks.1 : left.id < right.id
      }
    }
    switch self {
    case .first, .firstFound, .firstFoundByRelevance:
      rows.sort { $0.note.folder < $1.note.folder }  // stable
      rows = Array(rows.prefix(3))
    case .last: rows = rows.suffix(4)
    case .some:
      rows.sort { $0.note.folder < $1.note.folder }
      rows = Array(rows.dropFirst(2).prefix(5))
    default: break
    }
    var sections: [ListRows<Row, String?>.Section] = []
    switch self {
    case .grouped, .groupedAndSorted, .first, .some, .found, .firstFound, .foundInside,
      .firstFoundByRelevance, .firstOfEach:
      for folder in Set(rows.map(\.note.folder)).sorted() {
        let items = rows.filter { $0.note.folder == folder }
        sections.append(
          .init(model: folder, items: self == .firstOfEach ? Array(items.prefix(1)) : items))
      }
    case .fixed:
      sections.append(.init(model: .some(nil), items: []))
      for folder in Set(rows.map(\.note.folder) + ["z", "b", "aa"]).sorted() {
        sections.append(.init(model: folder, items: rows.filter { $0.note.folder == folder }))
      }
    default:
      if !rows.isEmpty { sections.append(.init(model: .some(nil), items: rows)) }
    }
    return ListRows(sections)
  }
}

extension Form {
  /// The list in the forms that have the sections of the source.
  private func sectionedRows(
    of source: ListSnapshot<Note, String?>, search: String
  ) throws -> ListRows<Row, String?> {
    var rows = try source.rows()
    for index in rows.sections.indices {
      switch self {
      case .foundSectioned, .firstFoundSectioned:
        rows.sections[index].items.removeAll { !$0.note.matches(search) }
      case .firstSectioned: break
      default: rows.sections[index].items.removeAll(where: \.note.isHidden)
      }
      if self == .sectionedAndSorted || self == .foundSectioned {
        rows.sections[index].items.sort { left, right in
          let ranks = (left.note.rank ?? .min, right.note.rank ?? .min)
          return ranks.0 != ranks.1 ? ranks.0 > ranks.1 : left.id < right.id
        }
      }
    }
    let items = rows.sections.flatMap(\.items).map(\.id)
    var shown = Set(items)
    if self == .firstSectioned { shown = Set(items.dropFirst().prefix(3)) }
    if self == .firstFoundSectioned { shown = Set(items.suffix(3)) }
    for index in rows.sections.indices {
      rows.sections[index].items.removeAll { !shown.contains($0.id) }
    }
    if self == .lastOfEachSectioned {
      for index in rows.sections.indices {
        rows.sections[index].items = rows.sections[index].items.dropLast().suffix(2)
      }
    }
    if !keepsEmpty { rows.sections.removeAll(where: \.items.isEmpty) }
    return rows
  }
}

/// An item with its identity.
struct Row: Hashable, Sendable {
  var id: ItemID
  var note: Note
}

extension ListSnapshot where Model == Note {
  /// The list as arrays.
  func rows() throws -> ListRows<Row, SectionModel> {
    var sections: [ListRows<Row, SectionModel>.Section] = []
    for index in 0..<sectionCount {
      let items = try state.itemIDs(inSection: index)
      sections.append(
        .init(
          model: try sectionModel(at: index),
          items: zip(items, try models(inSection: index)).map { Row(id: $0, note: $1) }))
    }
    return ListRows(sections)
  }
}

extension ListRows where Model == Row {
  /// The rows without identities.
  var notes: ListRows<Note, SectionModel> {
    ListRows<Note, SectionModel>(
      sections.map { .init(model: $0.model, items: $0.items.map(\.note)) })
  }
}

/// Random changes of a list of notes.
struct NoteChanges {
  var random: SplitMix64
  private var count = 0

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func note() -> Note {
    count += 1
    return Note(
      number: count, rank: [nil, 1, 2, 2, 3].randomElement(using: &random) ?? nil,
      folder: ["a", "b", "c"].randomElement(using: &random) ?? "a",
      isHidden: Int.random(in: 0..<3, using: &random) == 0)
  }

  /// Changes a list, in one revision.
  mutating func change(_ source: ListDataSource<Note, String?, some Sendable>) throws {
    self = try source.changeSynchronously { [self] _, draft in
      var changes = self
      try changes.change(&draft)
      return changes
    }.value
  }

  /// Makes some steps.
  mutating func change(_ draft: inout ListDraft<Note, String?>) throws {
    for _ in 0..<Int.random(in: 1...4, using: &random) { try step(&draft) }
  }

  private mutating func step(_ draft: inout ListDraft<Note, String?>) throws {
    let state = draft.state
    if state.sectionCount == 0 {
      try draft.insertSection("s")
      return
    }
    let section = Int.random(in: 0..<state.sectionCount, using: &random)
    let ids = try (0..<state.sectionCount).flatMap { try state.itemIDs(inSection: $0) }
    let place = ItemPath(
      section: section,
      item: Int.random(in: 0...state.itemCount(inSection: section), using: &random))
    switch Int.random(in: 0..<13, using: &random) {
    case 12:
      guard let id = state.sectionID(at: section) else { return }
      count += 1
      try draft.update(id, count % 4 == 0 ? nil : "s \(count)")
    case 0...2:
      let notes = (0..<Int.random(in: 1...3, using: &random)).map { _ in note() }
      try draft.insert(contentsOf: notes, at: place)
    case 3...5:
      guard let id = ids.randomElement(using: &random) else { return }
      let changed = note()
      let part = Int.random(in: 0..<4, using: &random)
      try draft.update(id) { note in
        switch part {
        case 0: note.rank = changed.rank
        case 1: note.folder = changed.folder
        case 2: note.isHidden.toggle()
        default: note.number = changed.number
        }
      }
    case 6, 7:
      guard let id = ids.randomElement(using: &random) else { return }
      try draft.remove(id)
    case 8, 9:
      guard let id = ids.randomElement(using: &random),
        let other = ids.randomElement(using: &random)
      else { return }
      try draft.move(id, before: other)
    case 10:
      if state.sectionCount < 4, Bool.random(using: &random) {
        try draft.insertSection("s", at: section)
      } else if let id = state.sectionID(at: section) {
        try draft.move(id, to: Int.random(in: 0..<state.sectionCount, using: &random))
      }
    default:
      if Int.random(in: 0..<4, using: &random) == 0, let id = state.sectionID(at: section) {
        try draft.remove(id)
      }
    }
  }
}
