import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport

/// The notices of appearance and removal that the controllers of rows receive.
final class DisplayLog {
  private var lines: [String] = []

  func take() -> [String] {
    defer { lines = [] }
    return lines
  }

  /// Returns a host with a controller for each counter.
  func host(of list: RowList) -> ControllerHost<Int> {
    let host = ControllerHost<Int>(sink: list.editSink())
    host.register { [self] built, _ in CounterController(built.component.name, self) }
    return host
  }

  private final class CounterController: ComponentController {
    typealias Controlled = Counter

    private let name: String
    private let log: DisplayLog

    init(_ name: String, _ log: DisplayLog) {
      self.name = name
      self.log = log
    }

    func treeWillAppear() { log.lines.append("\(name) appears") }
    func treeDidDisappear() { log.lines.append("\(name) disappears") }
    func invalidate() { log.lines.append("\(name) ends") }
  }
}
