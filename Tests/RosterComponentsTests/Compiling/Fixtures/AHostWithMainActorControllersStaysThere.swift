import RosterComponents
import RosterCore

private struct Video: Component {
  func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("video") }
}

@MainActor private final class VideoController: @MainActor ComponentController {
  typealias Controlled = Video
  init(_ built: BuiltComponent<Video>, _ context: ControllerContext<Video>) {}
}

@MainActor private func show(_ item: TreeID, sink: any TreeEditSink) {
  let host = ControllerHost<String>(sink: sink)
  #if FAULTY
    host.register(VideoController.init)
  #endif
  // error: sending
  Task.detached { host.willDisplay(item) }
}
