internal import RosterCore

/// The scopes of a tree that edits have reached, while the edits are applied one after the other.
struct TreeEdits {
  /// A scope on the way to an edited one, or edited itself.
  private struct Entry {
    /// The scope; `nil` above all scopes.
    let scope: BuiltScope?
    /// The transformations of messages on their way to the scope around this one.
    let map: MessageMap?
    let parent: Int?
    var slots: SlotIndex
    var edited: (any EditedState)?
    /// Whether a state here or within has changed. Known at the end.
    var isDirty = false
  }

  /// The entry above all scopes is the first.
  private var entries: [Entry]
  private var children = EditedChildren()

  /// The index of the entry above all scopes.
  static let root = 0

  init(_ content: ScopeContent) {
    entries = [
      Entry(scope: nil, map: nil, parent: nil, slots: SlotIndex(content.slots))
    ]
  }

  /// Applies edits one after the other and returns the messages that arrive at the root.
  mutating func apply(_ edits: [TreeEdit]) -> [Result<(any Sendable)?, EditError>] {
    var outcomes: [Result<(any Sendable)?, EditError>] = []
    outcomes.reserveCapacity(edits.count)
    for edit in edits {
      outcomes.append(Result { () throws(EditError) in try apply(edit) })
    }
    return outcomes
  }

  private mutating func apply(_ edit: TreeEdit) throws(EditError) -> (any Sendable)? {
    switch edit.operation {
    case .perform(let action, let sender):
      let entry = try performer(of: action, sender: sender)
      let message = try perform(action, on: entry)
      return message.map { climbing($0, from: entry) }
    case .update(let update):
      try edited(find(update.scope)).update(update)
    case .set(let scope, let stored):
      try edited(find(scope)).set(stored)
    }
    return nil
  }

  /// Marks the scopes whose state has changed, and those around them.
  ///
  /// - Returns: Whether any state has changed.
  mutating func markChanges() -> Bool {
    for index in entries.indices {
      guard let edited = entries[index].edited, edited.isChanged else { continue }
      var dirty: Int? = index
      while let current = dirty, !entries[current].isDirty {
        entries[current].isDirty = true
        dirty = entries[current].parent
      }
    }
    return entries[Self.root].isDirty
  }

  /// Returns the entry of the scope in a slot of another, if a state there or within has changed.
  func dirtyChild(of parent: Int?, at slot: Int) -> Int? {
    guard let parent, let child = children.entry(of: parent, at: slot), entries[child].isDirty
    else { return nil }
    return child
  }

  /// Returns the changed state of an entry; `nil` if only states within have changed.
  func changedState(of entry: Int) -> (any EditedState)? {
    guard let edited = entries[entry].edited, edited.isChanged else { return nil }
    return edited
  }
}

extension TreeEdits {
  /// Returns the scope that performs an action.
  private mutating func performer(
    of action: ActionReference, sender: ScopePath
  ) throws(EditError) -> Int {
    switch action.target {
    case .scope(let scope): return try find(scope)
    case .responders:
      var responder: Int? = try find(sender)
      while let entry = responder, let scope = entries[entry].scope {
        if scope.body.handler(named: action.name) != nil { return entry }
        responder = entries[entry].parent
      }
      throw .noSuchAction(scope: sender, name: action.name)
    }
  }

  /// Performs an action of an entry and returns its message.
  private mutating func perform(
    _ action: ActionReference, on entry: Int
  ) throws(EditError) -> (any Sendable)? {
    let edited = try edited(entry)
    guard let scope = entries[entry].scope,
      let handler = scope.body.handler(named: action.name)
    else { throw .noSuchAction(scope: entries[entry].scope?.path ?? .root, name: action.name) }
    return try handler.perform(edited, action.arguments)
  }

  private mutating func find(_ path: ScopePath) throws(EditError) -> Int {
    var entry = Self.root
    for key in path.keys {
      guard let slot = entries[entry].slots.index(of: key) else { throw .noSuchScope(path) }
      entry = child(of: entry, at: slot)
    }
    return entry
  }

  private mutating func child(of parent: Int, at index: Int) -> Int {
    if let child = children.entry(of: parent, at: index) { return child }
    let slot = entries[parent].slots.slots[index]
    entries.append(
      Entry(
        scope: slot.scope, map: slot.map, parent: parent,
        slots: SlotIndex(slot.scope.content.slots)))
    children.add(entries.count - 1, of: parent, at: index)
    return entries.count - 1
  }

  /// Returns the state of an entry for editing.
  private mutating func edited(_ entry: Int) throws(EditError) -> any EditedState {
    if let edited = entries[entry].edited { return edited }
    guard let scope = entries[entry].scope else { throw .noSuchScope(.root) }
    let edited = scope.owner.edited(at: scope.path)
    entries[entry].edited = edited
    return edited
  }

  /// Returns the message that the root receives for a message of an entry.
  private func climbing(_ message: any Sendable, from entry: Int) -> any Sendable {
    var message = message
    var sender: Int? = entry
    while let current = sender {
      if let map = entries[current].map { message = map(message) }
      sender = entries[current].parent
    }
    return message
  }
}

/// Finds the entries of edited scopes by the entry around them and their index in it.
///
/// A few entries are searched linearly, which is the common case. Many entries get a dictionary.
struct EditedChildren {
  private struct Place: Hashable {
    let parent: Int
    let slot: Int
  }

  private static let searchedCountMax = 8

  private var places: [Place] = []
  private var entries: [Int] = []
  /// All entries, once there are many.
  private var indexes: [Place: Int] = [:]

  func entry(of parent: Int, at slot: Int) -> Int? {
    let place = Place(parent: parent, slot: slot)
    let index = places.count > Self.searchedCountMax ? indexes[place] : places.firstIndex(of: place)
    return index.map { entries[$0] }
  }

  /// Adds an entry for a place that has none.
  mutating func add(_ entry: Int, of parent: Int, at slot: Int) {
    places.append(Place(parent: parent, slot: slot))
    entries.append(entry)
    if places.count == Self.searchedCountMax + 1 {
      indexes = Dictionary(uniqueKeysWithValues: zip(places, places.indices))
    } else if places.count > Self.searchedCountMax {
      indexes[places[places.count - 1]] = places.count - 1
    }
  }
}
