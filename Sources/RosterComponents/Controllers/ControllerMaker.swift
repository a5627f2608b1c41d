internal import RosterCore

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
