package import RosterCore

/// Builds trees of components.
///
/// Building is pure: it reads only its arguments and writes nothing. It runs on any thread, and
/// several threads may use one builder at once.
///
///     let builder = TreeBuilder()
///     let first = builder.build(Node(Row(post)), stored: states)
///     let update = builder.applying([.perform(like)], to: first.tree)
///     let second = builder.build(Node(Row(newPost)), after: update.build.tree)
///
/// Trees may be deep and wide. A build takes time and memory in proportion to what it builds, and a
/// deep tree needs no more of the thread's stack than a flat one.
package struct TreeBuilder: Sendable {
  private let names = TypeNames()
  private let listener: (any BuildListener)?

  /// Makes a builder that reports to a listener, if it is given one.
  package init(listener: (any BuildListener)? = nil) { self.listener = listener }

  /// Builds a tree.
  ///
  /// A scope of the previous tree is found by its component's type, its identifier and its ordinal,
  /// and keeps its state. A scope that is no longer there loses its state. A component with equal
  /// properties, environment and state is reused with everything within it.
  ///
  /// - Parameters:
  ///   - root: The node of the tree.
  ///   - previous: The tree that this one follows.
  ///   - stored: The stored states, for a tree without a previous one; otherwise they are ignored.
  ///   - environment: The environment at the root.
  /// - Complexity: O(*n*), where *n* is the number of nodes that bodies return.
  package func build<Message: Sendable>(
    _ root: Node<Message>, after previous: ComponentTree<Message>? = nil,
    stored: [ScopePath: StoredState] = [:],
    environment: ComponentEnvironment = ComponentEnvironment()
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
  /// An edit reads the states as the edits before it have left them; actions are those of `tree`.
  /// An edit that fails, or leaves the state equal, changes nothing. Only components whose state
  /// has changed run their bodies, and those within them that change as a result.
  ///
  /// - Complexity: O(*n* + *s*), where *n* is the number of nodes that bodies return, and *s* the
  ///   number of siblings of the scopes on the way to a changed one.
  package func applying<Message: Sendable>(
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
  /// All edits of lists come here. The code is compiled once, not for each type of message.
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

  /// Builds only the components again that have read a value that differs in a new environment.
  ///
  /// - Complexity: O(*n* + *s*), where *n* is the number of nodes that bodies return, and *s* the
  ///   number of siblings of the scopes on the way to one whose body runs.
  package func replacingEnvironment<Message: Sendable>(
    _ environment: ComponentEnvironment, in tree: ComponentTree<Message>
  ) -> TreeBuild<Message> {
    let start = TreeAssembly.Start(environment: environment, previous: tree.content.slots)
    return assemble(start, .environment) { $0.rebuild(tree.content) }
  }

  /// Builds the whole tree again: every body runs, even if its component is equal. Scopes are found
  /// and keep their states, as in ``build(_:after:stored:environment:)``.
  ///
  /// - Complexity: O(*n*), where *n* is the number of nodes that bodies return.
  package func rebuild<Message: Sendable>(
    _ root: Node<Message>, after previous: ComponentTree<Message>, environment: ComponentEnvironment
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

  /// Returns the result of a build that had nothing to do.
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
