import RosterComponents
import RosterCore

@MainActor private final class Screen {
  private let host: ControllerHost<String>

  init(sink: any TreeEditSink) { host = ControllerHost(sink: sink) }

  func show(_ item: TreeID) {
    #if FAULTY
      // error: sending
      Task.detached { [host] in host.willDisplay(item) }
    #else
      Task { host.willDisplay(item) }
    #endif
  }
}
