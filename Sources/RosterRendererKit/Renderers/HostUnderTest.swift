public import RosterMounting

/// A host in this process as a renderer under test: `RemoteViews` applies the lines to it.
public final class HostUnderTest<Host: TestableHost>: RendererUnderTest {
  /// The host.
  public let host: Host
  private let container: Host.View
  private let views: RemoteViews<Host>
  private var said: [[UInt8]] = []
  private var reportedFocus: Host.View?

  /// Makes a renderer that has said hello.
  ///
  /// - Parameters:
  ///   - host: The host. It has no views yet.
  ///   - container: The view to put the outermost views in.
  ///   - hello: How the renderer introduces itself, with the size of the container.
  public init(_ host: Host, in container: Host.View, hello: WireHello) {
    self.host = host
    self.container = container
    views = RemoteViews(in: container, of: host)
    said = [WireReport.hello(hello).line]
  }

  /// Applies a line.
  public func send(_ line: [UInt8]) throws(RendererFailure) {
    do {
      let question = try views.take(line.dropLast())
      reportFocus()
      if let question { answer(question) }
    } catch {
      said.append(WireReport.failed(error.description).line)
    }
  }

  /// Returns the next report.
  public func receive() throws(RendererFailure) -> [UInt8] {
    guard !said.isEmpty else { throw RendererFailure("it says nothing") }
    return said.removeFirst().dropLast()
  }

  /// Does nothing.
  public func end() {}

  /// Forgets what was not received.
  func forgetReports() { said = [] }

  private func reportFocus() {
    guard host.focusedView != reportedFocus else { return }
    reportedFocus = host.focusedView
    said.append(views.line(reportingFocusOf: reportedFocus))
  }

  private func answer(_ question: WireQuestion) {
    switch question.subject {
    case .shown:
      said.append(WireReport.shown(question: question.number, shown).line)
      return
    case .focus(let number):
      host.focus(number.flatMap { views.view($0) })
      reportFocus()
    case .scroll(let number, let distance):
      if let view = views.view(number) {
        let offset = host.scroll(view, by: distance)
        views.line(reportingOffset: offset, of: view).map { said.append($0) }
      }
    case .event(let event, let number, let values):
      if let view = views.view(number) {
        host.cause(event, values: values, on: view) { event, view, values in
          views.line(reporting: event, of: view, values: values).map { said.append($0) }
        }
      }
    }
    said.append(WireReport.done(question: question.number).line)
  }

  /// What the host shows now.
  package var shown: ShownViews {
    ShownViews(
      views: host.shownViews(in: container) { [views] in views.number(of: $0) },
      focused: host.focusedView.flatMap { views.number(of: $0) }, keptCount: host.keptCount)
  }
}
