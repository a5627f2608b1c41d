internal import RosterCore

/// A scope whose content is being built, or the level above all scopes.
struct OpenScope {
  /// The identity of the scope that is being built.
  struct Identity {
    let key: ScopeKey
    let body: RunBody
    let node: TreeNode
    /// The scope that is being copied; `nil` if the body ran.
    let copied: BuiltScope?
  }

  let path: ScopePath
  /// The identity of the scope; `nil` above all scopes.
  let identity: Identity?
  /// The environment that the scope receives.
  let environment: ComponentEnvironment
  /// Whether the scopes within were built with this environment before. If the environment was not
  /// replaced, this is true from the root inwards until a body runs.
  let knowsEnvironment: Bool
  /// The edits of the scope; see ``TreeEdits``.
  let edits: Int?

  /// Finds the scopes within among those of the previous tree.
  private(set) var siblings: SiblingMatching
  /// The scopes within so far.
  private(set) var slots: [ScopeSlot] = []
  /// The values of the environment that the component and the scopes within have read so far.
  private(set) var reads: EnvironmentReads
  /// The transformations and overrides around the next component.
  var surroundings: Surroundings

  init(
    path: ScopePath, identity: Identity?, environment: ComponentEnvironment, knowsEnvironment: Bool,
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
    /// The transformations around it, in this scope.
    var map: MessageMap?
    /// The overrides around it, in this scope.
    var overrides: EnvironmentOverrides?
    /// The environment that it receives.
    var environment: ComponentEnvironment
  }

  /// Returns the key of the next component, and the index of the previous scope with that key.
  mutating func match(
    _ part: ComponentPart, names: inout TypeNameReader
  ) -> (key: ScopeKey, index: Int?) {
    let expected = siblings.expected(after: slots)
    let isExpected = expected?.owner.part.componentType == part.componentType
    let typeName = isExpected ? expected?.key.typeName : nil
    return siblings.match(
      typeName: typeName ?? names.name(of: part), identifier: part.identifier, after: slots)
  }

  /// Reserves capacity for the scopes within.
  mutating func reserveSlots(_ count: Int) { slots.reserveCapacity(count) }

  /// Adds the next scope within.
  mutating func add(_ scope: BuiltScope) {
    add(ScopeSlot(scope: scope, map: surroundings.map, overrides: surroundings.overrides))
  }

  /// Adds the next scope within, in its place of the previous tree.
  mutating func add(_ slot: ScopeSlot) {
    slots.append(slot)
    guard !slot.scope.reads.isEmpty else { return }
    reads.formUnion(slot.scope.reads, below: slot.overrides, in: environment)
  }

  /// Enters a node with a transformation.
  mutating func enter(_ part: MappedPart) {
    surroundings.map = MessageMap(part, outer: surroundings.map)
  }

  /// Enters a node with an override.
  mutating func enter(_ part: EnvironmentPart) {
    surroundings.overrides = EnvironmentOverrides(part, outer: surroundings.overrides)
    part.apply(to: &surroundings.environment)
  }

  /// Enters the place of a scope of the previous tree.
  mutating func enter(_ slot: ScopeSlot) {
    if slot.overrides !== surroundings.overrides {
      surroundings.environment = slot.overrides?.applied(to: environment) ?? environment
    }
    surroundings.overrides = slot.overrides
    surroundings.map = slot.map
  }
}
