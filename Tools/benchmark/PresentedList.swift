import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterLayout
import RosterMounting
import RosterStore
import RosterTerminal

/// A list in a file that is shown on a screen of 80 × 50 cells, without a terminal: what would be
/// written to it is counted.
@MainActor
final class PresentedList {
  typealias List = ComponentList<[UInt8], [UInt8], Never>

  /// What has been written, and done to views.
  struct Work {
    var byteCount = 0
    var viewsMade = 0
    /// When bytes were written last.
    var end: ContinuousClock.Instant?
  }

  static let size = Size(width: 80, height: 50)

  let list: List
  let presenter: ListPresenter<TerminalHost, [UInt8], [UInt8], Never>
  private(set) var work = Work()
  private let written: Written
  private var waiting: CheckedContinuation<Void, Never>?
  private var following: Task<Void, any Error>?

  /// Opens the list in a file, and shows it.
  init(path: String, count: Int) async throws {
    _ = try BenchmarkList(path: path, count: count)
    guard let stored = try SQLiteStore(path: path).list(named: "main") else {
      throw BareDatabase.Failure(message: "no list")
    }
    var configuration = DataSourceConfiguration()
    configuration.components.layout = LayoutConstraints(
      SizeRange(min: .zero, max: Size(width: Self.size.width, height: .infinity)))
    configuration.components.workingRange = WorkingRange(ahead: .items(100), behind: .items(100))
    list = try List(
      storage: stored, codec: BytesCodec(), sectionCodec: BytesCodec(),
      configuration: configuration
    ) { model, context in
      PresentedRow(number: context.id.rawValue, value: Int(model.first ?? 0))
    }
    let written = Written()
    let screen = TerminalScreen(
      size: CellSize(rows: 50, columns: 80), options: TerminalOptions(), depth: .trueColor
    ) { written.byteCount += $0.count }
    self.written = written
    presenter = try ListPresenter(
      list, in: screen.host.root, of: screen.host, PresenterConfiguration(size: Self.size))
    presenter.onUpdate = { [unowned self] in update($0, on: screen) }
    try presenter.present()
  }

  /// The bytes that were written to the screen.
  private final class Written {
    var byteCount = 0
  }

  private func update(_ counts: MountCounts, on screen: TerminalScreen) {
    // Without a terminal there is none that is gone.
    try? screen.flush()
    work.viewsMade += counts.made
    guard written.byteCount > work.byteCount else { return }
    work.byteCount = written.byteCount
    work.end = .now
    waiting?.resume()
    waiting = nil
  }

  /// Follows the list from now on.
  func follow() {
    following = Task { [presenter] in try await presenter.run() }
  }

  func close() async {
    await list.close()
    _ = await following?.result
  }

  /// Changes the model of a visible row.
  ///
  /// - Returns: The time until the change is durable, and until its bytes are written.
  func change(to value: UInt8) async throws -> (durable: Duration, shown: Duration) {
    let visible = presenter.visibleItems
    guard !visible.isEmpty, let path = try list.snapshot.path(of: visible[visible.count / 2]) else {
      throw BareDatabase.Failure(message: "no row is visible")
    }
    var model = [UInt8](repeating: 120, count: BareList.modelSize)
    model[0] = value
    let changeset = Changeset<[UInt8], [UInt8]> { $0.updateItem(at: path, model) }
    let former = work.byteCount
    let start = ContinuousClock.now
    try await list.apply(changeset)
    let durable = ContinuousClock.now - start
    if work.byteCount == former { await withCheckedContinuation { waiting = $0 } }
    return (durable, (work.end ?? start) - start)
  }

  /// Scrolls by the height of the screen.
  ///
  /// - Returns: The time until the bytes are written; `nil` at the end of the list.
  func step() throws -> Duration? {
    let former = presenter.offset
    let start = ContinuousClock.now
    try presenter.scroll(by: Self.size.height)
    return presenter.offset == former ? nil : .now - start
  }
}

/// A row of four views, one or two lines high.
struct PresentedRow: Component, Equatable {
  static let typeName = "PresentedRow"
  /// The view around a row, and those in it.
  static let viewCount = 5

  let number: Int
  let value: Int

  func body(_ scope: Scope<PresentedRow>) -> Node<Never> {
    ViewNode("box") {
      ViewNode("text").attribute("text", .string("Number \(number)")).grow(1)
      ViewNode("text").attribute("text", .string("\(value)")).width(.points(4))
      ViewNode("button").attribute("title", "like").width(.points(8))
    }
    .direction(.row)
    .height(.points(Double(1 + number % 2)))
  }
}
