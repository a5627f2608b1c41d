#if os(Linux)
  import Foundation
  import Roster
  import RosterApple
  import RosterCore
  import RosterFeed
  import RosterFeedScreen
  import RosterToolkitModels
  import RosterToolkitStubs
  import Testing

  /// A screen of the feed in a file, as a user sees and uses it: a header, which is the first of its parts, and rows.
  @MainActor protocol FeedScreen {
    var path: String { get }
    var feed: Feed { get }
    /// What has gone wrong.
    var failure: (any Error)? { get }
    var hasException: Bool { get }

    /// What the header and the rows say: their texts, buttons and fields.
    var texts: [[String]] { get }

    /// Where the view is scrolled to.
    var offset: Double { get }

    /// Presses a button of a part whose title begins so.
    func press(_ title: String, inPart part: Int) throws

    /// Types into the field of the header.
    func type(_ text: String) throws

    /// Ends what is typed there.
    func submit() throws

    func scroll(to offset: Double)

    /// Waits until it shows a revision.
    func shows(_ revision: Revision) async
  }

  extension FeedScreen {
    var rowCount: Int { texts.count - 1 }

    /// What stands in the field of the header.
    var typed: String? {
      texts.first?.last { $0.hasPrefix("<") }.map { String($0.dropFirst().dropLast()) }
    }

    /// Does what a user does, and waits for the batches that follow until the screen shows what is expected.
    func change(_ body: () throws -> Void, until isDone: () throws -> Bool) async throws {
      let batches = try feed.list.batches(after: feed.list.snapshot.revision)
      try body()
      while try !isDone() {
        let batch = try #require(await batches.next())
        await shows(batch.target.revision)
      }
    }
  }

  /// The toolkits that have such a screen.
  enum FeedToolkit: CaseIterable {
    case uiKit, appKit

    /// Opens the feed in a file, in a window of its own.
    @MainActor func screen(
      _ path: String, _ size: CGSize = CGSize(width: 320, height: 480)
    ) throws -> any FeedScreen {
      switch self {
      case .uiKit: try UIKitFeedScreen(path, size)
      case .appKit: try AppKitFeedScreen(path, size)
      }
    }
  }

  struct UIKitFeedScreen: FeedScreen {
    let path: String
    let controller: FeedViewController

    init(_ path: String, _ size: CGSize) throws {
      self.path = path
      controller = try FeedViewController(path: path)
      controller.collectionView.reusesCells = true
      controller.showByHand(size, in: UIWindow(frame: .zero))
    }

    private var view: UICollectionView { controller.collectionView }

    /// The header and the rows.
    var parts: [UIView] { view.headers + view.model.shown.flatMap(\.self) }

    var feed: Feed { controller.feed }

    var failure: (any Error)? { controller.failure ?? controller.source.rows.failure }

    var hasException: Bool { view.model.exception != nil }

    var texts: [[String]] {
      parts.map { view in
        view.shown(UILabel.self).map { $0.text ?? "" }
          + view.shown(UIButton.self).map { "[\($0.currentTitle ?? "")]" }
          + view.shown(UITextField.self).map { "<\($0.text ?? "")>" }
      }
    }

    var offset: Double { view.model.offset }

    func press(_ title: String, inPart part: Int) throws {
      try #require(
        parts[part].shown(UIButton.self).first { $0.currentTitle?.hasPrefix(title) == true }
      ).tapByHand()
    }

    private var field: UITextField {
      get throws { try #require(parts.first?.shown(UITextField.self).first) }
    }

    func type(_ text: String) throws { try field.typeByHand(text) }

    func submit() throws { try field.returnByHand() }

    func scroll(to offset: Double) { view.scrollByHand(to: offset) }

    func shows(_ revision: Revision) async {
      await controller.source.rows.knows(revision)
      view.layoutIfNeeded()
    }
  }

  private struct AppKitFeedScreen: FeedScreen {
    let path: String
    let controller: FeedTableController

    init(_ path: String, _ size: CGSize) throws {
      self.path = path
      controller = try FeedTableController(path: path)
      controller.showByHand(size, in: NSWindow())
    }

    private var view: NSTableView { controller.tableView }

    private var parts: [NSView] { view.model.shown.compactMap(\.first) }

    var feed: Feed { controller.feed }

    var failure: (any Error)? { controller.failure ?? controller.source.rows.failure }

    var hasException: Bool { view.model.exception != nil }

    private func controls(in view: NSView) -> [NSControl] {
      view.subviews.filter { !$0.isHidden }.flatMap { view in
        ((view as? NSControl).map { [$0] } ?? []) + controls(in: view)
      }
    }

    private func fields(in view: NSView, areEditable: Bool) -> [NSTextField] {
      controls(in: view).compactMap { $0 as? NSTextField }.filter { $0.isEditable == areEditable }
    }

    private func buttons(in view: NSView) -> [NSButton] {
      controls(in: view).compactMap { $0 as? NSButton }
    }

    var texts: [[String]] {
      parts.map { view in
        fields(in: view, areEditable: false).map(\.stringValue)
          + buttons(in: view).map { "[\($0.title)]" }
          + fields(in: view, areEditable: true).map { "<\($0.stringValue)>" }
      }
    }

    var offset: Double { view.model.offset }

    func press(_ title: String, inPart part: Int) throws {
      try #require(buttons(in: parts[part]).first { $0.title.hasPrefix(title) }).clickByHand()
    }

    private var field: NSTextField {
      get throws { try #require(parts.first.flatMap { fields(in: $0, areEditable: true).first }) }
    }

    func type(_ text: String) throws { try field.typeByHand(text) }

    func submit() throws { try field.returnByHand() }

    func scroll(to offset: Double) {
      let offsetMax = max(0, view.model.contentLength - view.model.visibleLength)
      view.enclosingScrollView?.contentView.scroll(to: NSPoint(x: 0, y: min(offset, offsetMax)))
    }

    func shows(_ revision: Revision) async {
      await controller.source.rows.knows(revision)
      view.layoutSubtreeIfNeeded()
    }
  }
#endif
