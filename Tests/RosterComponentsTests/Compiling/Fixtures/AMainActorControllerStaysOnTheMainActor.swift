import RosterComponents

struct Video: Component {
  func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("video") }
}

@MainActor final class VideoController: @MainActor ComponentController {
  init(_ built: BuiltComponent<Video>, _ context: ControllerContext<Video>) {}
}

final class PlainController: ComponentController {
  init(_ built: BuiltComponent<Video>, _ context: ControllerContext<Video>) {}
}

actor Renderer {
  let host: ControllerHost<String>

  init(sink: any TreeEditSink) {
    let host = ControllerHost<String>(sink: sink)
    #if FAULTY
      // error: main actor-isolated conformance of 'VideoController' to 'ComponentController' cannot be used in
      host.register(VideoController.self)
    #else
      host.register(PlainController.self)
    #endif
    self.host = host
  }
}

@MainActor final class Screen {
  let host: ControllerHost<String>

  init(sink: any TreeEditSink) {
    host = ControllerHost(sink: sink)
    host.register(VideoController.self)
  }
}
