import RosterCore
import RosterJSON
import RosterSync
import RosterTestKit
import RosterTestSupport

/// A random change of a list whose items are objects with an id, and what it does to them.
struct RandomEdit {
  /// What a change does.
  enum Kind {
    /// Anything.
    case any
    /// It removes a section with its items, if that is not the last one.
    case sectionRemoval
    /// It moves an item to another section, if there are two.
    case moveToOtherSection
    /// It inserts, updates, removes or moves items; it inserts some if a section has none.
    case insertion, update, removal, move
    /// It inserts an item whose model is large, if there is a section.
    case largeInsertion

    /// How many sections there must be.
    fileprivate var sectionCountMin: Int {
      switch self {
      case .any: 0
      case .sectionRemoval, .moveToOtherSection: 2
      case .insertion, .update, .removal, .move, .largeInsertion: 1
      }
    }
  }

  /// The number of bytes of a large model.
  static let largeByteCount = 8_000

  private(set) var changeset = Changeset<JSONValue, JSONValue>()
  private(set) var inserted: [String] = []
  /// The items that the change removes, alone or with their sections.
  private(set) var removed: Set<String> = []
  /// The sections that it removes.
  private(set) var removedSections: Set<String> = []
  /// The sections that items come to stand in, by their ids.
  private(set) var sections: [String: String] = [:]

  /// - Parameter name: What the new ids begin with.
  init(
    _ contents: ListContents<JSONValue, JSONValue>, seed: UInt64, name: String, _ kind: Kind = .any
  ) throws {
    let parts = Self.parts(kind, contents.itemCounts, seed)
    let counts = contents.itemCounts
    let proof = try ChangesetOutline(
      items: .init(
        updated: parts.updatedItems, removed: parts.removedItems, moved: parts.movedItems,
        inserted: parts.insertedItems),
      sections: .init(
        updated: parts.updatedSections, removed: parts.removedSections,
        moved: parts.movedSections, inserted: parts.insertedSections)
    ).verified(against: Counts(counts))
    note(parts, proof, contents, name)
    let isLarge = kind == .largeInsertion && parts.insertedSections.isEmpty
    changeset = Self.changeset(parts, contents, name, isLarge: isLarge)
  }

  private mutating func note(
    _ parts: ChangesetParts, _ proof: VerifiedOutline,
    _ contents: ListContents<JSONValue, JSONValue>, _ name: String
  ) {
    func section(_ target: Int) -> String {
      proof.sourceSection(forTarget: target).map { contents.sections[$0].model?.id ?? "" }
        ?? "\(name)s\(target)"
    }
    for (section, row) in contents.sections.enumerated() {
      for (item, model) in row.items.enumerated()
      where proof.targetPath(forSource: ItemPath(section: section, item: item)) == nil {
        removed.insert(model.id)
      }
    }
    for section in parts.removedSections {
      removedSections.insert(contents.sections[section].model?.id ?? "")
    }
    for path in parts.insertedItems {
      let id = "\(name)i\(path.section).\(path.item)"
      inserted.append(id)
      sections[id] = section(path.section)
    }
    for move in parts.movedItems {
      let id = contents.sections[move.source.section].items[move.source.item].id
      sections[id] = section(move.target.section)
    }
  }

  private static func changeset(
    _ parts: ChangesetParts, _ contents: ListContents<JSONValue, JSONValue>, _ name: String,
    isLarge: Bool
  ) -> Changeset<JSONValue, JSONValue> {
    let text: JSONObject =
      isLarge ? ["text": .string(name + String(repeating: "x", count: largeByteCount))] : [:]
    return Changeset {
      for path in parts.updatedItems {
        $0.updateItem(
          at: path,
          .object([
            "id": .string(contents.sections[path.section].items[path.item].id),
            "text": .string(name),
          ]))
      }
      for path in parts.removedItems { $0.removeItem(at: path) }
      for move in parts.movedItems { $0.moveItem(from: move.source, to: move.target) }
      for path in parts.insertedItems {
        var model = text
        model["id"] = .string("\(name)i\(path.section).\(path.item)")
        $0.insertItem(.object(model), at: path)
      }
      for index in parts.updatedSections {
        $0.updateSection(
          at: index,
          .object([
            "id": .string(contents.sections[index].model?.id ?? ""), "text": .string(name),
          ]))
      }
      for index in parts.removedSections { $0.removeSection(at: index) }
      for move in parts.movedSections { $0.moveSection(from: move.source, to: move.target) }
      for index in parts.insertedSections {
        $0.insertSection(at: index, ["id": .string("\(name)s\(index)")])
      }
    }
  }

  private static func parts(_ kind: Kind, _ counts: [Int], _ seed: UInt64) -> ChangesetParts {
    var random = RandomChangesets(seed: seed)
    if counts.count < kind.sectionCountMin {
      // There is to be something to remove and to move.
      var parts = ChangesetParts()
      parts.insertedSections = [0]
      parts.insertedItems = (0..<3).map { ItemPath(section: 0, item: $0) }
      return parts
    }
    switch kind {
    case .any:
      if counts.isEmpty || random.random.happens(percent: 12) { return random.valid(for: counts) }
    case .sectionRemoval:
      var parts = ChangesetParts()
      parts.removedSections = [random.random.index(below: counts.count)]
      return parts
    case .moveToOtherSection:
      let source = random.random.index(below: counts.count)
      let target = (source + 1 + random.random.index(below: counts.count - 1)) % counts.count
      guard counts[source] > 0 else { break }
      var parts = ChangesetParts()
      parts.movedItems = [
        ItemMove(
          source: ItemPath(section: source, item: random.random.index(below: counts[source])),
          target: ItemPath(section: target, item: random.random.index(below: counts[target] + 1)))
      ]
      return parts
    case .insertion, .update, .removal, .move:
      return simple(kind, counts, &random.random)
    case .largeInsertion: return simple(.insertion, counts, &random.random)
    }
    return simple(nil, counts, &random.random)
  }

  /// What a simple change does, each as often as it is here.
  private static let simpleKinds: [Kind] = [
    .insertion, .insertion, .insertion, .insertion, .update, .update, .removal, .move, .move, .move,
  ]

  /// One to three changes of different items.
  ///
  /// - Parameter kind: What they do, `nil` if chance decides.
  private static func simple(
    _ kind: Kind?, _ counts: [Int], _ random: inout SplitMix64
  ) -> ChangesetParts {
    var parts = ChangesetParts()
    let section = random.index(below: counts.count)
    let item = counts[section] > 0 ? random.index(below: counts[section]) : nil
    switch (kind ?? simpleKinds[random.index(below: simpleKinds.count)], item) {
    case (.insertion, _), (_, nil):
      let start = random.index(below: counts[section] + 1)
      for offset in 0...random.index(below: 2) {
        parts.insertedItems.append(ItemPath(section: section, item: start + offset))
      }
    case (.update, let item?): parts.updatedItems = [ItemPath(section: section, item: item)]
    case (.removal, let item?): parts.removedItems = [ItemPath(section: section, item: item)]
    case (_, let item?):
      let target = random.index(below: counts.count)
      let last = target == section ? counts[target] - 1 : counts[target]
      parts.movedItems = [
        ItemMove(
          source: ItemPath(section: section, item: item),
          target: ItemPath(section: target, item: random.index(below: last + 1)))
      ]
    }
    return parts
  }
}

/// The numbers of items of sections.
struct Counts: SectionCounts {
  private let counts: [Int]

  init(_ counts: [Int]) { self.counts = counts }

  var sectionCount: Int { counts.count }

  func itemCount(inSection section: Int) -> Int {
    counts.indices.contains(section) ? counts[section] : 0
  }
}

extension JSONValue {
  /// The id of a model of a simulation.
  var id: String { self["id"]?.stringValue ?? "" }
}
