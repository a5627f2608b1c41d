/// Passes views to a controller.
struct ViewAccess<Controller: ComponentController, View> {
  let acquire: (Controller, View) -> Void
  let relinquish: (Controller, View) -> Void
}
