import RosterJSON
import Testing

/// A renderer that knows nothing but the lines that `replay --output ndjson` prints: it keeps the
/// list as arrays of arrays and does what each operation says.
struct NaiveReader {
  /// Where an item of the list was before the batch.
  enum Origin: Equatable {
    case source(section: Int, item: Int)
    case inserted
  }

  struct Item {
    var model: JSONValue
    var origin = Origin.inserted
    var isUpdated = false
    /// The states by the bytes of their scopes, since texts that are no more than canonically
    /// equivalent are different scopes.
    var states: [[UInt8]: State] = [:]
  }

  struct State: Equatable {
    var version: Int
    var value: JSONValue

    /// The state in an object, `nil` if that says that there is none.
    init?(_ object: JSONValue) throws {
      guard let value = object["value"] else { return nil }
      self.value = value
      version = try object["version"].map { try #require($0.intValue) } ?? 1
    }
  }

  struct Section {
    var model = JSONValue.null
    var items: [Item] = []
  }

  private(set) var sections: [Section] = []
  private(set) var revision = 0
  private(set) var batchCount = 0
  /// The last line, if the run came to its end.
  private(set) var end: JSONValue?
  private(set) var refusals: [JSONValue] = []
  /// Whether the mapping form is held against the operations; costs a walk through the list for
  /// each batch.
  let checksMapping: Bool

  init(checksMapping: Bool = true) { self.checksMapping = checksMapping }

  var counts: [Int] { sections.map(\.items.count) }

  var fingerprint: String {
    var fingerprint = Fingerprint()
    for section in sections {
      fingerprint.addSection(model: section.model)
      for item in section.items { fingerprint.addItem(model: item.model) }
    }
    return fingerprint.hex
  }

  // MARK: Lines

  mutating func read(_ outcome: RosterProgram.Outcome) throws {
    for line in outcome.lines { try read(line) }
  }

  mutating func read(_ line: Substring) throws {
    try #require(end == nil, "nothing follows the end")
    let value = try JSONParser().parse(line)
    if let batch = value["batch"] {
      try apply(batch)
    } else if let refusal = value["refused"] {
      refusals.append(refusal)
    } else {
      end = value["end"]
      #expect(end != nil, "\(line.prefix(80))")
    }
  }

  private mutating func apply(_ batch: JSONValue) throws {
    batchCount += 1
    #expect(batch["from"]?.intValue == revision)
    revision = try #require(batch["to"]?.intValue)
    #expect(try ints(batch["counts"]?["source"]) == counts)
    if checksMapping { noteOrigins() }
    for operation in try #require(batch["operations"]?.arrayValue) {
      try apply(operation: try #require(operation.arrayValue))
    }
    #expect(try ints(batch["counts"]?["target"]) == counts)
    for state in batch["states"]?.arrayValue ?? [] { try apply(state: state) }
    if checksMapping {
      let mapping = try BatchMapping(
        try #require(batch["changes"]), sourceCounts: try ints(batch["counts"]?["source"]),
        targetSectionCount: sections.count)
      #expect(mapping.targetOrigins == sections.map { $0.items.map(\.origin) })
      #expect(mapping.updatedItems == updatedItems)
    }
  }

  /// Where the items that the last batch updated were and are.
  private var updatedItems: [[Int]] {
    var updated: [[Int]] = []
    for (section, content) in sections.enumerated() {
      for (item, entry) in content.items.enumerated() {
        guard entry.isUpdated, case .source(let oldSection, let oldItem) = entry.origin else {
          continue
        }
        updated.append([oldSection, oldItem, section, item])
      }
    }
    return updated.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private mutating func noteOrigins() {
    for section in sections.indices {
      for item in sections[section].items.indices {
        sections[section].items[item].origin = .source(section: section, item: item)
        sections[section].items[item].isUpdated = false
      }
    }
  }

  private mutating func apply(state: JSONValue) throws {
    let path = try ints(state["item"])
    let scope = try #require(state["scope"]?.stringValue)
    sections[path[0]].items[path[1]].states[Array(scope.utf8)] = try State(state)
  }

  // MARK: Operations

  private mutating func apply(operation: [JSONValue]) throws {
    switch operation[0].stringValue {
    case "removeItems":
      let (start, count) = (try int(operation[2]), try int(operation[3]))
      sections[try int(operation[1])].items.removeSubrange(start..<start + count)
    case "removeSections":
      let (start, count) = (try int(operation[1]), try int(operation[2]))
      sections.removeSubrange(start..<start + count)
    case "insertSections":
      let models = try #require(operation[2].arrayValue)
      sections.insert(contentsOf: models.map { Section(model: $0) }, at: try int(operation[1]))
    case "moveSection":
      let section = sections.remove(at: try int(operation[1]))
      sections.insert(section, at: try int(operation[2]))
    case "insertItems":
      let models = try #require(operation[3].arrayValue)
      sections[try int(operation[1])].items.insert(
        contentsOf: models.map { Item(model: $0) }, at: try int(operation[2]))
    case "moveItem":
      let (from, to) = (try ints(operation[1]), try ints(operation[2]))
      let item = sections[from[0]].items.remove(at: from[1])
      sections[to[0]].items.insert(item, at: to[1])
    case "updateItems":
      let (section, start) = (try int(operation[1]), try int(operation[2]))
      for (offset, model) in try #require(operation[3].arrayValue).enumerated() {
        sections[section].items[start + offset].model = model
        sections[section].items[start + offset].isUpdated = true
      }
    case "updateSection":
      sections[try int(operation[1])].model = operation[2]
    case let name:
      Issue.record("there is no operation \(name ?? "without a name")")
    }
  }

  private func int(_ value: JSONValue) throws -> Int { try #require(value.intValue) }

  private func ints(_ value: JSONValue?) throws -> [Int] {
    try #require(value?.arrayValue).map(int)
  }
}
