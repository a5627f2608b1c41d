public import RosterCore

/// Owns the controllers of a list, for one renderer.
///
/// A host stays where its renderer is: on the main actor, or in any other actor. It is not
/// `Sendable`, and calls its controllers where it is called itself.
///
///     @MainActor final class FeedView {
///       private let host: ControllerHost<UIView>
///
///       init(feed: some TreeEditSink) {
///         host = ControllerHost(sink: feed)
///         host.register(VideoController.init)
///       }
///     }
///
/// The renderer tells the host what it does, in this order:
///
/// 1. ``apply(removing:updating:)``, when it takes a batch. Controllers come (`didInit`), go
///    (`invalidate`), and learn what their scopes have now (`willUpdate`), in that order. Controllers
///    stay with their item wherever it moves, also out of a section that is removed.
/// 2. ``prepareLayout(of:)``, once it knows the new layout; trees that are laid out bring it along.
/// 3. ``mount(_:of:view:_:)`` and ``unmount(_:of:)`` for what it shows and shows no longer, or
///    ``mount(_:of:makingView:)`` for whole items.
/// 4. ``willDisplay(_:in:)`` and ``didEndDisplaying(_:in:)``, when items come into sight and leave it,
///    or ``setDisplayed(_:)`` for all that are in sight; also before their trees come.
/// 5. ``removeAll()`` when it ends.
///
/// What is said of items here goes for headers and footers of sections as well.
///
/// Whatever it tells, controllers are told nothing illegal: what makes no sense does nothing. What a
/// controller causes while it is told something, it and others are told afterwards.
public final class ControllerHost<View: Equatable> {
  /// By the type of the component.
  private var makers: [ObjectIdentifier: any ControllerMaker<View>] = [:]
  private var trees: [TreeID: ControlledTree<View>] = [:]
  /// What the renderer displays, also if its tree has not come yet, and in which of its views; `nil`
  /// stands for an announcement without a view. No row is empty.
  var displays: [TreeID: [View?]] = [:]
  /// What controllers are still to be told, and whether somebody is telling them.
  private var steps: [() -> Void] = []
  private var isTelling = false
  let sink: any TreeEditSink

  /// Makes a host without controllers.
  ///
  /// - Parameter sink: Where controllers' edits go.
  public init(sink: any TreeEditSink) { self.sink = sink }

  // MARK: Controllers

  /// How a controller is made: of what the scope has, and where the controller belongs.
  public typealias Make<Controller: ComponentController> = (
    BuiltComponent<Controller.Controlled>, ControllerContext<Controller.Controlled>
  ) -> Controller

  /// Makes a controller for each scope of a component that comes from now on.
  ///
  ///     host.register(VideoController.init)
  ///     host.register { [pool] in PlayerController($0, $1, players: pool) }
  ///
  /// A component has controllers of one type; the last one registered is taken. A closure of several
  /// statements has to say which type it returns.
  public func register<Controller: ComponentController>(_ make: @escaping Make<Controller>)
  where Controller.View == View {
    register(
      make,
      ViewAccess(acquire: { $0.didAcquire($1) }, relinquish: { $0.willRelinquish($1) }))
  }

  /// Makes a controller, which has nothing to do with views, for each scope of a component that
  /// comes from now on.
  ///
  /// A component has controllers of one type; the last one registered is taken.
  @_disfavoredOverload
  public func register<Controller: ComponentController>(_ make: @escaping Make<Controller>)
  where Controller.View == Never {
    register(make, ViewAccess(acquire: { _, _ in }, relinquish: { _, _ in }))
  }

  // The maker is a closure and not the type: of a method in a generic type the compiler (6.3) does
  // not check whether a conformance that is isolated to the main actor is used there, but it does
  // check whether its initializer is.
  private func register<Controller>(
    _ make: @escaping Make<Controller>, _ access: ViewAccess<Controller, View>
  ) {
    makers[ObjectIdentifier(Controller.Controlled.self)] = TypedControllerMaker(
      make: make, access: access)
  }

  /// Takes what a batch has removed and built.
  ///
  /// First the controllers of all new scopes are made, then those of scopes that are gone are
  /// invalidated, and then the others learn of the components that they have now. At last new
  /// controllers learn that they are displayed, if their tree is. What is removed while it is mounted
  /// is unmounted first, and what is removed while it is displayed disappears. Each scope comes before
  /// those within it; those that go do so from the inside out.
  ///
  /// - Parameters:
  ///   - removed: The items that are gone.
  ///   - updated: Items with their newest trees; also ones that the renderer has only now come to,
  ///     and others than those of the batch.
  /// - Complexity: O(*n*), where *n* is the number of scopes that were built, copied or left out, and
  ///   of those directly in them.
  public func apply<ID: TreeIdentifying, Message>(
    removing removed: [ID], updating updated: [(id: ID, tree: ComponentTree<Message>)]
  ) {
    let leaving = Set(removed)
    var changes = ControllerChanges()
    for id in removed { forget(id.treeID, &changes) }
    for (id, tree) in updated where !leaving.contains(id) {
      take(tree.content, of: id.treeID, &changes)
      trees[id.treeID]?.note(tree.layout)
    }
    tell(changes.inOrder)
  }

  /// Removes items with their controllers. They are displayed no longer, also if they come back.
  public func remove(_ removed: [some TreeIdentifying]) {
    var changes = ControllerChanges()
    for id in removed { forget(id.treeID, &changes) }
    tell(changes.inOrder)
  }

  /// Removes the controllers of trees that are let go while their items stay, such as those far from
  /// what is visible. What is displayed stays so: the controllers of its next tree learn of it.
  public func evict(_ evicted: [some TreeIdentifying]) {
    var changes = ControllerChanges()
    for id in evicted { dropTree(of: id.treeID, &changes) }
    tell(changes.inOrder)
  }

  /// Removes everything, as before the renderer goes: a host that is released without this leaves its
  /// controllers without `invalidate`. What was displayed disappears.
  ///
  /// Controllers belong to the isolation of the renderer, which whoever releases the host last need
  /// not be in; so the host cannot do it then.
  public func removeAll() { remove(Set(trees.keys).union(displays.keys).sorted()) }

  private func forget(_ id: TreeID, _ changes: inout ControllerChanges) {
    displays[id] = nil
    dropTree(of: id, &changes)
  }

  private func dropTree(of id: TreeID, _ changes: inout ControllerChanges) {
    guard let old = trees.removeValue(forKey: id) else { return }
    for scope in old.controlled().reversed() { changes.left += scope.handle(.remove) }
  }

  private func take(
    _ content: ScopeContent, of id: TreeID, _ changes: inout ControllerChanges
  ) {
    let difference = ScopeDifference(from: trees[id]?.content, to: content)
    var entry = trees[id] ?? ControlledTree(content)
    // Two types of component may go by one name; then the one takes the place of the other.
    let replaced = difference.changed.filter { !$0.new.hasSameType(as: $0.old) }
    for scope in (difference.disappeared + replaced.map(\.old)).reversed() {
      changes.left += entry[scope.path]?.handle(.remove) ?? []
      entry[scope.path] = nil
    }
    for scope in difference.appeared + replaced.map(\.new) {
      let maker = makers[scope.owner.part.componentType]
      let controlled = maker?.scope(of: scope.owner, at: scope.path, in: id, sink: sink)
      entry[scope.path] = controlled
      changes.came += controlled?.start() ?? []
      if displays[id] != nil { changes.appeared += controlled?.handle(.appear) ?? [] }
    }
    for (old, new) in difference.changed where new.hasSameType(as: old) {
      changes.stayed += entry[new.path]?.update(to: new.owner) ?? []
    }
    entry.content = content
    trees[id] = entry
  }

  // MARK: Reading

  subscript(id: TreeID) -> ControlledTree<View>? { trees[id] }

  /// Whether the views of a scope with a controller are shown, as far as the host was told.
  public func isMounted(_ scope: ScopePath, of tree: some TreeIdentifying) -> Bool {
    trees[tree.treeID]?[scope]?.isMounted ?? false
  }

  // MARK: Telling

  /// The layout of a tree is known.
  public func prepareLayout(of tree: some TreeIdentifying) {
    tell(trees[tree.treeID]?.controlled().flatMap { $0.handle(.prepareLayout) } ?? [])
  }

  /// Takes steps one after the other. If a controller calls the host in the middle of one, what comes
  /// of it waits for its turn.
  func tell(_ new: [() -> Void]) {
    steps += new
    guard !isTelling else { return }
    isTelling = true
    var next = 0
    while next < steps.count {
      steps[next]()
      next += 1
    }
    steps = []
    isTelling = false
  }
}

/// What controllers are told when a batch is applied.
private struct ControllerChanges {
  var came: [() -> Void] = []
  var left: [() -> Void] = []
  var stayed: [() -> Void] = []
  var appeared: [() -> Void] = []

  var inOrder: [() -> Void] { came + left + stayed + appeared }
}

extension BuiltScope {
  fileprivate func hasSameType(as other: BuiltScope) -> Bool {
    owner.part.componentType == other.owner.part.componentType
  }
}
