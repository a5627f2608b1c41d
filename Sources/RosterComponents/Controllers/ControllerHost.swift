public import RosterCore

/// Owns the controllers of a list for one renderer.
///
/// A host belongs to the isolation of its renderer: the main actor, or any other actor. It is not
/// `Sendable`, and it calls its controllers in the isolation in which it is called.
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
/// The renderer calls the host in this order:
///
/// 1. ``apply(removing:updating:)``, when it receives a batch. The host makes controllers
/// (`didInit`), invalidates others (`invalidate`), and tells the rest what their scopes have now
/// (`willUpdate`), in that order. A controller stays with its item wherever the item moves, even
/// out of a removed section.
/// 2. ``prepareLayout(of:)``, once it knows the new layout. Trees that are laid out make this call
/// unnecessary.
/// 3. ``mount(_:of:view:_:)`` and ``unmount(_:of:)`` for the scopes that it shows and removes, or
/// ``mount(_:of:makingView:)`` for whole items.
/// 4. ``willDisplay(_:in:)`` and ``didEndDisplaying(_:in:)`` when items appear on the screen and
/// leave it, or ``setDisplayed(_:)`` for all visible items; also before their trees arrive.
/// 5. ``removeAll()`` at the end.
///
/// All of this holds for headers and footers of sections as well.
///
/// Whatever the renderer does, controllers get no illegal calls: a call without a meaning does
/// nothing. If a controller calls the host during a step, the resulting steps run afterwards.
public final class ControllerHost<View: Equatable> {
  /// The makers, by the type of the component.
  private var makers: [ObjectIdentifier: any ControllerMaker<View>] = [:]
  private var trees: [TreeID: ControlledTree<View>] = [:]
  /// The trees that the renderer displays, even before they arrive, with the views that show them;
  /// `nil` stands for an announcement without a view. No array is empty.
  var displays: [TreeID: [View?]] = [:]
  /// The steps that controllers have yet to get, and whether `tell(_:)` is running.
  private var steps: [() -> Void] = []
  private var isTelling = false
  let sink: any TreeEditSink

  /// Makes a host without controllers.
  ///
  /// - Parameter sink: Receives the controllers' edits.
  public init(sink: any TreeEditSink) { self.sink = sink }

  // MARK: Controllers

  /// Makes a controller from the scope's component and state, and from its context.
  public typealias Make<Controller: ComponentController> = (
    BuiltComponent<Controller.Controlled>, ControllerContext<Controller.Controlled>
  ) -> Controller

  /// Registers a maker: each new scope of its component gets a controller.
  ///
  ///     host.register(VideoController.init)
  ///     host.register { [pool] in PlayerController($0, $1, players: pool) }
  ///
  /// A component has controllers of one type; the last registered maker is used. A closure of
  /// several statements must state its return type.
  public func register<Controller: ComponentController>(_ make: @escaping Make<Controller>)
  where Controller.View == View {
    register(
      make,
      ViewAccess(acquire: { $0.didAcquire($1) }, relinquish: { $0.willRelinquish($1) }))
  }

  /// Registers a maker of controllers that do not use views: each new scope of its component gets a
  /// controller.
  ///
  /// A component has controllers of one type; the last registered maker is used.
  @_disfavoredOverload
  public func register<Controller: ComponentController>(_ make: @escaping Make<Controller>)
  where Controller.View == Never {
    register(make, ViewAccess(acquire: { _, _ in }, relinquish: { _, _ in }))
  }

  // The maker is a closure and not the type: for a method of a generic type, the compiler (6.3)
  // does not check whether the caller uses a conformance that is isolated to the main actor, but it
  // does check whether the caller uses such an initializer.
  private func register<Controller>(
    _ make: @escaping Make<Controller>, _ access: ViewAccess<Controller, View>
  ) {
    makers[ObjectIdentifier(Controller.Controlled.self)] = TypedControllerMaker(
      make: make, access: access)
  }

  /// Applies what a batch has removed and built.
  ///
  /// The host first makes the controllers of all new scopes, then invalidates those of removed
  /// scopes, and then tells the others which components they have now. At last it tells new
  /// controllers that they are displayed, if their tree is. A mounted scope is unmounted before it
  /// is removed, and a displayed tree disappears before it is removed. Each scope comes before
  /// those within it; removed scopes go from the inside out.
  ///
  /// - Parameters:
  ///   - removed: The items that are gone.
  ///   - updated: Items with their newest trees. They may include items that the renderer has just
  ///     reached and that are not in the batch.
  /// - Complexity: O(*n*), where *n* is the number of scopes that were built, copied or removed,
  ///   and of the scopes directly within those.
  public func apply<Message>(
    removing removed: [TreeID], updating updated: [(id: TreeID, tree: ComponentTree<Message>)]
  ) {
    let leaving = Set(removed)
    var changes = ControllerChanges()
    for id in removed { forget(id, &changes) }
    for (id, tree) in updated where !leaving.contains(id) {
      take(tree.content, of: id, &changes)
      trees[id]?.note(tree.layout)
    }
    tell(changes.inOrder)
  }

  /// Removes items and their controllers. The items are no longer displayed, even if they return.
  public func remove(_ removed: [TreeID]) {
    var changes = ControllerChanges()
    for id in removed { forget(id, &changes) }
    tell(changes.inOrder)
  }

  /// Removes the controllers of trees that are released while their items stay, such as those far
  /// from the viewport. A displayed item stays displayed, and the controllers of its next tree are
  /// told so.
  public func evict(_ evicted: [TreeID]) {
    var changes = ControllerChanges()
    for id in evicted { dropTree(of: id, &changes) }
    tell(changes.inOrder)
  }

  /// Removes everything; call it before the renderer is released. If a host is released without
  /// this call, its controllers do not get `invalidate`. Displayed trees disappear.
  ///
  /// The deinitializer cannot do this: controllers belong to the isolation of the renderer, and the
  /// last reference to the host may be released outside that isolation.
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
    // Two types of component may share a name; then a component of one replaces that of the other.
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

  /// Returns whether the views of a scope with a controller are mounted, as far as the host was
  /// told.
  public func isMounted(_ scope: ScopePath, of tree: TreeID) -> Bool {
    trees[tree]?[scope]?.isMounted ?? false
  }

  // MARK: Telling

  /// Tells the host that the layout of a tree is known.
  public func prepareLayout(of tree: TreeID) {
    tell(trees[tree]?.controlled().flatMap { $0.handle(.prepareLayout) } ?? [])
  }

  /// Runs steps one after the other. If a controller calls the host during a step, the resulting
  /// steps wait for their turn.
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

/// The controllers that the application of a batch makes, updates and removes.
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
