public import RosterCore
public import RosterEngine

/// Makes changesets of an application's own models that are valid for a list: insertions, removals, moves and updates of
/// items and sections, several of them in one changeset.
///
///     var changes = SeededChanges<Message, Day>(seed: 7) { number, random in
///       Message(id: "m\(number)", text: ["hi", "bye"].randomElement(using: &random) ?? "")
///     } section: { number, _ in
///       Day(name: "day \(number)")
///     } update: { message, random in
///       message.isRead = random.happens(percent: 50)
///     }
///     try list.applySynchronously(changes.next(for: list.snapshot))
///
/// The same seed gives the same changesets for the same lists on every platform.
public struct SeededChanges<Model: Sendable, SectionModel: Sendable>: Sendable {
  /// Makes the model of a new item or section.
  ///
  /// - Parameters:
  ///   - number: The number of the model, which no other model that was made so far has: 1 for the first.
  ///   - random: The random numbers of the changes.
  public typealias Maker<Value> = @Sendable (_ number: Int, _ random: inout SeededRandom) -> Value
  /// Changes the model of an item.
  public typealias Updater = @Sendable (_ model: inout Model, _ random: inout SeededRandom) -> Void

  /// The random numbers of the changes, also for what a test decides between them.
  public var random: SeededRandom
  private let makeItem: Maker<Model>
  private let makeSection: Maker<SectionModel?>?
  private let update: Updater?
  private var modelCount = 0
  /// The models of the list at this point of a changeset, those of its source read when they are needed.
  private var sections: [[Place]] = []

  private enum Place {
    case source(ItemPath)
    case made(Model)
  }

  /// Makes changes of lists with sections.
  ///
  /// - Parameters:
  ///   - seed: What decides the changes.
  ///   - item: Makes the model of a new item.
  ///   - section: Makes the model of a new section; it may return `nil`.
  ///   - update: Changes the model of an item that is updated. Without it, an updated item gets a new model: leave it out
  ///     only if items have no keys.
  public init(
    seed: UInt64, item: @escaping Maker<Model>, section: @escaping Maker<SectionModel?>,
    update: Updater? = nil
  ) {
    random = SeededRandom(seed: seed)
    makeItem = item
    makeSection = section
    self.update = update
  }

  /// Makes changes of flat lists, which have one section without a model.
  ///
  /// - Parameters:
  ///   - seed: What decides the changes.
  ///   - item: Makes the model of a new item.
  ///   - update: Changes the model of an item that is updated. Without it, an updated item gets a new model: leave it out
  ///     only if items have no keys.
  public init(seed: UInt64, item: @escaping Maker<Model>, update: Updater? = nil) {
    random = SeededRandom(seed: seed)
    makeItem = item
    makeSection = nil
    self.update = update
  }

  /// Returns a changeset of one to four steps for a list. The first one for an empty list fills some sections.
  ///
  /// - Throws: `StorageError` if the model of an updated item cannot be read.
  /// - Complexity: O(*n*), and one row for each updated item whose model is not cached.
  public mutating func next(
    for snapshot: ListSnapshot<Model, SectionModel>
  ) throws(StorageError) -> Changeset<Model, SectionModel> {
    try next(for: snapshot.state.itemCounts) { path throws(StorageError) in
      try snapshot.model(at: path)
    }
  }

  /// Returns a changeset of one to four steps for a list with so many items in each section.
  ///
  /// - Parameters:
  ///   - itemCounts: The number of items in each section.
  ///   - model: Returns the model of an item of the list.
  package mutating func next<Failure: Error>(
    for itemCounts: [Int], model: (ItemPath) throws(Failure) -> Model?
  ) throws(Failure) -> Changeset<Model, SectionModel> {
    sections = itemCounts.enumerated().map { section, count in
      (0..<count).map { .source(ItemPath(section: section, item: $0)) }
    }
    let isFirst = itemCounts.isEmpty && modelCount == 0
    let stepCount = isFirst ? (makeSection == nil ? 1 : 4) : 1 + random.index(below: 4)
    var steps: [Changeset<Model, SectionModel>] = []
    for step in 0..<stepCount {
      steps.append(isFirst ? filledSection(at: step) : try self.step(model))
    }
    return Changeset.composing(steps)
  }

  /// The number of items in each section of the list after the last changeset.
  package var itemCounts: [Int] { sections.map(\.count) }

  // MARK: Steps

  private mutating func step<Failure: Error>(
    _ model: (ItemPath) throws(Failure) -> Model?
  ) throws(Failure) -> Changeset<Model, SectionModel> {
    if sections.isEmpty { return filledSection(at: 0) }
    switch random.index(below: makeSection == nil ? 16 : 20) {
    case 0..<4: return insertion()
    case 4..<7: return removal()
    case 7..<11: return move()
    case 11..<16: return try updated(model)
    case 16: return filledSection(at: random.index(below: sections.count + 1))
    case 17: return sectionMove()
    case 18: return sectionUpdate()
    default: return sectionRemoval()
    }
  }

  private mutating func filledSection(at section: Int) -> Changeset<Model, SectionModel> {
    let itemCount = random.index(below: 16)
    let model = sectionModel()
    let items = (0..<itemCount).map { _ in itemModel() }
    sections.insert(items.map { .made($0) }, at: section)
    return Changeset {
      $0.insertSection(at: section, model)
      $0.insertItems(items, at: ItemPath(section: section, item: 0))
    }
  }

  private mutating func insertion() -> Changeset<Model, SectionModel> {
    let section = random.index(below: sections.count)
    let path = ItemPath(
      section: section, item: random.index(below: sections[section].count + 1))
    let items = (0...random.index(below: 5)).map { _ in itemModel() }
    sections[section].insert(contentsOf: items.map { .made($0) }, at: path.item)
    return Changeset { $0.insertItems(items, at: path) }
  }

  private mutating func removal() -> Changeset<Model, SectionModel> {
    guard let path = anyPath() else { return insertion() }
    let end = min(sections[path.section].count, path.item + 1 + random.index(below: 5))
    sections[path.section].removeSubrange(path.item..<end)
    return Changeset { $0.removeItems(inSection: path.section, at: path.item..<end) }
  }

  private mutating func move() -> Changeset<Model, SectionModel> {
    guard let source = anyPath() else { return insertion() }
    let place = sections[source.section].remove(at: source.item)
    let section = random.index(below: sections.count)
    let target = ItemPath(
      section: section, item: random.index(below: sections[section].count + 1))
    sections[section].insert(place, at: target.item)
    return Changeset { $0.moveItem(from: source, to: target) }
  }

  private mutating func updated<Failure: Error>(
    _ model: (ItemPath) throws(Failure) -> Model?
  ) throws(Failure) -> Changeset<Model, SectionModel> {
    guard let path = anyPath() else { return insertion() }
    let former: Model?
    switch sections[path.section][path.item] {
    case .source(let source): former = update == nil ? nil : try model(source)
    case .made(let made): former = made
    }
    let updated: Model
    if let update, var changed = former {
      update(&changed, &random)
      updated = changed
    } else {
      updated = itemModel()
    }
    sections[path.section][path.item] = .made(updated)
    return Changeset { $0.updateItem(at: path, updated) }
  }

  private mutating func sectionMove() -> Changeset<Model, SectionModel> {
    let source = random.index(below: sections.count)
    let target = random.index(below: sections.count)
    sections.insert(sections.remove(at: source), at: target)
    return source == target ? Changeset() : Changeset { $0.moveSection(from: source, to: target) }
  }

  private mutating func sectionUpdate() -> Changeset<Model, SectionModel> {
    let section = random.index(below: sections.count)
    let model = sectionModel()
    return Changeset { $0.updateSection(at: section, model) }
  }

  private mutating func sectionRemoval() -> Changeset<Model, SectionModel> {
    // Usually the list stays long enough to scroll.
    guard sections.count > 2 || random.happens(percent: 10) else { return insertion() }
    let section = random.index(below: sections.count)
    sections.remove(at: section)
    return Changeset { $0.removeSection(at: section) }
  }

  private mutating func anyPath() -> ItemPath? {
    let section = random.index(below: sections.count)
    guard !sections[section].isEmpty else { return nil }
    return ItemPath(section: section, item: random.index(below: sections[section].count))
  }

  // MARK: Models

  private mutating func itemModel() -> Model {
    modelCount += 1
    return makeItem(modelCount, &random)
  }

  private mutating func sectionModel() -> SectionModel? {
    guard let model = makeSection?(modelCount + 1, &random) else { return nil }
    modelCount += 1
    return model
  }
}
