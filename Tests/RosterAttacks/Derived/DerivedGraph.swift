import RosterCore
import RosterDerived
import RosterEngine
import RosterStore
import RosterTestKit
import RosterTestSupport

/// Two lists in a file, ten that are derived from them and from each other, and random work with all of them.
///
/// Lists 0 and 1 are the sources, and each other one is derived from one or two of those before it.
struct DerivedGraph {
  typealias List = DerivedRecipe.List

  private struct Node {
    let sources: [Int]
    var recipe: DerivedRecipe
    var isTogether: Bool
    /// `nil` while it is closed.
    var open: RenderedList?
  }

  private static let sourceCount = 2

  private let folder: TemporaryFolder
  private let fault: DerivedAttack.PlantedFault?
  /// Whether other processes write the sources as well.
  private let isShared: Bool
  private var random: SplitMix64
  private var store: SQLiteStore
  private var sources: [List] = []
  private var nodes: [Node] = []
  private var cardCount = 0
  /// What was done last.
  private(set) var step = ""

  init(seed: UInt64, nodeCount: Int, fault: DerivedAttack.PlantedFault?) throws {
    folder = try TemporaryFolder()
    self.fault = fault
    random = SplitMix64(seed: seed)
    isShared = seed % 3 == 0
    store = try SQLiteStore(path: folder.path(of: "lists.sqlite"))
    for _ in 0..<nodeCount { nodes.append(node()) }
    sources = try (0..<Self.sourceCount).map { try open(source: $0, in: store) }
    for index in sources.indices { try change(sources[index]) }
    for index in nodes.indices { try open(index) }
  }

  private mutating func node() -> Node {
    let count = Self.sourceCount + nodes.count
    var sources = [random.index(below: random.happens(percent: 50) ? Self.sourceCount : count)]
    if random.happens(percent: 25) {
      let other = random.index(below: count)
      if other != sources[0] { sources.append(other) }
    }
    let recipe = DerivedRecipe(&random, isUnion: sources.count > 1)
    return Node(
      sources: sources, recipe: recipe,
      isTogether: sources.count == 1 && recipe.canBeTogether && random.happens(percent: 30))
  }

  // MARK: Opening

  private func open(source index: Int, in store: SQLiteStore) throws -> List {
    guard let list = try store.list(named: "source \(index)") else {
      throw BrokenPromise("source \(index) is gone")
    }
    var configuration = DataSourceConfiguration()
    configuration.isShared = isShared
    return try List(
      storage: list, codec: TextCodec(), sectionCodec: TextCodec(), configuration: configuration)
  }

  /// The list with a number, which is open.
  private func list(_ number: Int) throws -> List {
    if number < Self.sourceCount { return sources[number] }
    guard let open = nodes[number - Self.sourceCount].open else {
      throw BrokenPromise("list \(number) is not open")
    }
    return open.derived.list
  }

  private func definition(_ index: Int) throws -> DerivedDefinition<String, String> {
    let node = nodes[index]
    let definition = node.recipe.definition(
      of: try node.sources.map(list), name: "list \(index + Self.sourceCount)",
      version: fault == .keptVersion ? "1" : nil)
    return node.isTogether ? definition.together() : definition
  }

  private mutating func open(_ index: Int, inBackground: Bool = false) throws {
    var definition = try definition(index)
    if inBackground { definition = definition.rebuiltInBackground() }
    nodes[index].open = try RenderedList(definition.open())
  }

  /// Closes a list and those that are derived from it.
  ///
  /// - Returns: Their indices, in order.
  private mutating func close(_ index: Int) async -> [Int] {
    var closed = [index]
    for other in nodes.indices.dropFirst(index + 1)
    where nodes[other].sources.contains(where: { closed.contains($0 - Self.sourceCount) }) {
      closed.append(other)
    }
    for index in closed.reversed() {
      await nodes[index].open?.derived.close()
      nodes[index].open = nil
    }
    return closed
  }

  private mutating func closeAll() async throws {
    for index in nodes.indices.reversed() {
      await nodes[index].open?.derived.close()
      nodes[index].open = nil
    }
    for source in sources { await source.close() }
    try store.close()
  }

  // MARK: Steps

  /// Does something.
  mutating func work() async throws {
    let source = random.index(below: Self.sourceCount)
    let index = random.index(below: nodes.count)
    switch random.index(below: 20) {
    case 0:
      step = "undo in source \(source)"
      _ = try? sources[source].applySynchronously(.undo())
    case 1:
      step = "redo in source \(source)"
      _ = try? sources[source].applySynchronously(.redo())
    case 2:
      step = "restart"
      try await closeAll()
      store = try SQLiteStore(path: folder.path(of: "lists.sqlite"))
      sources = try (0..<Self.sourceCount).map { try open(source: $0, in: store) }
      for index in nodes.indices { try open(index) }
    case 3:
      step = "compact source \(source)"
      _ = try sources[source].compact(JournalRetention(revisionCountMax: 1))
    case 4: try await redefine(index)
    case 5: try await search(index)
    case 6: try await reopen(index)
    case 7:
      if isShared { try await writeByAnotherProcess(source) } else { try change(sources[source]) }
    case 8:
      step = "change both sources"
      let card = card()
      _ = try await store.change(sources[0], sources[1]) { from, to in
        if let item = try Self.items(from.state).first { try from.remove(item) }
        try to.append(card.text)
      }
    default: try change(sources[source])
    }
  }

  private mutating func redefine(_ index: Int) async throws {
    let former = nodes[index].recipe
    var recipe = former
    for _ in 0..<20 {
      recipe = DerivedRecipe(&random, isUnion: nodes[index].sources.count > 1)
      // What is searched stays.
      if recipe.search != nil { recipe.search = former.search ?? recipe.search }
      if recipe.isOfSameKind(as: former) { break }
    }
    guard recipe.isOfSameKind(as: former) else { return }
    step = "show list \(index + Self.sourceCount) \(recipe), which was \(former)"
    nodes[index].recipe = recipe
    var definition = try definition(index)
    if random.happens(percent: 30) { definition = definition.rebuiltInBackground() }
    try await nodes[index].open?.derived.redefine(definition)
  }

  private mutating func search(_ index: Int) async throws {
    guard nodes[index].recipe.search != nil else { return }
    let text = ["", "be", "bee", "rank 2", "2", "nothing"][random.index(below: 6)]
    step = "search for \"\(text)\" in list \(index + Self.sourceCount)"
    nodes[index].recipe.search = text
    try await nodes[index].open?.derived.search(text)
  }

  /// Closes a list with those behind it, and opens it again by another definition. Meanwhile its sources go on.
  private mutating func reopen(_ index: Int) async throws {
    step = "open list \(index + Self.sourceCount) again"
    let closed = await close(index)
    for _ in 0..<random.index(below: 4) { try change(sources[random.index(below: 2)]) }
    if random.happens(percent: 50) {
      let isUnion = nodes[index].sources.count > 1
      nodes[index].recipe = DerivedRecipe(&random, isUnion: isUnion)
      nodes[index].isTogether =
        !isUnion && nodes[index].recipe.canBeTogether && random.happens(percent: 30)
      step += ", \(nodes[index].recipe)\(nodes[index].isTogether ? ", together" : "")"
    }
    for other in closed {
      try open(other, inBackground: other == index && random.happens(percent: 30))
    }
  }

  /// Changes a source by another store, as another process does that has no definitions.
  private mutating func writeByAnotherProcess(_ source: Int) async throws {
    step = "another process changes source \(source)"
    let other = try SQLiteStore(path: folder.path(of: "lists.sqlite"))
    let list = try open(source: source, in: other)
    try change(list)
    let revision = list.snapshot.revision
    await list.close()
    try other.close()
    _ = try await sources[source].snapshot(reaching: revision)
  }

  private mutating func card() -> DerivedCard {
    cardCount += 1
    return DerivedCard(number: cardCount, &random)
  }

  /// Changes a source, in one revision.
  private mutating func change(_ list: List) throws {
    step = "change \(list.snapshot.revision == 0 ? "a new list" : "a source")"
    let cards = (0..<8).map { _ in card() }
    let choices = random
    _ = random.next()
    _ = try list.changeSynchronously { [choices] _, draft in
      var random = choices
      for card in cards.prefix(1 + random.index(below: 4)) { try Self.step(&draft, card, &random) }
      // A list without items shows nothing of what is done to it.
      if draft.state.itemCount < 3 { for card in cards.suffix(4) { try draft.append(card.text) } }
    }
  }

  private static func items(_ state: ListState) throws -> [ItemID] {
    try (0..<state.sectionCount).flatMap { try state.itemIDs(inSection: $0) }
  }

  private static func step(
    _ draft: inout List.Draft, _ card: DerivedCard, _ random: inout SplitMix64
  ) throws {
    let state = draft.state
    let items = try items(state)
    let section = random.index(below: state.sectionCount)
    guard let id = state.sectionID(at: section), !items.isEmpty else {
      try draft.insertSection("section \(card.number)")
      return
    }
    let (item, other) = (
      items[random.index(below: items.count)], items[random.index(below: items.count)]
    )
    switch random.index(below: 12) {
    case 0, 1:
      let place = random.index(below: state.itemCount(inSection: section) + 1)
      try draft.insert(card.text, at: ItemPath(section: section, item: place))
    case 2, 3: try draft.append(card.text, toSection: id)
    case 4...6: try draft.update(item, card.text)
    case 7: try draft.remove(item)
    case 8, 9: try draft.move(item, before: other)
    case 10:
      if state.sectionCount < 4, random.happens(percent: 60) {
        try draft.insertSection("section \(card.number)", at: section)
      } else if random.happens(percent: 50) {
        try draft.move(id, to: random.index(below: state.sectionCount))
      } else {
        try draft.remove(id)
      }
    default: try draft.update(id, random.happens(percent: 25) ? nil : "section \(card.number)")
    }
  }

  // MARK: Comparing

  /// Verifies that each list is what its definition makes of its sources, and that its batches have led there.
  ///
  /// - Throws: A `BrokenPromise`; why a list cannot be brought up to date.
  mutating func verify() async throws {
    for index in nodes.indices {
      guard var open = nodes[index].open else { continue }
      let node = nodes[index]
      let lists = try node.sources.map(list)
      do {
        try await open.verify { [derived = open.derived] in
          try node.recipe.contents(of: lists.map(\.snapshot)) { derived.item(from: $0) }
        }
        let bases = try open.derived.bases(of: open.derived.list.snapshot)
        guard bases == lists.map(\.snapshot.revision) else {
          throw BrokenPromise("it says that it shows \(bases)")
        }
      } catch {
        throw BrokenPromise(
          "list \(index + Self.sourceCount) of \(node.sources)\(node.isTogether ? ", together" : ""), \(node.recipe): \(error)"
        )
      }
      nodes[index].open = open
    }
  }

  /// Closes everything, and checks the file.
  mutating func end() async throws {
    try await closeAll()
    let store = try SQLiteStore(path: folder.path(of: "lists.sqlite"))
    var findings = try store.check().map(\.description)
    for list in try store.lists() {
      guard let stored = try store.list(named: list.name, create: false) else { continue }
      findings += try DerivedReading.findings(in: stored, named: list.name) {
        try store.list(named: $0, create: false)
      }
    }
    try store.close()
    guard findings.isEmpty else { throw BrokenPromise("check finds \(findings)") }
  }
}
