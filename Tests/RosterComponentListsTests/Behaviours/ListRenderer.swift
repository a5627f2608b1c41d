import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport

/// A renderer without views. Its controllers record what they are told.
final class ListRenderer {
  let host: ControllerHost<String>
  private let log = Log()

  final class Log {
    var lines: [String] = []
  }

  init(_ list: RowList) {
    host = ControllerHost(sink: list.editSink())
    host.register { [log] built, _ in RowController(built, log) }
    host.register { [log] built, _ in CounterController(built, log) }
  }

  /// Applies what a batch has removed and built.
  func take(_ batch: RowList.Batch?) throws {
    guard let batch else { return }
    try host.apply(batch)
  }

  /// Returns the records since the last call.
  func lines() -> [String] {
    defer { log.lines = [] }
    return log.lines
  }

  private final class RowController: ComponentController {
    typealias Controlled = Row
    typealias View = String

    private let log: Log
    /// The text of the row, whether or not the row is displayed.
    private var text: String

    init(_ built: BuiltComponent<Row>, _ log: Log) {
      text = built.component.text
      self.log = log
    }

    private func note(_ what: String) { log.lines.append("row \(text) \(what)") }

    func didInit() { note("didInit") }
    func willUpdate(from old: BuiltComponent<Row>, to new: BuiltComponent<Row>) {
      text = new.component.text
      note("willUpdate")
    }
    func didUpdate(from old: BuiltComponent<Row>) { note("didUpdate") }
    func didPrepareLayout() { note("didPrepareLayout") }
    func willMount() { note("willMount") }
    func didMount() { note("didMount") }
    func willRemount() { note("willRemount") }
    func didRemount() { note("didRemount") }
    func invalidate() { note("invalidate") }
  }

  private final class CounterController: ComponentController {
    typealias Controlled = Counter
    typealias View = String

    private let name: String
    private let log: Log

    init(_ built: BuiltComponent<Counter>, _ log: Log) {
      name = built.component.name
      self.log = log
    }

    func didInit() { log.lines.append("\(name) didInit") }
    func invalidate() { log.lines.append("\(name) invalidate") }
  }
}
