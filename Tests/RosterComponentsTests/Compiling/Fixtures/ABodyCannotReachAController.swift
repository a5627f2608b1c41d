import RosterComponents

private struct Video: Component {
  func body(_ scope: Scope<Self>) -> Node<Never> {
    #if FAULTY
      // error: value of type 'Scope<Video>' has no member 'controller'
      scope.controller.play()
    #endif
    return Node(ViewNode("video"))
  }
}

@MainActor private final class VideoController: @MainActor ComponentController {
  typealias Controlled = Video
  init(_ built: BuiltComponent<Video>, _ context: ControllerContext<Video>) {}

  func play() {}
}
