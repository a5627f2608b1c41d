#if os(Linux)
  import Foundation
  import Roster
  import RosterApple
  import RosterComponentLists
  import RosterCore
  import RosterFeed
  import RosterFeedScreen
  import RosterTestKit
  import RosterToolkitModels
  import RosterToolkitStubs
  import Testing

  /// The example of UIKit, over views that have its names: what a user does is there again after the process was
  /// killed.
  @Suite("The feed on a screen of UIKit", .timeLimit(.minutes(10))) @MainActor
  struct FeedViewControllerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A screen of the feed in a file.
    @MainActor private struct Screen {
      let path: String
      let controller: FeedViewController

      init(_ path: String) throws {
        self.path = path
        controller = try FeedViewController(path: path)
        controller.collectionView.reusesCells = true
        controller.showByHand(CGSize(width: 320, height: 480), in: UIWindow(frame: .zero))
      }

      private var view: UICollectionView { controller.collectionView }

      var header: UIView { get throws { try #require(view.headers.first) } }

      var rows: [UIView] { view.model.shown.flatMap(\.self) }

      var field: UITextField { get throws { try #require(header.shown(UITextField.self).first) } }

      /// Returns a button of the header or a row whose title begins so.
      func button(_ title: String, in view: UIView) throws -> UIButton {
        try #require(
          view.shown(UIButton.self).first { $0.currentTitle?.hasPrefix(title) == true })
      }

      /// What the header and the rows say: their texts, buttons and fields.
      var texts: [[String]] {
        (view.headers + rows).map { view in
          view.shown(UILabel.self).map { $0.text ?? "" }
            + view.shown(UIButton.self).map { "[\($0.currentTitle ?? "")]" }
            + view.shown(UITextField.self).map { "<\($0.text ?? "")>" }
        }
      }

      /// Does what a user does, and waits for the batches that follow until the screen shows what is expected.
      func change(_ body: () throws -> Void, until isDone: () throws -> Bool) async throws {
        let list = controller.feed.list
        let batches = try list.batches(after: list.snapshot.revision)
        try body()
        while try !isDone() {
          let batch = try #require(await batches.next())
          await controller.source.rows.knows(batch.target.revision)
          view.layoutIfNeeded()
        }
      }

      func scroll(to offset: Double) { view.scrollByHand(to: offset) }

      var hasException: Bool { view.model.exception != nil }
    }

    /// Opens what the file would hold if the process were killed now.
    private func reopened(_ screen: Screen, _ name: String) throws -> Screen {
      let path = folder.path(of: name)
      // What is in the log stays there until it is in the file as well, so the log comes first.
      for suffix in ["-wal", ""]
      where FileManager.default.fileExists(atPath: screen.path + suffix) {
        try FileManager.default.copyItem(atPath: screen.path + suffix, toPath: path + suffix)
      }
      return try Screen(path)
    }

    @Test func whatTheUserHasDoneIsThereAgain() async throws {
      let screen = try Screen(folder.path(of: "feed.sqlite"))
      #expect(screen.rows.count == 3)
      #expect(screen.texts[1].contains("Call me Ishmael.") && screen.texts[1].contains("[♡ like]"))

      try await screen.change {
        try screen.button("♡", in: screen.rows[1]).tapByHand()
      } until: {
        screen.texts[2].contains("[♥ liked]")
      }
      try await screen.change {
        try screen.button("continue", in: screen.rows[0]).tapByHand()
      } until: {
        screen.texts[1].contains { $0.hasPrefix("[continue reading, 1 more") }
      }
      #expect(try reopened(screen, "read").texts == screen.texts)

      try await screen.change {
        try screen.button("about", in: screen.header).tapByHand()
      } until: {
        screen.texts[0].contains("[less]")
      }
      try await screen.change {
        try screen.field.typeByHand("Hello")
        try screen.field.returnByHand()
      } until: {
        try screen.rows.count == 4 && screen.field.text == ""
      }
      #expect(screen.texts[1].contains("Hello"))
      #expect(try reopened(screen, "posted").texts == screen.texts)

      screen.scroll(to: 40)
      try screen.field.typeByHand("not yet posted")
      try await screen.change {
        try screen.button("♡", in: screen.rows[0]).tapByHand()
      } until: {
        screen.texts[1].contains("[♥ liked]")
      }
      let again = try reopened(screen, "typed")
      #expect(again.texts == screen.texts)
      #expect(try again.field.text == "not yet posted")
      #expect(!again.hasException && !screen.hasException)
      #expect(screen.controller.source.rows.failure == nil && screen.controller.failure == nil)
    }

    @Test func aPostIsRemovedByItsButton() async throws {
      let screen = try Screen(folder.path(of: "feed.sqlite"))
      try await screen.change {
        try screen.button("remove", in: screen.rows[1]).tapByHand()
      } until: {
        screen.rows.count == 2
      }
      #expect(!screen.texts.joined().contains("Alice"))
      #expect(try reopened(screen, "removed").texts == screen.texts)
    }

    @Test func aFileThatIsNoFeedIsAnError() throws {
      let path = try folder.write(String(repeating: "no database ", count: 100), to: "notes.txt")
      #expect(throws: (any Error).self) { try FeedViewController(path: path) }
    }
  }
#endif
