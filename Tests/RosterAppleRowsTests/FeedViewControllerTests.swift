#if os(Linux)
  import Foundation
  import Roster
  import RosterApple
  import RosterAppleRows
  import RosterComponentLists
  import RosterComponents
  import RosterCore
  import RosterFeed
  import RosterFeedScreen
  import RosterLayout
  import RosterTestKit
  import RosterToolkitStubs
  import RosterWidgets
  import Testing

  /// The examples of UIKit and AppKit, over views that have their names: what a user does is there again after the process was
  /// killed, and in other windows.
  @Suite("The feed on screens of UIKit and AppKit", .timeLimit(.minutes(10))) @MainActor
  struct FeedViewControllerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Opens what the file would hold if the process were killed now.
    private func reopened(
      _ screen: any FeedScreen, _ toolkit: FeedToolkit, _ name: String
    ) throws -> any FeedScreen {
      let path = folder.path(of: name)
      // What is in the log stays there until it is in the file as well, so the log comes first.
      for suffix in ["-wal", ""]
      where FileManager.default.fileExists(atPath: screen.path + suffix) {
        try FileManager.default.copyItem(atPath: screen.path + suffix, toPath: path + suffix)
      }
      return try toolkit.screen(path)
    }

    @Test(arguments: FeedToolkit.allCases)
    func whatTheUserHasDoneIsThereAgain(toolkit: FeedToolkit) async throws {
      let screen = try toolkit.screen(folder.path(of: "feed.sqlite"))
      #expect(screen.rowCount == 3)
      #expect(screen.texts[1].contains("Call me Ishmael.") && screen.texts[1].contains("[♡ like]"))

      try await screen.change {
        try screen.press("♡", inPart: 2)
      } until: {
        screen.texts[2].contains("[♥ liked]")
      }
      try await screen.change {
        try screen.press("continue", inPart: 1)
      } until: {
        screen.texts[1].contains { $0.hasPrefix("[continue reading, 1 more") }
      }
      #expect(try reopened(screen, toolkit, "read").texts == screen.texts)

      try await screen.change {
        try screen.press("about", inPart: 0)
      } until: {
        screen.texts[0].contains("[less]")
      }
      try await screen.change {
        try screen.type("Hello")
        try screen.submit()
      } until: {
        screen.rowCount == 4 && screen.typed == ""
      }
      #expect(screen.texts[1].contains("Hello"))
      #expect(try reopened(screen, toolkit, "posted").texts == screen.texts)

      screen.scroll(to: 40)
      try screen.type("not yet posted")
      try await screen.change {
        try screen.press("♡", inPart: 1)
      } until: {
        screen.texts[1].contains("[♥ liked]")
      }
      let again = try reopened(screen, toolkit, "typed")
      #expect(again.texts == screen.texts)
      #expect(again.typed == "not yet posted")
      #expect(!again.hasException && !screen.hasException)
      #expect(screen.failure == nil)
    }

    @Test(arguments: FeedToolkit.allCases)
    func aPostIsRemovedByItsButton(toolkit: FeedToolkit) async throws {
      let screen = try toolkit.screen(folder.path(of: "feed.sqlite"))
      try await screen.change {
        try screen.press("remove", inPart: 2)
      } until: {
        screen.rowCount == 2
      }
      #expect(!screen.texts.joined().contains("Alice"))
      #expect(try reopened(screen, toolkit, "removed").texts == screen.texts)
    }

    /// Two windows remove the same post, each before it knows of the other: it goes once, and nothing has failed.
    @Test(arguments: FeedToolkit.allCases)
    func aPostThatTwoWindowsRemoveGoesOnce(toolkit: FeedToolkit) async throws {
      let path = folder.path(of: "feed.sqlite")
      let screens = try (0..<2).map { _ in try toolkit.screen(path) }
      for screen in screens { try screen.press("remove", inPart: 2) }
      // A window answers what it is asked for in order: with its post, its removal has ended.
      for (text, (screen, other)) in zip(
        ["first", "second"], [(screens[0], screens[1]), (screens[1], screens[0])])
      {
        try await screen.change {
          try screen.type(text)
          try screen.submit()
        } until: {
          screen.texts[1].contains(text) && screen.typed == ""
        }
        await other.shows(screen.feed.list.snapshot.revision)
      }
      for screen in screens {
        #expect(screen.rowCount == 4 && !screen.texts.joined().contains("Alice"))
        #expect(screen.failure == nil && !screen.hasException)
      }
    }

    /// Two windows of one file: what is done in one is seen in both, and each has its own width and is scrolled by itself.
    @Test(arguments: FeedToolkit.allCases)
    func eachWindowIsScrolledAndLaidOutByItself(toolkit: FeedToolkit) async throws {
      let path = folder.path(of: "feed.sqlite")
      let screens = try [320.0, 600].map {
        try toolkit.screen(path, CGSize(width: $0, height: 100))
      }
      // Each change of one is waited for in both.
      for (liked, (screen, other)) in [(screens[0], screens[1]), (screens[1], screens[0])]
        .enumerated()
      {
        try await other.change {
          try screen.press("♡", inPart: liked + 1)
        } until: {
          other.texts[liked + 1].contains("[♥ liked]")
        }
        await screen.shows(other.feed.list.snapshot.revision)
        #expect(screen.texts[liked + 1].contains("[♥ liked]"))
      }
      #expect(screens[0].texts == screens[1].texts)
      for (screen, width) in zip(screens, [320.0, 600]) {
        let outputs = try screen.feed.list.outputs(inSection: 0)
        #expect(outputs.count == 3)
        #expect(outputs.allSatisfy { $0.output.layout?.size.width == width })
      }
      screens[0].scroll(to: 20)
      let offset = screens[0].offset
      try await screens[0].change {
        try screens[1].type("Hello")
        try screens[1].submit()
      } until: {
        screens[0].rowCount == 4
      }
      await screens[1].shows(screens[0].feed.list.snapshot.revision)
      #expect(screens.allSatisfy { $0.rowCount == 4 && $0.texts[1].contains("Hello") })
      #expect(offset > 0 && screens[0].offset > 0 && screens[1].offset == 0)
      #expect(screens.allSatisfy { !$0.hasException && $0.failure == nil })
    }

    /// The user chooses another size of text: what is shown is drawn so at once, and laid out for it in the background. The first
    /// visible row stays where it is.
    @Test func textsHaveTheSizeThatTheUserHasChosen() async throws {
      let path = folder.path(of: "feed.sqlite")
      let screen = try UIKitFeedScreen(path, CGSize(width: 320, height: 100))
      let (controller, rows) = (screen.controller, screen.controller.source.rows)
      // It is laid out for its width before that.
      try await screen.change {
        try screen.press("♡", inPart: 1)
      } until: {
        screen.texts[1].contains("[♥ liked]")
      }
      func heights() -> [CGFloat] {
        (0..<3).compactMap {
          let path = IndexPath(item: $0, section: 0)
          return controller.collectionView.layoutAttributesForItem(at: path)?.frame.height
        }
      }
      func fontSizes() -> Set<CGFloat> {
        let labels = screen.parts.flatMap { $0.shown(UILabel.self) }
        let texts = labels.compactMap(\.attributedText).filter { $0.length > 0 }
        return Set(
          texts.compactMap {
            ($0.attribute(.font, at: 0, effectiveRange: nil) as? UIFont)?.pointSize
          })
      }
      let former = heights()
      #expect(former.count == 3 && fontSizes() == [17])
      let second = try #require(rows.item(at: ItemPath(section: 0, item: 1)))
      #expect(rows.scroll(to: ListPosition(second, distance: -5)))
      let position = try #require(rows.position)
      #expect(position.item == second)

      func choose(_ size: CGFloat) {
        UIFont.$bodySizeByHand.withValue(size) { controller.changeFontSizeByHand() }
      }
      try await screen.change {
        choose(34)
        #expect(heights() == former && fontSizes() == [34])
      } until: {
        zip(heights(), former).allSatisfy { $0 > $1 }
      }
      #expect(rows.position == position && fontSizes() == [34])
      // A screen that is opened now begins with it.
      let other = try UIFont.$bodySizeByHand.withValue(34) {
        try UIKitFeedScreen(path, CGSize(width: 320, height: 100))
      }
      let measurer = other.feed.list.environment().textMeasurer as? SystemTextMeasurer
      #expect(measurer == SystemTextMeasurer(size: 34))
      try await screen.change {
        choose(17)
      } until: {
        heights() == former
      }
      #expect(fontSizes() == [17] && !screen.hasException && screen.failure == nil)
    }

    @Test(arguments: FeedToolkit.allCases)
    func aFileThatIsNoFeedIsAnError(toolkit: FeedToolkit) throws {
      let path = try folder.write(String(repeating: "no database ", count: 100), to: "notes.txt")
      #expect(throws: (any Error).self) { try toolkit.screen(path) }
    }
  }
#endif
