#if os(Linux)
  import Foundation
  import Roster
  import RosterAppleRows
  import RosterComponentLists
  import RosterComponents
  import RosterCore
  import RosterLayout
  import RosterToolkitStubs
  import RosterWidgets
  import Testing

  /// Pictures that have an address, in views that have the names of those of UIKit and AppKit.
  @Suite("Pictures by their address", .timeLimit(.minutes(10))) @MainActor
  struct PictureTests {
    /// Answers when a test says so.
    @MainActor private final class Server {
      private var waiting: [String: [CheckedContinuation<String?, Never>]] = [:]
      private let asked: AsyncStream<String>
      private let ask: AsyncStream<String>.Continuation

      init() { (asked, ask) = AsyncStream.makeStream() }

      func load(_ address: String) async -> String? {
        await withCheckedContinuation {
          waiting[address, default: []].append($0)
          ask.yield(address)
        }
      }

      /// Waits until an address is asked for, and returns it.
      func question() async -> String? {
        var questions = asked.makeAsyncIterator()
        return await questions.next()
      }

      func answer(_ address: String, with name: String?) {
        for continuation in waiting.removeValue(forKey: address) ?? [] {
          continuation.resume(returning: name)
        }
      }
    }

    /// A row with a picture.
    private struct PictureRow: Component, Equatable {
      static let typeName = "PictureRow"

      let address: String

      func body(_ scope: Scope<PictureRow>) -> Node<Never> {
        ImageView(.address(address)).size(width: .points(40), height: .points(40))
      }
    }

    private let server = Server()

    /// Waits until a view is given a picture, and returns its name.
    private func nextPicture(of view: UIImageView) async -> String? {
      let (pictures, continuation) = AsyncStream.makeStream(of: UIImage.self)
      view.onImage = { if let picture = $0 { continuation.yield(picture) } }
      var iterator = pictures.makeAsyncIterator()
      return await iterator.next()?.name
    }

    private func host() -> ToolkitHost<UIView> {
      let host = ToolkitHost<UIView>.uiKit(fontSize: 17)
      host.pictures = PictureRequests { [server] in
        await server.load($0).map { UIImage(name: $0) }
      }
      return host
    }

    @Test func whatComesForAFormerAddressIsDropped() async throws {
      let host = host()
      let view = try #require(host.makeView("image") as? UIImageView)
      host.set("source", of: view, from: nil, to: "https://a")
      #expect(await server.question() == "https://a")
      host.set("source", of: view, from: "https://a", to: "https://b")
      #expect(await server.question() == "https://b")
      server.answer("https://a", with: "a")
      server.answer("https://b", with: "b")
      #expect(await nextPicture(of: view) == "b")
      host.set("fit", of: view, from: nil, to: "cover")
      #expect(view.image?.name == "b" && view.contentMode == .scaleAspectFill)
      host.unset("source", of: view, from: "https://b")
      #expect(view.image == nil)
    }

    @Test func aPictureWithANameIsNotLoaded() async throws {
      let host = host()
      let (named, loaded) = (host.makeView("image"), host.makeView("image"))
      host.set("source", of: named, from: nil, to: "star")
      host.set("source", of: loaded, from: nil, to: "https://a")
      #expect(await server.question() == "https://a")
      server.answer("https://a", with: nil)
    }

    @Test func whatLoadsForViewsThatAreGoneIsCancelled() async throws {
      let (outcomes, continuation) = AsyncStream.makeStream(of: Bool.self)
      var host: ToolkitHost<UIView>? = .uiKit(fontSize: 17)
      host?.pictures = PictureRequests { [server] in
        _ = await server.load($0)
        continuation.yield(Task.isCancelled)
        return nil
      }
      let view = try #require(host?.makeView("image"))
      host?.set("source", of: view, from: nil, to: "https://a")
      #expect(await server.question() == "https://a")
      host = nil
      server.answer("https://a", with: "a")
      var iterator = outcomes.makeAsyncIterator()
      #expect(await iterator.next() == true)
    }

    @Test func aCellThatIsUsedAgainNeverShowsTheWrongPicture() async throws {
      let list = try CounterList(
        .memory(list: "pictures"), configuration: .rows(width: 200)
      ) { address, _ in PictureRow(address: address) }
      try list.applySynchronously(
        Changeset {
          $0.insertSection(at: 0, nil)
          $0.insertItems(["https://a", "https://b"], at: ItemPath(section: 0, item: 0))
        })
      let trees = try list.outputs(inSection: 0).map(\.tree)
      let rows = ComponentRows<UIView>(list)
      rows.setPictures { [server] in await server.load($0).map { UIImage(name: $0) } }
      let cell = ComponentCollectionViewCell(frame: .zero)
      rows.show(trees[0], in: cell)
      let view = try #require(cell.shown(UIImageView.self).first)
      #expect(await server.question() == "https://a" && view.image == nil)
      server.answer("https://a", with: "a")
      #expect(await nextPicture(of: view) == "a")
      rows.show(trees[0], in: cell)
      #expect(view.image?.name == "a", "what is shown again is not loaded again")
      rows.show(trees[1], in: cell)
      #expect(cell.shown(UIImageView.self).first === view && view.image == nil)
      #expect(await server.question() == "https://b")
      rows.show(trees[0], in: cell)
      #expect(await server.question() == "https://a")
      server.answer("https://b", with: "b")
      server.answer("https://a", with: nil)
      rows.show(trees[1], in: cell)
      #expect(await server.question() == "https://b")
      server.answer("https://b", with: "b")
      #expect(await nextPicture(of: view) == "b")
      await list.close()
    }

    @Test func aViewOfAppKitShowsAPictureByItsAddress() async throws {
      let host = ToolkitHost<NSView>.appKit(fontSize: 13)
      host.pictures = PictureRequests { [server] in
        await server.load($0).map { NSImage(name: $0) }
      }
      let area = host.makeView("image")
      let view = try #require(area.subviews.first as? NSImageView)
      let (pictures, continuation) = AsyncStream.makeStream(of: NSImage.self)
      view.onImage = { if let picture = $0 { continuation.yield(picture) } }
      host.set("source", of: area, from: nil, to: "https://a")
      #expect(await server.question() == "https://a")
      server.answer("https://a", with: "a")
      var iterator = pictures.makeAsyncIterator()
      #expect(await iterator.next()?.name == "a")
    }
  }
#endif
