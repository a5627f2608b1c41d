import RosterComponents

private struct Video: Component {
  struct State: ComponentState { var position = 0 }

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("video") }
}

@MainActor private final class VideoController: @MainActor ComponentController {
  typealias Controlled = Video
  private let context: ControllerContext<Video>
  private var position = 0

  init(_ built: BuiltComponent<Video>, _ context: ControllerContext<Video>) {
    self.context = context
  }

  func willUnmount() {
    #if FAULTY
      // error: main actor-isolated property 'position' can not be referenced from a Sendable closure
      context.update { state in state.position = self.position }
    #else
      context.update { [position] state in state.position = position }
    #endif
  }
}
