public import RosterCore

/// Builds trees of components.
///
/// Building is pure: it reads nothing but what it is given, and writes nothing. It runs on any
/// thread, and one builder may be used by several threads at once.
///
///     let builder = TreeBuilder()
///     let first = builder.build(Node(Row(post)), stored: states)
///     let update = builder.applying([.perform(like)], to: first.tree)
///     let second = builder.build(Node(Row(newPost)), after: update.build.tree)
///
/// Trees may be deep and wide: a build takes time and memory in proportion to what is built, and
/// no more of the thread's stack for a deep tree than for a flat one.
public struct TreeBuilder: Sendable {
  private let names = TypeNames()
  private let listener: (any BuildListener)?

  /// Makes a builder, which tells a listener what it does, if there is one.
  public init(listener: (any BuildListener)? = nil) { self.listener = listener }

  /// Builds a tree.
  ///
  /// A scope of the previous tree is found again by its component's type, its identifier and its
  /// ordinal, and keeps its state; a scope that is not there any more is forgotten. A component
  /// whose properties, environment and state are equal is taken over with all that is in it.
  ///
  /// - Parameters:
  ///   - root: What the tree is made of.
  ///   - previous: The tree that this one follows.
  ///   - stored: The states that were kept, if the tree follows none; otherwise they are not looked
  ///     at.
  ///   - environment: What is handed down from the root.
  /// - Complexity: O(*n*), where *n* is the number of nodes that bodies return.
  public func build<Message: Sendable>(
    _ root: Node<Message>, after previous: ComponentTree<Message>? = nil,
    stored: [ScopePath: StoredState] = [:], environment: EnvironmentValues = EnvironmentValues()
  ) -> TreeBuild<Message> {
    let start = TreeAssembly.Start(
      environment: environment, previous: previous?.content.slots ?? [],
      stored: previous == nil ? stored : [:])
    return assemble(start, previous == nil ? .firstBuild : .components) {
      $0.build(root.list.takeNode())
    }
  }

  /// Applies edits one after the other, each once, and then builds what they have changed.
  ///
  /// An edit sees what the ones before it have done to the states; actions are those of `tree`. An
  /// edit that fails, or leaves the state equal, changes nothing. Only the bodies of components
  /// whose state is another afterwards are run, and of those in them that change with it.
  ///
  /// - Complexity: O(*n* + *s*), where *n* is the number of nodes that bodies return, and *s* the
  ///   number of scopes that are next to one on the way to a changed one.
  public func applying<Message: Sendable>(
    _ edits: [TreeEdit], to tree: ComponentTree<Message>
  ) -> TreeUpdate<Message> {
    var states = TreeEdits(tree.content)
    let outcomes = states.apply(edits)
    return TreeUpdate(
      build: rebuilt(tree, with: &states),
      outcomes: outcomes.map { outcome in outcome.map { $0.map { rootMessage($0) as Message } } })
  }

  /// Applies edits to a tree without the type of its messages.
  ///
  /// All that lists do with edits comes here, and is compiled once and not for each type of message.
  package func applying(
    _ edits: [TreeEdit], to tree: ErasedTree
  ) -> TreeUpdate<any Sendable> {
    var states = TreeEdits(tree.content)
    let outcomes = states.apply(edits)
    return TreeUpdate(build: rebuilt(tree, with: &states), outcomes: outcomes)
  }

  private func rebuilt<Message: Sendable>(
    _ tree: ComponentTree<Message>, with states: inout TreeEdits
  ) -> TreeBuild<Message> {
    guard states.markChanges() else { return unchanged(tree) }
    let start = TreeAssembly.Start(
      environment: tree.environment, previous: tree.content.slots, edits: states,
      knowsEnvironment: true)
    return assemble(start, .edits) { $0.rebuild(tree.content) }
  }

  /// Builds again what has read a value that is another in a new environment, and nothing else.
  ///
  /// - Complexity: O(*n* + *s*), where *n* is the number of nodes that bodies return, and *s* the
  ///   number of scopes that are next to one on the way to one whose body is run.
  public func replacingEnvironment<Message: Sendable>(
    _ environment: EnvironmentValues, in tree: ComponentTree<Message>
  ) -> TreeBuild<Message> {
    let start = TreeAssembly.Start(environment: environment, previous: tree.content.slots)
    return assemble(start, .environment) { $0.rebuild(tree.content) }
  }

  /// Builds a tree anew: every body is run, however equal its component is. Scopes are found again and
  /// keep their states, as in ``build(_:after:stored:environment:)``.
  ///
  /// - Complexity: O(*n*), where *n* is the number of nodes that bodies return.
  public func rebuild<Message: Sendable>(
    _ root: Node<Message>, after previous: ComponentTree<Message>, environment: EnvironmentValues
  ) -> TreeBuild<Message> {
    let start = TreeAssembly.Start(
      environment: environment, previous: previous.content.slots, runsEveryBody: true)
    return assemble(start, .reload) { $0.build(root.list.takeNode()) }
  }

  private func assemble<Message: Sendable>(
    _ start: TreeAssembly.Start, _ trigger: BuildTrigger,
    _ run: (inout TreeAssembly) -> ScopeContent
  ) -> TreeBuild<Message> {
    listener?.buildBegins(trigger)
    var assembly = TreeAssembly(start, names: names, listener: listener)
    let content = run(&assembly)
    let report = assembly.report
    listener?.buildEnded(trigger, report.counts)
    return TreeBuild(
      ComponentTree(content: content, environment: start.environment), report)
  }

  /// What a build that has nothing to do gives.
  private func unchanged<Message: Sendable>(
    _ tree: ComponentTree<Message>
  ) -> TreeBuild<Message> {
    var report = BuildReport()
    report.counts.scopesReused = tree.content.slots.reduce(0) { $0 + $1.scope.totalCount }
    return TreeBuild(tree, report)
  }

  private func rootMessage<Message: Sendable>(_ message: any Sendable) -> Message {
    guard let message = message as? Message else {
      preconditionFailure(
        "a \(type(of: message)) has arrived at the root of a tree that sends \(Message.self)")
    }
    return message
  }
}
