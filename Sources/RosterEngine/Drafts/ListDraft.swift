public import RosterCore

/// A list as a change makes it, one step after the other.
///
/// ``ListDataSource/change(_:qos:_:)`` hands a draft of the list to its closure. Each step is applied at once
/// to what the steps before it have left, so paths are those of the moment. Items and sections are named by
/// identity, also those that a step has just inserted:
///
///     list                                a b c
///     remove(a)                           b c
///     insert("x", at: [0, 1])             b x c
///     move(c, before: b)                  c b x
///
/// What the steps come to is one changeset, here "remove [0, 0], move [0, 2] to [0, 0], insert x at [0, 2]": one
/// revision, one batch, one undo. An item that is inserted and removed again does not appear in it, and its
/// identity may be given again. An identity counts when the change has succeeded.
public struct ListDraft<Model: Sendable, SectionModel: Sendable> {
  /// The list before the first step.
  public let source: ListSnapshot<Model, SectionModel>
  /// The items and sections as the steps so far have left them. Its revision is none of the list's.
  public private(set) var state: ListState
  /// The step so far if there is only one: a change of one step is that step as it is.
  private var onlyStep: (changeset: Changeset<Model, SectionModel>, change: ListChange)?
  private var stepCount = 0
  /// What the steps have written, without the only one if that was left out.
  private var written = DraftedModels<Model, SectionModel>()
  /// What of the items of the only step was in the list before with the same model, if `written` lacks that step.
  private var leftOut: Set<ItemID>?
  private var states: [StateAssignment] = []
  /// What the batch says about the change, if that is known only when it is made; otherwise what was given with it.
  package var annotation: ChangeAnnotation?

  /// How many changes a first step may have, and how many items it may remove, to be left out of `written` until
  /// another step comes: each reading goes through all of them. Most changes are one small step, of whose models
  /// nothing asks the draft.
  private static var leftOutCountMax: Int { 8 }

  /// What the steps so far have written.
  ///
  /// - Complexity: O(*k*) for *k* changes of the only step if that was left out; otherwise O(1).
  var drafted: DraftedModels<Model, SectionModel> {
    guard let leftOut, let onlyStep else { return written }
    var drafted = written
    drafted.add(
      onlyStep.change, of: onlyStep.changeset, keys: source.models.keys, unchanged: leftOut)
    return drafted
  }

  /// Makes a draft without a step.
  package init(of source: ListSnapshot<Model, SectionModel>) {
    self.source = source
    state = source.state
  }

  // MARK: Reading

  /// Returns the model of an item, as the steps so far have left it.
  ///
  /// - Throws: `noSuchItem`; `storage`.
  /// - Complexity: O(1), and one row if no step has written the model and it is not cached.
  public func model(of item: ItemID) throws(DataSourceError) -> Model {
    _ = try path(of: item)
    if let model = drafted.models[item] { return model }
    let stored = try reading { () throws(StorageError) in try source.models(of: [item]).first }
    guard let stored else { throw .noSuchItem(.id(item)) }
    return stored
  }

  /// Returns where an item stands now.
  ///
  /// - Throws: `noSuchItem`; `storage`.
  /// - Complexity: O(log *n*).
  public func path(of item: ItemID) throws(DataSourceError) -> ItemPath {
    let path = try reading { () throws(StorageError) in try state.path(of: item) }
    guard let path else { throw .noSuchItem(.id(item)) }
    return path
  }

  /// Returns where a section stands now.
  ///
  /// - Throws: `noSuchSection`.
  /// - Complexity: O(log *s*).
  public func index(of section: SectionID) throws(DataSourceError) -> Int {
    guard let index = state.index(of: section) else { throw .noSuchSection(.id(section)) }
    return index
  }

  // MARK: Items

  /// Gives an item a new model. It keeps its identity and its states.
  ///
  /// - Throws: `noSuchItem`; `storage`.
  /// - Complexity: O(log *n*), as that of every step with one item.
  public mutating func update(_ item: ItemID, _ model: Model) throws(DataSourceError) {
    let path = try path(of: item)
    try apply(Changeset { $0.updateItem(at: path, model) })
  }

  /// Edits the model of an item.
  ///
  ///     try change.update(message) { $0.isRead = true }
  ///
  /// - Throws: `noSuchItem`; `storage`; what `edit` throws.
  public mutating func update(_ item: ItemID, _ edit: (inout Model) throws -> Void) throws {
    var model = try model(of: item)
    try edit(&model)
    try update(item, model)
  }

  /// Removes an item.
  ///
  /// - Throws: `noSuchItem`; `storage`.
  public mutating func remove(_ item: ItemID) throws(DataSourceError) {
    let path = try path(of: item)
    try apply(Changeset { $0.removeItem(at: path) })
  }

  /// Moves an item. It keeps its identity and its states.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - targetPath: Where the item is to stand, in the list with it there.
  /// - Throws: `noSuchItem`; `invalid` if there is no such place; `storage`.
  public mutating func move(
    _ item: ItemID, to targetPath: ItemPath
  ) throws(DataSourceError) {
    let path = try path(of: item)
    if path == targetPath { return }
    try apply(Changeset { $0.moveItem(from: path, to: targetPath) })
  }

  /// Moves an item within its section, as in a flat list.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - targetIndex: Where the item is to stand in the section, with it there.
  /// - Throws: `noSuchItem`; `invalid` if there is no such place; `storage`.
  public mutating func move(_ item: ItemID, to targetIndex: Int) throws(DataSourceError) {
    try move(item, to: ItemPath(section: path(of: item).section, item: targetIndex))
  }

  /// Moves an item directly before another one.
  ///
  /// - Throws: `noSuchItem`; `storage`.
  public mutating func move(
    _ item: ItemID, before other: ItemID
  ) throws(DataSourceError) {
    try move(item, beside: other, distance: 0)
  }

  /// Moves an item directly behind another one.
  ///
  /// - Throws: `noSuchItem`; `storage`.
  public mutating func move(_ item: ItemID, after other: ItemID) throws(DataSourceError) {
    try move(item, beside: other, distance: 1)
  }

  private mutating func move(
    _ item: ItemID, beside other: ItemID, distance: Int
  ) throws(DataSourceError) {
    let source = try path(of: item)
    var target = try path(of: other)
    if item == other { return }
    // What stands behind the item closes the gap.
    if source.section == target.section, source.item < target.item { target.item -= 1 }
    target.item += distance
    try move(item, to: target)
  }

  /// Inserts an item.
  ///
  /// - Parameters:
  ///   - model: The model of the item.
  ///   - targetPath: Where it is to stand.
  /// - Returns: The identity of the item.
  /// - Throws: `invalid` if there is no such place; `storage`.
  @discardableResult
  public mutating func insert(
    _ model: Model, at targetPath: ItemPath
  ) throws(DataSourceError) -> ItemID {
    try apply(Changeset { $0.insertItem(model, at: targetPath) }).insertedItems[0]
  }

  /// Inserts items that stand next to each other.
  ///
  /// - Parameters:
  ///   - models: The models of the items, in order.
  ///   - targetPath: Where the first of them is to stand.
  /// - Returns: The identities of the items.
  /// - Throws: `invalid` if there is no such place for one of them; `storage`.
  @discardableResult
  public mutating func insert(
    contentsOf models: some Collection<Model>, at targetPath: ItemPath
  ) throws(DataSourceError) -> [ItemID] {
    try apply(Changeset { $0.insertItems(models, at: targetPath) }).insertedItems
  }

  /// Inserts an item in a flat list.
  ///
  /// - Parameters:
  ///   - model: The model of the item.
  ///   - targetIndex: Where it is to stand in the last section. A list without sections gets one
  ///     that has no model.
  /// - Returns: The identity of the item.
  /// - Throws: `invalid` if there is no such place; `storage`.
  @discardableResult
  public mutating func insert(
    _ model: Model, at targetIndex: Int
  ) throws(DataSourceError) -> ItemID {
    try insert(contentsOf: CollectionOfOne(model), at: targetIndex)[0]
  }

  /// Inserts items that stand next to each other in a flat list.
  ///
  /// - Parameters:
  ///   - models: The models of the items, in order.
  ///   - targetIndex: Where the first of them is to stand, as for one item.
  /// - Returns: The identities of the items.
  /// - Throws: `invalid` if there is no such place for one of them; `storage`.
  @discardableResult
  public mutating func insert(
    contentsOf models: some Collection<Model>, at targetIndex: Int
  ) throws(DataSourceError) -> [ItemID] {
    guard state.sectionCount == 0 else {
      return try insert(
        contentsOf: models, at: ItemPath(section: state.sectionCount - 1, item: targetIndex))
    }
    if models.isEmpty, targetIndex == 0 { return [] }
    var draft = self
    try draft.insertSection()
    let items = try draft.insert(contentsOf: models, at: ItemPath(section: 0, item: targetIndex))
    // A place that does not exist leaves the list without a section.
    self = draft
    return items
  }

  /// Inserts an item directly before another one.
  ///
  /// - Returns: The identity of the item.
  /// - Throws: `noSuchItem`; `storage`.
  @discardableResult
  public mutating func insert(
    _ model: Model, before other: ItemID
  ) throws(DataSourceError) -> ItemID {
    try insert(model, at: path(of: other))
  }

  /// Inserts an item directly behind another one.
  ///
  /// - Returns: The identity of the item.
  /// - Throws: `noSuchItem`; `storage`.
  @discardableResult
  public mutating func insert(
    _ model: Model, after other: ItemID
  ) throws(DataSourceError) -> ItemID {
    var path = try path(of: other)
    path.item += 1
    return try insert(model, at: path)
  }

  /// Inserts an item at the end of a section.
  ///
  /// - Parameters:
  ///   - model: The model of the item.
  ///   - section: The section; the last one if `nil`. A list without sections gets one that has no
  ///     model, so that flat lists need not name it.
  /// - Returns: The identity of the item.
  /// - Throws: `noSuchSection`; `storage`.
  @discardableResult
  public mutating func append(
    _ model: Model, toSection section: SectionID? = nil
  ) throws(DataSourceError) -> ItemID {
    try append(contentsOf: CollectionOfOne(model), toSection: section)[0]
  }

  /// Inserts items at the end of a section.
  ///
  /// - Parameters:
  ///   - models: The models of the items, in order.
  ///   - section: As in ``append(_:toSection:)``.
  /// - Returns: The identities of the items.
  /// - Throws: `noSuchSection`; `storage`.
  @discardableResult
  public mutating func append(
    contentsOf models: some Collection<Model>, toSection section: SectionID? = nil
  ) throws(DataSourceError) -> [ItemID] {
    if section == nil, state.sectionCount == 0 { return try insert(contentsOf: models, at: 0) }
    var target = state.sectionCount - 1
    if let section { target = try index(of: section) }
    return try insert(
      contentsOf: models,
      at: ItemPath(section: target, item: state.itemCount(inSection: target)))
  }

  // MARK: Sections

  /// Gives a section a new model, or none.
  ///
  /// - Throws: `noSuchSection`; `storage`.
  public mutating func update(
    _ section: SectionID, _ model: SectionModel?
  ) throws(DataSourceError) {
    let index = try index(of: section)
    try apply(Changeset { $0.updateSection(at: index, model) })
  }

  /// Removes a section with its items.
  ///
  /// - Throws: `noSuchSection`; `storage`.
  /// - Complexity: O(*m* log *n*) for *m* items in the section.
  public mutating func remove(_ section: SectionID) throws(DataSourceError) {
    let index = try index(of: section)
    try apply(Changeset { $0.removeSection(at: index) })
  }

  /// Moves a section with its items.
  ///
  /// - Parameters:
  ///   - section: The section.
  ///   - targetIndex: Where the section is to stand, in the list with it there.
  /// - Throws: `noSuchSection`; `invalid` if there is no such place; `storage`.
  public mutating func move(
    _ section: SectionID, to targetIndex: Int
  ) throws(DataSourceError) {
    let index = try index(of: section)
    if index == targetIndex { return }
    try apply(Changeset { $0.moveSection(from: index, to: targetIndex) })
  }

  /// Inserts an empty section.
  ///
  /// - Parameters:
  ///   - model: Its model, `nil` if it has none.
  ///   - targetIndex: Where it is to stand; at the end if `nil`.
  /// - Returns: The identity of the section.
  /// - Throws: `invalid` if there is no such place; `storage`.
  @discardableResult
  public mutating func insertSection(
    _ model: SectionModel? = nil, at targetIndex: Int? = nil
  ) throws(DataSourceError) -> SectionID {
    let index = targetIndex ?? state.sectionCount
    return try apply(Changeset { $0.insertSection(at: index, model) }).insertedSections[0]
  }

  // MARK: Given identities

  /// Inserts items that have identities already, next to each other: those of another list, or of items that a step
  /// before has removed. An item that was in the list before the first step is moved in the end.
  ///
  /// - Parameters:
  ///   - models: The models of the items, in order.
  ///   - items: Their identities, none of which is in the list now.
  ///   - unchanged: Those of them that were in the list before the first step, with this model.
  ///   - targetPath: Where the first of them is to stand.
  /// - Throws: `invalid` if there is no such place; `storage`.
  package mutating func insert(
    _ models: [Model], as items: [ItemID], unchanged: Set<ItemID>, at targetPath: ItemPath
  ) throws(DataSourceError) {
    try apply(
      Changeset { $0.insertItems(models, at: targetPath) },
      returning: ListState.ReturningIdentities(items: items, sections: []), unchanged: unchanged)
  }

  /// Inserts an empty section that has an identity already.
  ///
  /// - Parameters:
  ///   - model: Its model, `nil` if it has none.
  ///   - section: Its identity, which is not in the list now.
  ///   - targetIndex: Where it is to stand.
  /// - Throws: `invalid` if there is no such place; `storage`.
  package mutating func insertSection(
    _ model: SectionModel?, as section: SectionID, at targetIndex: Int
  ) throws(DataSourceError) {
    try apply(
      Changeset { $0.insertSection(at: targetIndex, model) },
      returning: ListState.ReturningIdentities(items: [], sections: [section]))
  }

  /// Applies a changeset whose inserted items have identities already.
  ///
  /// - Parameters:
  ///   - changeset: The changeset.
  ///   - items: The identities, in the order of the changeset. None of them is in the list now.
  ///   - sections: Those of the inserted sections; `nil` if they get new ones.
  ///   - unchanged: As in ``insert(_:as:unchanged:at:)``.
  /// - Returns: The identities of the inserted sections.
  /// - Throws: `invalid` if it does not fit; `storage`.
  package mutating func insert(
    _ changeset: Changeset<Model, SectionModel>, as items: [ItemID], sections: [SectionID]?,
    unchanged: Set<ItemID>
  ) throws(DataSourceError) -> [SectionID] {
    let first = state.nextIdentifiers.section
    let sections =
      sections
      ?? changeset.outline.insertedSections.indices.map { SectionID(rawValue: first + $0) }
    return try apply(
      changeset, returning: ListState.ReturningIdentities(items: items, sections: sections),
      unchanged: unchanged, isReadSeldom: true
    ).insertedSections
  }

  // MARK: Changesets and states

  /// Applies a changeset to the list as the steps so far have left it.
  ///
  /// - Throws: `invalid` if it does not fit; `storage`. The draft is then as it was.
  /// - Complexity: O(*k* log *n*) for *k* changes.
  public mutating func apply(
    changeset: Changeset<Model, SectionModel>
  ) throws(DataSourceError) {
    try apply(changeset)
  }

  /// Writes a state with the change, in the list as all steps together leave it.
  ///
  /// - Parameter assignment: The state. A tree that is named by its place is the one that stands there in the
  ///   end.
  public mutating func assign(_ assignment: StateAssignment) { states.append(assignment) }

  /// - Parameter isReadSeldom: Whether hardly anything is read of the draft behind this step, which is then left out
  ///   of `written` however large it is. For a list of a million items that is made in one step, this saves as much
  ///   time as the step itself takes.
  @discardableResult
  private mutating func apply(
    _ changeset: Changeset<Model, SectionModel>,
    returning: ListState.ReturningIdentities? = nil, unchanged: Set<ItemID> = [],
    isReadSeldom: Bool = false
  ) throws(DataSourceError) -> ChangeIdentities {
    let proof: VerifiedOutline
    do throws(ChangesetError) {
      proof = try changeset.outline.verified(against: state)
    } catch {
      throw .invalid(error)
    }
    let applied = try state.change(by: proof, returning: returning)
    if leftOut != nil {
      written = drafted
      leftOut = nil
    }
    state = applied.target
    stepCount += 1
    onlyStep = stepCount == 1 ? (changeset, applied) : nil
    // The items of a removed section are no changes.
    let count = max(changeset.changeCount, applied.identities.removedItems.count)
    if stepCount == 1, isReadSeldom || count <= Self.leftOutCountMax {
      leftOut = unchanged
    } else {
      written.add(applied, of: changeset, keys: source.models.keys, unchanged: unchanged)
    }
    return applied.identities
  }

  func reading<Value>(
    _ body: () throws(StorageError) -> Value
  ) throws(DataSourceError) -> Value {
    do throws(StorageError) { return try body() } catch { throw .storage(error) }
  }

  // MARK: The result

  /// What a draft comes to.
  package struct Result {
    /// What leads from the source to what the steps have left.
    package var changeset: Changeset<Model, SectionModel>
    /// What it makes of the source.
    package var change: ListChange
    var states: [StateAssignment]
  }

  /// Returns whether the steps have left the list as it was.
  ///
  /// - Complexity: As ``finished()``.
  package func changesNothing() throws(DataSourceError) -> Bool {
    try finished().changeset.outline == ChangesetOutline()
  }

  /// Returns the one change that leads from the source to what the steps have left.
  ///
  /// - Complexity: O(*k* log *n*) for *k* items and sections that steps have named.
  package func finished() throws(DataSourceError) -> Result {
    if let onlyStep {
      return Result(changeset: onlyStep.changeset, change: onlyStep.change, states: states)
    }
    let (changeset, inserted) = try reading { () throws(StorageError) in try composed() }
    return Result(
      changeset: changeset,
      change: try source.state.change(byDifference: changeset.outline, returning: inserted),
      states: states)
  }

  /// Returns the changeset that leads from the source to what the steps have left, and the identities of what
  /// it inserts.
  private func composed() throws(StorageError) -> (
    changeset: Changeset<Model, SectionModel>, inserted: ListState.ReturningIdentities
  ) {
    let difference = try source.state.difference(to: state, touching: written.touched)
    var builder = Changeset<Model, SectionModel>.Builder()
    for path in difference.items.removed { builder.removeItem(at: path) }
    for move in difference.items.moved { builder.moveItem(from: move.source, to: move.target) }
    for section in difference.sections.removed { builder.removeSection(at: section) }
    for move in difference.sections.moved {
      builder.moveSection(from: move.source, to: move.target)
    }
    var inserted = ListState.ReturningIdentities(items: [], sections: [])
    for path in difference.items.inserted.sorted() {
      guard let id = try state.itemID(at: path), let model = written.models[id] else {
        preconditionFailure("a step has written the model of an item that it inserted")
      }
      builder.insertItem(model, at: path)
      inserted.items.append(id)
    }
    for index in difference.sections.inserted.sorted() {
      guard let id = state.sectionID(at: index), let model = written.sectionModels[id] else {
        preconditionFailure("a step has written the model of a section that it inserted")
      }
      builder.insertSection(at: index, model)
      inserted.sections.append(id)
    }
    for (id, model) in written.models {
      guard let path = try source.state.path(of: id) else { continue }
      builder.updateItem(at: path, model)
    }
    for (id, model) in written.sectionModels {
      guard let index = source.state.index(of: id) else { continue }
      builder.updateSection(at: index, model)
    }
    return (Changeset { $0 = builder }, inserted)
  }
}
