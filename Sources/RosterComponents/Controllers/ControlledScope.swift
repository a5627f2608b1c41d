internal import RosterCore
internal import RosterJSON

/// A scope with a controller, without their types.
///
/// Its methods return steps for the controller, which the host runs one after the other, because a
/// controller may call the host during a step.
protocol ControlledScope<View>: AnyObject {
  associatedtype View
  typealias Steps = [() -> Void]

  var isMounted: Bool { get }
  /// The position and size of the scope in the item, if they are known.
  var frame: ViewFrame? { get set }

  /// Makes the controller.
  func start() -> Steps
  /// Sets a new component or state.
  func update(to owner: any ScopeOwner) -> Steps
  func beginMount(with view: View?) -> Steps
  /// Handles an input without a value.
  func handle(_ input: ControllerLifecycle.Input) -> Steps

  func responds(to action: String) -> Bool
  func perform(_ action: String, arguments: [JSONValue])
}

/// A scope with a controller.
final class TypedControlledScope<Controller: ComponentController, View: Equatable> {
  typealias Built = BuiltComponent<Controller.Controlled>

  private let make: (Built) -> Controller
  /// Passes views to the controller, if it uses views.
  private let access: ViewAccess<Controller, View>
  private var lifecycle = ControllerLifecycle()
  private var controller: Controller?
  private var view: View?
  var frame: ViewFrame?
  /// The newest component and state of the scope.
  private var current: Built
  /// The component and state that the open mount shows, or that the last one showed.
  private var mounted: Built
  /// The component and state that the views showed when the controller last learned of it.
  private var shown: Built

  init(
    _ built: Built, access: ViewAccess<Controller, View>, make: @escaping (Built) -> Controller
  ) {
    self.make = make
    self.access = access
    current = built
    mounted = built
    shown = built
  }
}

extension TypedControlledScope: ControlledScope {
  var isMounted: Bool { lifecycle.isMounted }

  func start() -> Steps {
    let built = current
    return [{ self.controller = self.make(built) }] + handle(.start)
  }

  func update(to owner: any ScopeOwner) -> Steps {
    guard let owner = owner as? TypedScopeOwner<Controller.Controlled> else {
      preconditionFailure("a scope keeps its controller only as long as its type of component")
    }
    let old = current
    current = owner.built
    return steps(lifecycle.handle(.update), from: old)
  }

  func beginMount(with view: View?) -> Steps {
    let wasOpen = lifecycle.isMounting
    let isSame = view == self.view
    let mountedView: ControllerLifecycle.MountedView =
      if view == nil { .none } else if isSame { .same } else { .other }
    let events = lifecycle.handle(.beginMount(mountedView))
    guard !wasOpen, lifecycle.isMounting else { return steps(events, from: current) }
    mounted = current
    let steps = steps(events, from: current, acquiring: view)
    self.view = view
    return steps
  }

  func handle(_ input: ControllerLifecycle.Input) -> Steps {
    steps(lifecycle.handle(input), from: current)
  }

  func responds(to action: String) -> Bool {
    !lifecycle.isInvalidated && controller?.responds(to: action) ?? false
  }

  func perform(_ action: String, arguments: [JSONValue]) {
    controller?.perform(action, arguments: arguments)
  }

  /// Returns the calls for some events, with the current values.
  private func steps(
    _ events: [ControllerEvent], from old: Built, acquiring newView: View? = nil
  ) -> Steps {
    events.map { event in
      switch event {
      case .willUpdate:
        let new = current
        return step { $0.willUpdate(from: old, to: new) }
      case .didUpdate:
        let earlier = shown
        shown = mounted
        return step { $0.didUpdate(from: earlier) }
      case .didPrepareLayout:
        let frame = frame
        return step { controller in
          if let frame { controller.didPrepareLayout(frame) } else { controller.didPrepareLayout() }
        }
      case .didAcquireView: return step(access.acquire, newView)
      case .willRelinquishView:
        defer { view = nil }
        return step(access.relinquish, view)
      default: return step(Self.call(for: event))
      }
    }
  }

  private func step(_ call: @escaping (Controller) -> Void) -> () -> Void {
    { if let controller = self.controller { call(controller) } }
  }

  private func step(_ call: @escaping (Controller, View) -> Void, _ view: View?) -> () -> Void {
    guard let view else { preconditionFailure("a view is acquired and relinquished only if it is") }
    return step { call($0, view) }
  }

  private static func call(for event: ControllerEvent) -> (Controller) -> Void {
    switch event {
    case .didInit: { $0.didInit() }
    case .willMount: { $0.willMount() }
    case .didMount: { $0.didMount() }
    case .willRemount: { $0.willRemount() }
    case .didRemount: { $0.didRemount() }
    case .willUnmount: { $0.willUnmount() }
    case .didUnmount: { $0.didUnmount() }
    case .treeWillAppear: { $0.treeWillAppear() }
    case .treeDidDisappear: { $0.treeDidDisappear() }
    case .invalidate: { $0.invalidate() }
    case .willUpdate, .didUpdate, .didPrepareLayout, .didAcquireView, .willRelinquishView:
      preconditionFailure("\(event) has a value")
    }
  }
}

/// Makes the controllers of one type of component.
protocol ControllerMaker<View> {
  associatedtype View

  /// Returns a scope whose controller is still to be made; `nil` for an owner of another type.
  func scope(
    of owner: any ScopeOwner, at path: ScopePath, in tree: TreeID, sink: any TreeEditSink
  ) -> (any ControlledScope<View>)?
}

/// Makes controllers of a type.
struct TypedControllerMaker<Controller: ComponentController, View: Equatable>: ControllerMaker {
  typealias Controlled = Controller.Controlled
  typealias Make = (BuiltComponent<Controlled>, ControllerContext<Controlled>) -> Controller

  let make: Make
  let access: ViewAccess<Controller, View>

  func scope(
    of owner: any ScopeOwner, at path: ScopePath, in tree: TreeID, sink: any TreeEditSink
  ) -> (any ControlledScope<View>)? {
    guard let owner = owner as? TypedScopeOwner<Controlled> else { return nil }
    let context = ControllerContext<Controlled>(tree: tree, scope: path, sink: sink)
    return TypedControlledScope<Controller, View>(owner.built, access: access) { [make] built in
      make(built, context)
    }
  }
}

/// Passes views to a controller.
struct ViewAccess<Controller: ComponentController, View> {
  let acquire: (Controller, View) -> Void
  let relinquish: (Controller, View) -> Void
}
