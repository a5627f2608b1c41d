import Foundation
import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterLayout
import RosterMounting
import RosterRecordingHost
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// A view at least 5 points high: as its text says, or as the sum of its letters. A state makes it
/// higher.
struct Plank: Component, Equatable {
  struct State: ComponentState {
    var extra = 0
  }

  static let typeName = "Plank"

  let text: String

  func initialState() -> State { State() }

  func body(_ scope: Scope<Plank>) -> Node<Never> {
    let letters = Double(5 + text.utf8.reduce(0) { $0 + Int($1) } % 30)
    let height = Double(text).flatMap { $0 < 5 ? nil : $0 } ?? letters
    ViewNode("plank")
      .attribute("text", .string("\(text)+\(scope.state.extra)"))
      .on(.tap, scope.edit("raise") { (state, number: Int) in state.extra += number })
      .width(.points(50)).height(.points(height + Double(scope.state.extra)))
  }
}

/// Planks fade in and out, and fade over when their number of digits changes.
extension Plank: AnimatedComponent {
  func initialAnimations(_ state: State) -> [AnimationSpec] { [.alpha(from: 0, .linear(1))] }

  func changeAnimations(from previous: BuiltComponent<Plank>, _ state: State) -> [AnimationSpec] {
    previous.component == self ? [.bounds(.linear(1))] : [.alpha(from: 0.5, .linear(1))]
  }

  func transition(from previous: BuiltComponent<Plank>, _ state: State) -> ViewTransition? {
    if previous.component.text.count == text.count { return nil }
    return ViewTransition(
      initial: [.alpha(from: 0, .linear(1))], final: [.alpha(to: 0, .linear(1))])
  }

  func finalAnimations(_ state: State) -> [AnimationSpec] { [.alpha(to: 0, .linear(1))] }
}

extension AnimationTiming {
  /// A steady change of some seconds.
  static func linear(_ duration: Double) -> AnimationTiming {
    AnimationTiming(duration: duration, curve: .linear)
  }
}

typealias PlankList = ComponentList<String, String, Never>
typealias TextChange = Changeset<String, String>

/// A list in a file, and its presenter on a host.
final class Stage {
  typealias Presenter = ListPresenter<RecordingHost, String, String, Never>

  let list: PlankList
  let host = RecordingHost()
  let presenter: Presenter
  /// Whether the list was at its start or end in an update since this was last reset.
  var wasLimited = false

  static func with(
    range: WorkingRange? = nil, rules: ScrollRules = ScrollRules(), length: Double = 100,
    hasHeaders: Bool = false, _ configure: (inout PresenterConfiguration) -> Void = { _ in },
    _ body: (Stage) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let storage = try #require(
      try SQLiteStore(path: folder.path(of: "list.sqlite")).list(named: "test"))
    var configuration = DataSourceConfiguration()
    configuration.components.layout = LayoutConstraints(
      SizeRange(min: .zero, max: Size(width: 80, height: .infinity)))
    configuration.components.workingRange = range
    configuration.components.splitting = Viewport.Splitting(
      outputCountMin: 8, chunkCountMax: 16, estimatedExtent: 12)
    let header: @Sendable (String, SectionContext) -> Node<Never>? = { text, _ in
      Node<Never> { Plank(text: text) }
    }
    let list = try PlankList(
      storage: storage, codec: TextCodec(), sectionCodec: TextCodec(),
      configuration: configuration,
      header: hasHeaders ? header : nil
    ) { text, _ in
      Plank(text: text)
    }
    var presentation = PresenterConfiguration(size: Size(width: 80, height: length), rules: rules)
    configure(&presentation)
    let stage = try Stage(list, presentation)
    try await body(stage)
    #expect(stage.host.faults == [])
    await list.close()
    withExtendedLifetime(folder) {}
  }

  private init(_ list: PlankList, _ configuration: PresenterConfiguration) throws {
    self.list = list
    presenter = try ListPresenter(list, in: host.container, of: host, configuration)
    presenter.onUpdate = { [weak self] _ in
      guard let self else { return }
      if presenter.offset <= 0 || presenter.offset >= atEnd { wasLimited = true }
    }
    host.onScroll = { [weak presenter] in try? presenter?.userScrolled(to: $0) }
  }

  /// The rows that have views.
  var rows: [SeenRow] { host.rows(of: presenter.mount.list) }

  /// The rows of which any part is visible, without headers that only stick.
  var visibleRows: [SeenRow] {
    let length = presenter.configuration.size.height
    return rows.filter { $0.onScreen < length && $0.onScreen + $0.length > 0 }
  }

  /// The texts of the visible items.
  var visibleTexts: [String?] { visibleRows.flatMap(\.texts) }

  var atEnd: Double { max(0, presenter.contentLength - presenter.configuration.size.height) }

  /// Applies a changeset, and shows all batches that come of it: also those of what is not visible,
  /// which is built later.
  func apply(_ changeset: TextChange) async throws {
    try await list.apply(changeset)
    await list.waitForWorkingRange()
    try await presenter.presentPublished()
  }

  func apply(_ texts: [String]) async throws {
    try await apply(ListRows<String, String>([.init(items: texts)]).asInsertion)
  }

  /// Returns a random change of the list, with texts that name a step. A list that has become short grows.
  func randomChange(from changesets: inout RandomChangesets, step: Int) -> TextChange {
    let counts = (0..<list.snapshot.sectionCount).map { list.snapshot.itemCount(inSection: $0) }
    let parts = changesets.valid(for: counts)
    guard counts.reduce(0, +) < 40 else { return parts.changeset(models: "\(step):") }
    return TextChange {
      $0.insertSection(at: counts.count, "new")
      $0.insertItems(
        (0..<30).map { "\(step).\($0)" }, at: ItemPath(section: counts.count, item: 0))
    }
  }

  /// Waits until everything is published, and shows it.
  func settle() async throws {
    await list.waitForWorkingRange()
    try await list.apply(Changeset())
    try await presenter.presentPublished()
  }

  func userScrolls(to offset: Double) throws {
    host.scroll(presenter.mount.list, to: offset)
    try presenter.userScrolled(to: offset)
  }

  /// Returns what is wrong with the rows; `nil` if they are those of the present window, with the
  /// newest outputs. The presenter has shown everything that is published.
  func offence() throws -> String? {
    let extents: ListExtents = presenter.list.extents()
    let state = extents.state
    if presenter.revision != state.revision { return "it shows \(presenter.revision)" }
    let rows = rows
    let seen = Dictionary(rows.map { ($0.tree, $0) }, uniquingKeysWith: { $1 })
    if seen.count != rows.count { return "a tree has two rows" }
    if zip(rows, rows.dropFirst()).contains(where: { $0.start >= $1.start }) { return "disorder" }
    if rows.contains(where: { $0.offset != presenter.offset }) { return "another offset" }
    var reached = presenter.offset
    for row in visibleRows {
      if row.start > reached { return "a gap before \(row.tree)" }
      reached = row.start + row.length
    }
    let end = min(presenter.offset + presenter.configuration.size.height, presenter.contentLength)
    if reached < end { return "nothing is shown from \(reached) to \(end)" }
    for id in try allTrees(state) {
      guard let row = seen["\(id)"] else { continue }
      guard let output = try list.output(of: TreeReference(id)) else { return "\(id) is gone" }
      if row.length != output.size?.height { return "\(id) has another length" }
      let texts = output.output?.views.map { $0.spec.attributes["text"]?.stringValue }
      if row.texts != texts { return "\(id) shows \(row.texts), not \(texts ?? [])" }
    }
    return host.faults.first
  }

  private func allTrees(_ state: ListState) throws -> [TreeID] {
    var trees: [TreeID] = []
    for section in 0..<state.sectionCount {
      trees +=
        state.sectionID(at: section).map { [.supplement(SupplementID(.header, of: $0))] } ?? []
      trees += try state.itemIDs(inSection: section).map(TreeID.item)
    }
    return trees
  }
}
