internal import RosterCore

/// A scope whose content is being built, or what is above all scopes.
struct OpenScope {
  /// What the scope will be.
  struct Identity {
    let key: ScopeKey
    let body: RunBody
    let node: TreeNode
    /// The scope of which this becomes a copy; `nil` if the body was run.
    let copied: BuiltScope?
  }

  let path: ScopePath
  /// What the scope will be; `nil` above all scopes.
  let identity: Identity?
  /// What the scope is handed.
  let environment: EnvironmentValues
  /// Whether the environment is what the scopes within were built with before: so it is from the root inwards,
  /// if the environment was not replaced, until a body is run.
  let knowsEnvironment: Bool
  /// What was edited; see ``TreeEdits``.
  let edits: Int?

  /// Finds the scopes within among those that were there before.
  private(set) var siblings: SiblingMatching
  /// The scopes within so far.
  private(set) var slots: [ScopeSlot] = []
  /// What the component has read of the environment, with the scopes within so far.
  private(set) var reads: EnvironmentReads
  /// What is around the next component.
  var surroundings: Surroundings

  init(
    path: ScopePath, identity: Identity?, environment: EnvironmentValues, knowsEnvironment: Bool,
    edits: Int?, previous: [ScopeSlot]
  ) {
    self.path = path
    self.identity = identity
    self.environment = environment
    self.knowsEnvironment = knowsEnvironment
    self.edits = edits
    siblings = SiblingMatching(previous: previous)
    reads = identity?.body.reads ?? EnvironmentReads()
    surroundings = Surroundings(environment: environment)
  }

  struct Surroundings {
    /// The maps around it, in this scope.
    var map: MessageMap?
    /// The overrides around it, in this scope.
    var overrides: EnvironmentOverrides?
    /// What it is handed.
    var environment: EnvironmentValues
  }

  /// The key of the next component, and where a scope with the key was before.
  mutating func match(
    _ part: ComponentPart, names: inout TypeNameReader
  ) -> (key: ScopeKey, index: Int?) {
    let expected = siblings.expected(after: slots)
    let isExpected = expected?.owner.part.componentType == part.componentType
    let typeName = isExpected ? expected?.key.typeName : nil
    return siblings.match(
      typeName: typeName ?? names.name(of: part), identifier: part.identifier, after: slots)
  }

  /// Makes room for the scopes within.
  mutating func reserveSlots(_ count: Int) { slots.reserveCapacity(count) }

  /// Adds the next scope within.
  mutating func add(_ scope: BuiltScope) {
    add(ScopeSlot(scope: scope, map: surroundings.map, overrides: surroundings.overrides))
  }

  /// Adds the next scope within, where it was in the tree before.
  mutating func add(_ slot: ScopeSlot) {
    slots.append(slot)
    if !slot.scope.reads.isEmpty { reads.formUnion(slot.scope.reads, below: slot.overrides) }
  }

  /// Begins with what is in a map.
  mutating func enter(_ part: MappedPart) {
    surroundings.map = MessageMap(part, outer: surroundings.map)
  }

  /// Begins with what is in an override.
  mutating func enter(_ part: EnvironmentPart) {
    surroundings.overrides = EnvironmentOverrides(part, outer: surroundings.overrides)
    surroundings.environment[part.key] = part.value
  }

  /// Goes to where a scope of the tree before is.
  mutating func enter(_ slot: ScopeSlot) {
    if slot.overrides !== surroundings.overrides {
      surroundings.environment = slot.overrides?.applied(to: environment) ?? environment
    }
    surroundings.overrides = slot.overrides
    surroundings.map = slot.map
  }
}
