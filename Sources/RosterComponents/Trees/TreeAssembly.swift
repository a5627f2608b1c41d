internal import RosterCore

/// Builds one tree.
///
/// It goes through the nodes in their order, from what a body returned or from a built tree. What it
/// is in the middle of is on stacks of its own and not on the thread's, so that a tree may be deep.
struct TreeAssembly {
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
  /// The scopes that are open, the innermost last, and what is within the innermost.
  private var scopes: [OpenScope] = []
  private var content: OpenContent

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
  private var report = BuildReport()
}

// MARK: - The whole tree

extension TreeAssembly {
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

  init(_ start: Start, names: TypeNames, listener: (any BuildListener)?) {
    content = OpenContent(
      siblings: SiblingMatching(previous: start.previous), edits: start.edits.map { _ in 0 },
      knowsEnvironment: start.knowsEnvironment)
    environment = start.environment
    edits = start.edits
    restoration = StateRestoration(start.stored)
    self.names = TypeNameReader(names)
    self.listener = listener
  }

  /// Builds a node, once.
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
    noteMissing()
    report.noteMissing(restoration.missing)
    return (ScopeContent(node: finished.removeLast(), slots: content.slots), report)
  }

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
    case .component(let part): return begin(part)
    case .scope(let scope): return begin(scope)
    case .empty: break
    }
    return nil
  }

  private mutating func pushFrame(_ kind: Frame.Kind, _ node: TreeNode) {
    frames.append(Frame(kind: kind, node: node, start: finished.count))
  }

  /// Goes on with the last frame; gives what is to be begun next, or `nil` if the frame is finished.
  private mutating func resume() -> TreeNode? {
    let last = frames.count - 1
    switch frames[last].kind {
    case .parts(let parts):
      while frames[last].next < parts.count {
        let part = parts[frames[last].next]
        frames[last].next += 1
        if part.scopeCount > 0 { return part }
        finished.append(part)
      }
      finishParts(parts)
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

  /// Puts a view or a group together, or takes the one that was there if all of its parts are too.
  private mutating func finishParts(_ parts: [TreeNode]) {
    let frame = frames.removeLast()
    let built = finished[frame.start...]
    let node: TreeNode
    if zip(built, parts).allSatisfy({ $0.isIdentical(to: $1) }) {
      node = frame.node
    } else if case .view(let part) = frame.node {
      node = .view(ViewPart(spec: part.spec, events: part.events, children: Array(built)))
    } else {
      node = .group(GroupPart(Array(built)))
    }
    finished.removeSubrange(frame.start...)
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
    let match = content.siblings.match(
      typeName: typeName(of: part), identifier: part.identifier, after: content.slots)
    guard let index = match.index else {
      let path = (scopes.last?.path ?? .root).appending(match.key)
      let stored = part.hasState ? restoration.take(path) : nil
      return run(
        part, at: path, match.key, from: stored.map { .stored($0) } ?? .nothing, previous: nil)
    }
    let previous = content.siblings.previous(at: index)
    let edits = edits?.dirtyChild(of: content.edits, at: index)
    if part.hasEqualProperties(to: previous.owner) {
      return begin(previous, part, edits: edits)
    }
    return run(part, replacing: previous, edits: edits)
  }

  /// Begins with a scope of the tree before.
  private mutating func begin(_ scope: BuiltScope) -> TreeNode? {
    let edits = edits?.dirtyChild(of: content.edits, at: content.slots.count)
    return begin(scope, scope.owner.part, edits: edits)
  }

  /// Takes a scope over with as much of what is in it as can stay.
  private mutating func begin(
    _ scope: BuiltScope, _ part: any ComponentPart, edits: Int?
  ) -> TreeNode? {
    let isEdited = edits.flatMap { self.edits?.changedState(of: $0) } != nil
    let knowsEnvironment = content.knowsEnvironment
    if isEdited || !knowsEnvironment && !scope.owner.reads.areEqual(in: environment) {
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
    let opened = part.open(at: path, from: origin, in: environment)
    report.note(opened, at: path)
    listener?.bodyWasRun(of: key.typeName, at: path)
    let siblings = SiblingMatching(previous: previous?.content.slots ?? [])
    push(
      OpenScope(
        path: path, key: key, owner: opened.owner, copied: nil, outerMap: map,
        outerReads: reads, outerContent: content),
      OpenContent(siblings: siblings, edits: edits))
    return opened.node
  }

  /// Copies a scope, since something within it is to be built.
  private mutating func copy(_ scope: BuiltScope, edits: Int?) -> TreeNode? {
    push(
      OpenScope(
        path: scope.path, key: scope.key, owner: scope.owner, copied: scope, outerMap: map,
        outerReads: reads, outerContent: content),
      OpenContent(
        siblings: SiblingMatching(previous: []), edits: edits,
        knowsEnvironment: content.knowsEnvironment))
    return scope.content.node
  }

  private mutating func push(_ scope: OpenScope, _ inner: OpenContent) {
    scopes.append(scope)
    pushFrame(.scope, .empty)
    content = inner
    reads = scope.owner.reads
    map = nil
  }

  /// Closes the innermost scope, whose node is the last finished one.
  private mutating func close() {
    let open = scopes.removeLast()
    let node = finished.removeLast()
    let built: BuiltScope
    if let copied = open.copied, node.isIdentical(to: copied.content.node) {
      report.counts.scopesReused += 1
      built = copied
    } else {
      if open.copied == nil { noteMissing() } else { report.counts.scopesCopied += 1 }
      built = BuiltScope(
        path: open.path, key: open.key, owner: open.owner,
        content: ScopeContent(node: node, slots: content.slots), reads: reads)
    }
    content = open.outerContent
    reads = open.outerReads
    map = open.outerMap
    add(built)
  }

  private mutating func add(_ scope: BuiltScope) {
    finished.append(.scope(scope))
    content.slots.append(ScopeSlot(scope: scope, map: map))
    reads.formUnion(scope.reads)
  }

  private mutating func noteMissing() {
    for scope in content.siblings.missing(among: content.slots.count) {
      report.noteMissing(scope)
    }
  }

  private mutating func typeName(of part: any ComponentPart) -> String {
    if let expected = content.siblings.expected(after: content.slots),
      expected.owner.part.componentType == part.componentType
    {
      return expected.key.typeName
    }
    return names.name(of: part)
  }
}
