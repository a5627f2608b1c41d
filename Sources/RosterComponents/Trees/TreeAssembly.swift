internal import RosterCore

/// Builds one tree.
///
/// It visits the components in their order. It keeps its open scopes on stacks of its own and not
/// on the thread's, so that a tree may be deep.
struct TreeAssembly {
  /// The starting point of a build.
  struct Start {
    var environment: ComponentEnvironment
    /// The root scopes of the previous tree.
    var previous: [ScopeSlot] = []
    var stored: [ScopePath: StoredState] = [:]
    var edits: TreeEdits?
    /// Whether the previous tree was built with the same environment.
    var knowsEnvironment = false
    /// Whether every body runs, even if its component is equal.
    var runsEveryBody = false
  }

  /// A step of the build.
  private enum Step {
    /// Continues with the parts of a node, from `next` on.
    case parts([TreeNode], next: Int)
    /// Continues with scopes of the previous tree, from `next` on.
    case slots([ScopeSlot], next: Int)
    /// Leaves a transformation or an override.
    case leave(OpenScope.Surroundings)
    /// Closes the innermost scope.
    case close
  }

  private var steps: [Step] = []
  /// The innermost open scope, or the level above all scopes.
  private var innermost: OpenScope
  /// The open scopes around it.
  private var outer: [OpenScope] = []
  private let edits: TreeEdits?
  private let runsEveryBody: Bool
  private var restoration: StateRestoration
  private var names: TypeNameReader
  private let record = ScopeRecord()
  private let listener: (any BuildListener)?
  private(set) var report = BuildReport()

  init(_ start: Start, names: TypeNames, listener: (any BuildListener)?) {
    edits = start.edits
    runsEveryBody = start.runsEveryBody
    restoration = StateRestoration(start.stored)
    self.names = TypeNameReader(names)
    self.listener = listener
    // Enough for most trees; growing from zero would cost more than building a small tree.
    steps.reserveCapacity(8)
    innermost = OpenScope(
      path: .root, identity: nil, environment: start.environment,
      knowsEnvironment: start.knowsEnvironment, edits: start.edits.map { _ in TreeEdits.root },
      previous: start.previous)
  }

  /// Builds the node that a body or the provider of the tree returned. Call it once.
  mutating func build(_ node: TreeNode) -> ScopeContent {
    begin(node)
    return finish(node)
  }

  /// Builds again what has changed in a tree. Call it once.
  mutating func rebuild(_ content: ScopeContent) -> ScopeContent {
    steps.append(.slots(content.slots, next: 0))
    return finish(content.node)
  }

  private mutating func finish(_ node: TreeNode) -> ScopeContent {
    while let step = steps.popLast() {
      switch step {
      case .parts(let parts, let next): goOn(with: parts, from: next)
      case .slots(let slots, let next): goOn(with: slots, from: next)
      case .leave(let surroundings): innermost.surroundings = surroundings
      case .close: close()
      }
    }
    noteMissing(in: innermost)
    report.noteMissing(restoration.missing)
    return ScopeContent(node: node, slots: innermost.slots)
  }
}

// MARK: - Nodes

extension TreeAssembly {
  private mutating func begin(_ node: TreeNode) {
    var node = node
    while node.scopeCount > 0 {
      switch node.kind {
      case .view(let part): return steps.append(.parts(part.children, next: 0))
      case .box(let part): return steps.append(.parts(part.children, next: 0))
      case .group(let nodes): return steps.append(.parts(nodes, next: 0))
      case .mapped(let part):
        steps.append(.leave(innermost.surroundings))
        innermost.enter(part)
        node = part.node
      case .environment(let part):
        steps.append(.leave(innermost.surroundings))
        innermost.enter(part)
        node = part.node
      case .component(let part): return begin(part)
      }
    }
  }

  /// Continues until a part has content that must be built before the next part.
  private mutating func goOn(with parts: [TreeNode], from next: Int) {
    for index in next..<parts.count where parts[index].scopeCount > 0 {
      steps.append(.parts(parts, next: index + 1))
      let stepCount = steps.count
      begin(parts[index])
      guard steps.count == stepCount else { return }
      steps.removeLast()
    }
  }

  private mutating func goOn(with slots: [ScopeSlot], from next: Int) {
    for index in next..<slots.count {
      let edits = edits?.dirtyChild(of: innermost.edits, at: index)
      if edits == nil, innermost.knowsEnvironment {
        // Most siblings of an edited scope take this path.
        report.counts.scopesReused += slots[index].scope.totalCount
        innermost.add(slots[index])
        continue
      }
      steps.append(.slots(slots, next: index + 1))
      let stepCount = steps.count
      let scope = slots[index].scope
      innermost.enter(slots[index])
      begin(scope, scope.owner.part, edits: edits)
      guard steps.count == stepCount else { return }
      steps.removeLast()
    }
  }
}

// MARK: - Scopes

extension TreeAssembly {
  /// Begins a component that a body has returned.
  private mutating func begin(_ part: ComponentPart) {
    let match = innermost.match(part, names: &names)
    guard let index = match.index else {
      let path = innermost.path.appending(match.key)
      let stored = part.hasState ? restoration.take(path) : nil
      run(part, at: path, match.key, from: stored.map { .stored($0) } ?? .nothing)
      return
    }
    let previous = innermost.siblings.previous[index].scope
    let edits = edits?.dirtyChild(of: innermost.edits, at: index)
    if !runsEveryBody, part.hasEqualProperties(to: previous.owner) {
      begin(previous, part, edits: edits)
    } else {
      run(part, replacing: previous, edits: edits)
    }
  }

  /// Reuses a scope and as much of its content as possible.
  private mutating func begin(_ scope: BuiltScope, _ part: ComponentPart, edits: Int?) {
    let isEdited = edits.flatMap { self.edits?.changedState(of: $0) } != nil
    let environment = innermost.surroundings.environment
    let mustCompare = !innermost.knowsEnvironment
    if isEdited || mustCompare && !scope.body.reads.areEqual(in: environment) {
      run(part, replacing: scope, edits: edits)
    } else if edits != nil || mustCompare && !scope.reads.areEqual(in: environment) {
      copy(scope, edits: edits)
    } else {
      report.counts.scopesReused += scope.totalCount
      innermost.add(scope)
    }
  }

  private mutating func run(
    _ part: ComponentPart, replacing previous: BuiltScope, edits: Int?
  ) {
    let edited = edits.flatMap { self.edits?.changedState(of: $0) }
    run(
      part, at: previous.path, previous.key,
      from: edited.map { .edited($0) } ?? .previous(previous.owner), edits: edits,
      previous: previous.content.slots)
  }

  /// Runs the body of a component.
  private mutating func run(
    _ part: ComponentPart, at path: ScopePath, _ key: ScopeKey, from origin: StateOrigin,
    edits: Int? = nil, previous: [ScopeSlot] = []
  ) {
    let environment = innermost.surroundings.environment
    record.begin(at: path, in: environment)
    let run = part.run(from: origin, noting: record)
    report.note(run, at: path)
    if let listener { run.tell(listener, of: key.typeName, at: path) }
    guard run.node.scopeCount > 0 else {
      // It has no scopes within, as most components.
      for slot in previous { report.noteMissing(slot.scope) }
      innermost.add(BuiltScope(path: path, key: key, body: run.body, node: run.node))
      return
    }
    open(
      OpenScope(
        path: path,
        identity: OpenScope.Identity(key: key, body: run.body, node: run.node, copied: nil),
        environment: environment, knowsEnvironment: false, edits: edits, previous: previous),
      count: run.node.scopeCount)
    begin(run.node)
  }

  /// Copies a scope, since something within it must be built.
  private mutating func copy(_ scope: BuiltScope, edits: Int?) {
    let identity = OpenScope.Identity(
      key: scope.key, body: scope.body, node: scope.content.node, copied: scope)
    open(
      OpenScope(
        path: scope.path, identity: identity, environment: innermost.surroundings.environment,
        knowsEnvironment: innermost.knowsEnvironment, edits: edits, previous: []),
      count: scope.content.slots.count)
    steps.append(.slots(scope.content.slots, next: 0))
  }

  private mutating func open(_ scope: consuming OpenScope, count: Int) {
    scope.reserveSlots(count)
    swap(&scope, &innermost)
    outer.append(scope)
    steps.append(.close)
  }

  private mutating func close() {
    var open = outer.removeLast()
    swap(&open, &innermost)
    guard let identity = open.identity else {
      preconditionFailure("what is above all scopes was closed as a scope")
    }
    if let copied = identity.copied {
      report.counts.scopesCopied += 1
      innermost.add(BuiltScope(copied, slots: open.slots, reads: open.reads))
    } else {
      noteMissing(in: open)
      innermost.add(
        BuiltScope(
          path: open.path, key: identity.key, body: identity.body,
          content: ScopeContent(node: identity.node, slots: open.slots), reads: open.reads))
    }
  }

  private mutating func noteMissing(in scope: OpenScope) {
    for missing in scope.siblings.missing(among: scope.slots.count) {
      report.noteMissing(missing)
    }
  }
}
