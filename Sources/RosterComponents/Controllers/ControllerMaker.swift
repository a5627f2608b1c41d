internal import RosterCore

/// Makes the controllers of one type of component.
protocol ControllerMaker<View> {
  associatedtype View

  /// A scope with a controller that is still to be made; `nil` for an owner of another type.
  func scope(
    of owner: any ScopeOwner, at path: ScopePath, in item: ItemID, sink: any TreeEditSink
  ) -> (any ControlledScope<View>)?
}

/// Makes controllers of a type.
struct TypedControllerMaker<Controller: ComponentController, View: Equatable>: ControllerMaker {
  let access: ViewAccess<Controller, View>

  func scope(
    of owner: any ScopeOwner, at path: ScopePath, in item: ItemID, sink: any TreeEditSink
  ) -> (any ControlledScope<View>)? {
    guard let owner = owner as? TypedScopeOwner<Controller.Controlled> else { return nil }
    return TypedControlledScope<Controller, View>(
      owner.built, ControllerContext(item: item, scope: path, sink: sink), access: access)
  }
}
