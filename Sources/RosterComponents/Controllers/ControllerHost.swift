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
/// 4. ``treeWillAppear(_:)`` and ``treeDidDisappear(_:)``, when items come into sight and leave it.
///
/// Whatever it tells, controllers are told nothing illegal: what makes no sense does nothing. What a
/// controller causes while it is told something, it and others are told afterwards.
public final class ControllerHost<View: Equatable> {
  /// By the type of the component.
  private var makers: [ObjectIdentifier: any ControllerMaker<View>] = [:]
  private var items: [ItemID: ControlledItem<View>] = [:]
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
  /// invalidated, and then the others learn of the components that they have now. What is removed
  /// while it is mounted is unmounted first. Each scope comes before those within it; those that go
  /// do so from the inside out.
  ///
  /// - Parameters:
  ///   - removed: The items that are gone.
  ///   - updated: Items with their newest trees; also ones that the renderer has only now come to,
  ///     and others than those of the batch.
  /// - Complexity: O(*n*), where *n* is the number of scopes that were built, copied or left out, and
  ///   of those directly in them.
  public func apply<Message>(
    removing removed: [ItemID], updating updated: [(item: ItemID, tree: ComponentTree<Message>)]
  ) {
    let leaving = Set(removed)
    var changes = ControllerChanges()
    for item in removed { forget(item, &changes) }
    for (item, tree) in updated where !leaving.contains(item) {
      take(tree.content, of: item, &changes)
      items[item]?.note(tree.layout)
    }
    tell(changes.inOrder)
  }

  /// Removes items with their controllers.
  public func remove(_ removed: [ItemID]) {
    var changes = ControllerChanges()
    for item in removed { forget(item, &changes) }
    tell(changes.inOrder)
  }

  /// Removes everything, as before the renderer goes: a host that is released without this leaves its
  /// controllers without `invalidate`.
  public func removeAll() { remove(items.keys.sorted()) }

  private func forget(_ item: ItemID, _ changes: inout ControllerChanges) {
    guard let old = items.removeValue(forKey: item) else { return }
    for scope in old.controlled().reversed() { changes.left += scope.handle(.remove) }
  }

  private func take(
    _ content: ScopeContent, of item: ItemID, _ changes: inout ControllerChanges
  ) {
    let difference = ScopeDifference(from: items[item]?.content, to: content)
    var entry = items[item] ?? ControlledItem(content)
    // Two types of component may go by one name; then the one takes the place of the other.
    let replaced = difference.changed.filter { !$0.new.hasSameType(as: $0.old) }
    for scope in (difference.disappeared + replaced.map(\.old)).reversed() {
      changes.left += entry[scope.path]?.handle(.remove) ?? []
      entry[scope.path] = nil
    }
    for scope in difference.appeared + replaced.map(\.new) {
      let maker = makers[scope.owner.part.componentType]
      let controlled = maker?.scope(of: scope.owner, at: scope.path, in: item, sink: sink)
      entry[scope.path] = controlled
      changes.came += controlled?.start() ?? []
    }
    for (old, new) in difference.changed where new.hasSameType(as: old) {
      changes.stayed += entry[new.path]?.update(to: new.owner) ?? []
    }
    entry.content = content
    items[item] = entry
  }

  // MARK: Reading

  func item(_ item: ItemID) -> ControlledItem<View>? { items[item] }

  /// Whether the views of a scope with a controller are shown, as far as the host was told.
  public func isMounted(_ scope: ScopePath, of item: ItemID) -> Bool {
    items[item]?[scope]?.isMounted ?? false
  }

  // MARK: What the renderer does

  /// The layout of an item is known.
  public func prepareLayout(of item: ItemID) {
    tell(items[item]?.controlled().flatMap { $0.handle(.prepareLayout) } ?? [])
  }

  /// An item comes into sight. Controllers that come while it is there are not told.
  public func treeWillAppear(_ item: ItemID) { setVisible(true, item, .appear) }

  /// An item is out of sight; what was told that it comes is told that it is gone.
  public func treeDidDisappear(_ item: ItemID) { setVisible(false, item, .disappear) }

  private func setVisible(_ isVisible: Bool, _ item: ItemID, _ input: ControllerLifecycle.Input) {
    guard let entry = items[item], entry.isVisible != isVisible else { return }
    items[item]?.isVisible = isVisible
    tell(entry.controlled().flatMap { $0.handle(input) })
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

  var inOrder: [() -> Void] { came + left + stayed }
}

extension BuiltScope {
  fileprivate func hasSameType(as other: BuiltScope) -> Bool {
    owner.part.componentType == other.owner.part.componentType
  }
}
