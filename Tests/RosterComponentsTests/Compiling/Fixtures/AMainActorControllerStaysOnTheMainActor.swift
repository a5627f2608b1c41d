import RosterComponents

private struct Video: Component {
  func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("video") }
}

@MainActor private final class VideoController: @MainActor ComponentController {
  typealias Controlled = Video
  typealias View = String

  init(_ built: BuiltComponent<Video>, _ context: ControllerContext<Video>) {}
}

private final class PlainController: ComponentController {
  typealias Controlled = Video
  typealias View = String

  init(_ built: BuiltComponent<Video>, _ context: ControllerContext<Video>) {}
}

private actor Renderer {
  private let host: ControllerHost<String>

  init(sink: any TreeEditSink) { host = ControllerHost(sink: sink) }

  func prepare() {
    #if FAULTY
      // error: loses global actor 'MainActor'
      host.register(VideoController.init)
      // error: call to main actor-isolated initializer
      host.register { VideoController($0, $1) }
    #else
      host.register(PlainController.init)
      host.register { PlainController($0, $1) }
    #endif
  }
}

@MainActor private final class Screen {
  private let host: ControllerHost<String>

  init(sink: any TreeEditSink) {
    host = ControllerHost(sink: sink)
    host.register(VideoController.init)
    host.register { VideoController($0, $1) }
    host.register(PlainController.init)
  }
}
