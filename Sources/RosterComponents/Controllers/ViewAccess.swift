/// How a controller is told of a view.
struct ViewAccess<Controller: ComponentController, View> {
  let acquire: (Controller, View) -> Void
  let relinquish: (Controller, View) -> Void
}
