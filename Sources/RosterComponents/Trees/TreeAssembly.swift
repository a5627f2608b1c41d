internal import RosterCore

/// Builds one tree.
///
/// It goes through the nodes in their order, from what a body returned or from a built tree. What it
/// is in the middle of is on stacks of its own and not on the thread's, so that a tree may be deep.
struct TreeAssembly {
  /// What a build starts from beside its nodes.
  struct Start {
    var environment: EnvironmentValues
    /// The scopes at the root of the tree before.
    var previous: [ScopeSlot] = []
    var stored: [ScopePath: StoredState] = [:]
    var edits: TreeEdits?
    /// Whether the tree before was built with the same environment.
    var knowsEnvironment = false
  }

  /// A node that waits for the ones in it.
  private struct Frame {
    enum Kind {
      /// A view or a group.
      case parts([TreeNode])
      case mapped(MappedPart, outer: MessageMap?)
      case environment(EnvironmentPart, outer: EnvironmentValues, outerReads: EnvironmentReads)
      case scope
    }

    let kind: Kind
    let node: TreeNode
    /// Where its nodes begin among the finished ones.
    let start: Int
    /// The next of its parts.
    var next = 0
  }

  private var frames: [Frame] = []
  /// Nodes that are built, and wait for the rest of their view or group.
  private var finished: [TreeNode] = []
  /// The scopes that are open, the innermost last; the first is above all scopes.
  private var scopes: [OpenScope] = []

  /// What the next node is handed.
  private var environment: EnvironmentValues
  /// The maps around the next node, within its scope.
  private var map: MessageMap?
  /// What the innermost scope or override has read so far, with all within.
  private var reads = EnvironmentReads()

  private let edits: TreeEdits?
  private var restoration: StateRestoration
  private var names: TypeNameReader
  private let listener: (any BuildListener)?
  private let record = ScopeRecord()
  private var report = BuildReport()

  init(_ start: Start, names: TypeNames, listener: (any BuildListener)?) {
    environment = start.environment
    edits = start.edits
    restoration = StateRestoration(start.stored)
    self.names = TypeNameReader(names)
    self.listener = listener
    // Enough for most trees: growing from nothing would cost more than building small ones.
    frames.reserveCapacity(8)
    finished.reserveCapacity(16)
    scopes.reserveCapacity(4)
    scopes.append(
      OpenScope(
        path: .root, identity: nil, siblings: SiblingMatching(previous: start.previous),
        edits: start.edits.map { _ in TreeEdits.root }, knowsEnvironment: start.knowsEnvironment))
  }

  /// Builds a node; once.
  mutating func build(_ root: TreeNode) -> (content: ScopeContent, report: BuildReport) {
    var next: TreeNode? = root
    while true {
      if let node = next {
        next = begin(node)
      } else if frames.isEmpty {
        break
      } else {
        next = resume()
      }
    }
    let outermost = scopes.removeLast()
    noteMissing(in: outermost)
    report.noteMissing(restoration.missing)
    return (ScopeContent(node: finished.removeLast(), slots: outermost.slots), report)
  }
}

// MARK: - Nodes

extension TreeAssembly {
  /// Begins with a node; gives what is to be begun next, or `nil` if the node is finished or its
  /// frame says what is next.
  private mutating func begin(_ node: TreeNode) -> TreeNode? {
    guard node.scopeCount > 0 else {
      finished.append(node)
      return nil
    }
    switch node {
    case .view(let part): pushFrame(.parts(part.children), node)
    case .group(let part): pushFrame(.parts(part.elements), node)
    case .mapped(let part):
      pushFrame(.mapped(part, outer: map), node)
      map = MessageMap(part, outer: map)
      return part.node
    case .environment(let part):
      pushFrame(.environment(part, outer: environment, outerReads: reads), node)
      environment[part.key] = part.value
      reads = EnvironmentReads()
      return part.node
    case .component(let component): return begin(component.part)
    case .scope(let scope): return begin(scope)
    case .empty: break
    }
    return nil
  }

  private mutating func pushFrame(_ kind: Frame.Kind, _ node: TreeNode) {
    frames.append(Frame(kind: kind, node: node, start: finished.count))
  }

  /// Goes on with the last frame; gives what is to be begun next, or `nil` if the frame is finished
  /// or another one says what is next.
  private mutating func resume() -> TreeNode? {
    switch frames[frames.count - 1].kind {
    case .parts(let parts): return resume(parts)
    case .mapped(let part, let outer):
      map = outer
      finishWrapper(around: part.node) { .mapped(MappedPart($0, transform: part.transform)) }
    case .environment(let part, let outer, var outerReads):
      outerReads.formUnion(reads, except: part.key)
      reads = outerReads
      environment = outer
      finishWrapper(around: part.node) {
        .environment(EnvironmentPart($0, key: part.key, value: part.value))
      }
    case .scope:
      frames.removeLast()
      close()
    }
    return nil
  }

  /// Goes on with the parts of a view or a group.
  private mutating func resume(_ parts: [TreeNode]) -> TreeNode? {
    let frameCount = frames.count
    var next = frames[frameCount - 1].next
    while next < parts.count {
      let part = parts[next]
      next += 1
      guard part.scopeCount > 0 else {
        finished.append(part)
        continue
      }
      frames[frameCount - 1].next = next
      if let node = begin(part) { return node }
      // If there is another frame, the part has more to it.
      guard frames.count == frameCount else { return nil }
    }
    finishParts(parts)
    return nil
  }

  /// Puts a view or a group together, or takes the one that was there if all of its parts are too.
  private mutating func finishParts(_ parts: [TreeNode]) {
    let frame = frames.removeLast()
    var isSame = true
    for index in parts.indices where isSame {
      isSame = parts[index].isIdentical(to: finished[frame.start + index])
    }
    let node: TreeNode
    if isSame {
      node = frame.node
    } else if case .view(let part) = frame.node {
      node = .view(ViewPart(part, children: Array(finished[frame.start...])))
    } else {
      node = .group(GroupPart(Array(finished[frame.start...])))
    }
    finished.removeLast(parts.count)
    finished.append(node)
  }

  private mutating func finishWrapper(
    around inner: TreeNode, _ wrap: (TreeNode) -> TreeNode
  ) {
    let frame = frames.removeLast()
    let built = finished.removeLast()
    finished.append(built.isIdentical(to: inner) ? frame.node : wrap(built))
  }
}

// MARK: - Scopes

extension TreeAssembly {
  /// Begins with a component that a body has returned.
  private mutating func begin(_ part: any ComponentPart) -> TreeNode? {
    let last = scopes.count - 1
    let typeName = typeName(of: part)
    let match = scopes[last].siblings.match(
      typeName: typeName, identifier: part.identifier, after: scopes[last].slots)
    guard let index = match.index else {
      let path = scopes[last].path.appending(match.key)
      let stored = part.hasState ? restoration.take(path) : nil
      return run(
        part, at: path, match.key, from: stored.map { .stored($0) } ?? .nothing, previous: nil)
    }
    let previous = scopes[last].siblings.previous[index].scope
    let edits = edits?.dirtyChild(of: scopes[last].edits, at: index)
    if part.hasEqualProperties(to: previous.owner) {
      return begin(previous, part, edits: edits)
    }
    return run(part, replacing: previous, edits: edits)
  }

  /// Begins with a scope of the tree before.
  private mutating func begin(_ scope: BuiltScope) -> TreeNode? {
    let last = scopes.count - 1
    let edits = edits?.dirtyChild(of: scopes[last].edits, at: scopes[last].slots.count)
    return begin(scope, scope.owner.part, edits: edits)
  }

  /// Takes a scope over with as much of what is in it as can stay.
  private mutating func begin(
    _ scope: BuiltScope, _ part: any ComponentPart, edits: Int?
  ) -> TreeNode? {
    let isEdited = edits.flatMap { self.edits?.changedState(of: $0) } != nil
    let knowsEnvironment = scopes[scopes.count - 1].knowsEnvironment
    if isEdited || !knowsEnvironment && !scope.body.reads.areEqual(in: environment) {
      return run(part, replacing: scope, edits: edits)
    }
    if edits != nil || !knowsEnvironment && !scope.reads.areEqual(in: environment) {
      return copy(scope, edits: edits)
    }
    report.counts.scopesReused += scope.totalCount
    add(scope)
    return nil
  }

  private mutating func run(
    _ part: any ComponentPart, replacing previous: BuiltScope, edits: Int?
  ) -> TreeNode? {
    let edited = edits.flatMap { self.edits?.changedState(of: $0) }
    return run(
      part, at: previous.path, previous.key,
      from: edited.map { .edited($0) } ?? .previous(previous.owner), previous: previous,
      edits: edits)
  }

  /// Runs the body of a component.
  private mutating func run(
    _ part: any ComponentPart, at path: ScopePath, _ key: ScopeKey, from origin: StateOrigin,
    previous: BuiltScope?, edits: Int? = nil
  ) -> TreeNode? {
    record.begin(at: path, in: environment)
    let run = part.run(from: origin, noting: record)
    let body = record.end(run.owner)
    report.note(run, at: path)
    listener?.bodyWasRun(of: key.typeName, at: path)
    guard run.node.scopeCount > 0 else {
      // Nothing within is left to be built, which is so for most components.
      for slot in previous?.content.slots ?? [] { report.noteMissing(slot.scope) }
      let content = ScopeContent(node: run.node, slots: [])
      add(BuiltScope(path: path, key: key, body: body, content: content, reads: body.reads))
      return nil
    }
    open(
      OpenScope(
        path: path, identity: OpenScope.Identity(key: key, body: body, copied: nil),
        siblings: SiblingMatching(previous: previous?.content.slots ?? []), edits: edits,
        knowsEnvironment: false),
      body, scopeCount: run.node.scopeCount)
    return run.node
  }

  /// Copies a scope, since something within it is to be built.
  private mutating func copy(_ scope: BuiltScope, edits: Int?) -> TreeNode? {
    let body = scope.body
    open(
      OpenScope(
        path: scope.path,
        identity: OpenScope.Identity(key: scope.key, body: body, copied: scope),
        siblings: SiblingMatching(previous: []), edits: edits,
        knowsEnvironment: scopes[scopes.count - 1].knowsEnvironment),
      body, scopeCount: scope.content.slots.count)
    return scope.content.node
  }

  private mutating func open(_ scope: consuming OpenScope, _ body: RunBody, scopeCount: Int) {
    scope.outerMap = map
    scope.outerReads = reads
    scope.slots.reserveCapacity(scopeCount)
    map = nil
    reads = body.reads
    scopes.append(scope)
    pushFrame(.scope, .empty)
  }

  /// Closes the innermost scope, whose node is the last finished one.
  private mutating func close() {
    let open = scopes.removeLast()
    guard let identity = open.identity else {
      preconditionFailure("what is above all scopes was closed as a scope")
    }
    let node = finished.removeLast()
    let built: BuiltScope
    if let copied = identity.copied, node.isIdentical(to: copied.content.node) {
      report.counts.scopesReused += 1
      built = copied
    } else {
      if identity.copied == nil {
        noteMissing(in: open)
      } else {
        report.counts.scopesCopied += 1
      }
      built = BuiltScope(
        path: open.path, key: identity.key, body: identity.body,
        content: ScopeContent(node: node, slots: open.slots), reads: reads)
    }
    reads = open.outerReads
    map = open.outerMap
    add(built)
  }

  private mutating func add(_ scope: BuiltScope) {
    finished.append(.scope(scope))
    scopes[scopes.count - 1].slots.append(ScopeSlot(scope: scope, map: map))
    if !scope.reads.isEmpty { reads.formUnion(scope.reads) }
  }

  private mutating func noteMissing(in scope: OpenScope) {
    for missing in scope.siblings.missing(among: scope.slots.count) {
      report.noteMissing(missing)
    }
  }

  private mutating func typeName(of part: any ComponentPart) -> String {
    let open = scopes.count - 1
    if let expected = scopes[open].siblings.expected(after: scopes[open].slots),
      expected.owner.part.componentType == part.componentType
    {
      return expected.key.typeName
    }
    return names.name(of: part)
  }
}
