import Roster
import RosterComponents
import RosterImages
import RosterLayout
import RosterMounting
import RosterTerminal
import RosterWidgets

/// One photo on the screen.
@MainActor
final class PhotoScreen: ScreenContent {
  private typealias Presenter = ListPresenter<
    TerminalHost, DetailItem, DetailSection, DetailMessage
  >

  private let app: PhotoApp
  private let detail: PhotoDetail
  private let host: TerminalHost
  private let title: String
  private let presenter: Presenter

  /// Shows the page of a photo in a view.
  ///
  /// - Parameters:
  ///   - loops: Tells the user what is refused, until the next key.
  ///   - onUpdate: Called after each update.
  init(
    _ id: Photo.ID, of app: PhotoApp, in container: TerminalView, of host: TerminalHost,
    images: NetworkImages<TerminalHost>?, title: String, loops: SessionLoops,
    onUpdate: @escaping () -> Void
  ) throws {
    (self.app, self.host, self.title) = (app, host, title)
    detail = try app.openDetail(of: id, Self.look(in: host.size))
    var configuration = PresenterConfiguration(size: host.size)
    configuration.layout = { .columns($0.width) }
    configuration.onRefusal = { _, error in loops.refused(error) }
    presenter = try Presenter(detail.list, in: container, of: host, configuration)
    if let images { presenter.controllers.register(images.controller) }
    presenter.onUpdate = { _ in onUpdate() }
    try presenter.present()
    // The terminal may have another size by now than when the program was started.
    try presenter.resize(to: host.size)
  }

  private static func look(in size: Size) -> PhotoLook {
    PhotoLook(.screen, lineCount: size.height)
  }

  func run() async throws { try await presenter.run() }

  // MARK: The screen

  var header: TerminalLine {
    let standing = detail.standing
    return .heading(
      "roster-photos", title: "\(title)  \(PhotoRoute.address(ofPhoto: detail.photo))",
      trailing: standing?.number.map { "\($0) of \(standing?.count ?? 0)" })
  }

  var newAboveCount: Int { 0 }

  var keys: [String] {
    ["esc back", "q quit", "? help", "← → photos", "f ♥", "+ - zoom", "c comment", "s share"]
  }

  var fieldKeys: [String] { ["⏎ send", "esc leave", "tab next"] }

  var revision: Revision { presenter.revision }

  var programKeys: Set<String> { isZoomed ? ["left", "right", "up", "down"] : ["left", "right"] }

  private var isZoomed: Bool { ((try? detail.zoom)?.scale ?? 1) > 1 }

  func willDraw() {}

  func resize(to size: Size) throws {
    try detail.show(Self.look(in: size))
    try presenter.resize(to: size)
  }

  func place(of view: TerminalView) -> TreeID? { presenter.tree(of: view) }

  func close() {
    presenter.removeAll()
    app.close(detail)
  }

  // MARK: The user

  func handle(_ event: ViewEvent, of view: TerminalView, _ values: [JSONValue]) {
    presenter.handle(event, of: view, values: values)
  }

  func scroll(to offset: Double) throws { try presenter.userScrolled(to: offset) }

  func press(_ key: PhotoKey) throws {
    switch key {
    case .favourite: app.send(.toggleFavourite(detail.photo))
    case .share: app.send(.share(detail.photo))
    case .back: app.send(.back)
    case .move(let columns, let rows):
      if isZoomed {
        try detail.pan(columns: columns, rows: rows)
      } else {
        app.send(.step(columns))
      }
    case .zoom(let steps): if try detail.zoom != nil { try detail.zoom(by: steps) }
    case .comment:
      let path = ItemPath(section: DetailSection.ID.field.index, item: 0)
      if let field = try detail.list.snapshot.item(at: path) {
        try presenter.scroll(to: .item(field.id))
        host.focusField { presenter.tree(of: $0)?.item == field.id }
      }
    case .refresh, .order, .arrange, .onlyFavourites, .search, .help: break
    }
  }
}
