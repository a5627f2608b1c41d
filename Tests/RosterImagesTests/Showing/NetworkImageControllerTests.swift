import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import RosterMounting
import RosterTestKit
import RosterWidgets
import Testing

@testable import RosterImages
@testable import RosterTerminal

struct NetworkImageControllerTests {
  private static func row(_ address: String, width: Int = 4) -> RowsUnderTest.Row {
    RowsUnderTest.Row(address: address, width: width, height: 2)
  }

  private func shown(_ rows: RowsUnderTest, _ index: Int) -> PictureContent? {
    rows.imageView(index)?.loaded
  }

  private func picture(_ rows: RowsUnderTest, _ index: Int) -> PictureContent? {
    ScriptedDecoder.picture(for: rows.rows[index].request).map { .picture($0) }
  }

  @Test func pictureIsShownInTheSizeOfItsFrame() throws {
    let test = LoaderUnderTest()
    let rows = RowsUnderTest([Self.row("a", width: 7)], loader: test.loader)
    try rows.scroll(to: 0)
    #expect(shown(rows, 0) == .loading(progress: nil))
    test.run()
    rows.images.deliver()
    #expect(test.decoder.decoded.values == [request("a", width: 7, height: 4)])
    #expect(shown(rows, 0) == picture(rows, 0))
  }

  @Test func progressIsShown() throws {
    let test = LoaderUnderTest { _, _ in .slowPicture }
    let rows = RowsUnderTest([Self.row("a")], loader: test.loader)
    try rows.scroll(to: 0)
    var seen: [Double] = []
    for _ in 0..<100 {
      test.run(for: .milliseconds(50))
      rows.images.deliver()
      if case .loading(let progress?)? = shown(rows, 0) { seen.append(progress) }
    }
    #expect(seen.contains { $0 > 0 && $0 < 0.5 })
    #expect(seen.contains { $0 > 0.5 })
    #expect(seen == seen.sorted())
  }

  @Test func rowThatLeavesEndsItsDownload() throws {
    let test = LoaderUnderTest { _, _ in .slowPicture }
    let rows = RowsUnderTest(
      (0..<50).map { Self.row("\($0)") }, loader: test.loader)
    try rows.scroll(to: 0)
    test.run(for: .milliseconds(500))
    try rows.scroll(to: 150)
    #expect(rows.images.loadingCount == rows.shown.count)
    test.run()
    rows.images.deliver()
    #expect(rows.offence() == nil)
    #expect(test.transport.log.cancelledCount > 0)
    #expect(rows.images.loadingCount == 0)
  }

  @Test func pictureInMemoryIsShownWithTheRow() throws {
    let test = LoaderUnderTest()
    let rows = RowsUnderTest((0..<50).map { Self.row("\($0)") }, loader: test.loader)
    test.loader.prefetch([rows.rows[40].request])
    test.run()
    try rows.scroll(to: 160)
    #expect(shown(rows, 40) == picture(rows, 40))
    #expect(shown(rows, 41) == .loading(progress: nil))
  }

  @Test func visibleRowsComeBeforeThoseAround() throws {
    let test = LoaderUnderTest(configure: { $0.downloadCountMax = 1 })
    let rows = RowsUnderTest((0..<50).map { Self.row("\($0)") }, loader: test.loader)
    try rows.scroll(to: 80)
    test.run()
    let order = test.decoder.decoded.values.compactMap { Int($0.address) }
    // The first download begins before the rows appear.
    #expect(Set(order.dropFirst().prefix(5)).isSubset(of: Set(rows.visible)))
    #expect(Set(order) == Set(rows.shown))
  }

  @Test func otherAddressReplacesThePictureAtOnce() throws {
    let test = LoaderUnderTest()
    let rows = RowsUnderTest([Self.row("a")], loader: test.loader)
    try rows.scroll(to: 0)
    test.run()
    rows.images.deliver()
    try rows.update(0) { $0.address = "b" }
    #expect(shown(rows, 0) == .loading(progress: nil))
    test.run()
    rows.images.deliver()
    #expect(shown(rows, 0) == picture(rows, 0))
  }

  @Test func resultForAnEarlierAddressIsDropped() throws {
    let test = LoaderUnderTest()
    let rows = RowsUnderTest([Self.row("a")], loader: test.loader)
    try rows.scroll(to: 0)
    test.run()
    // The picture of "a" has come, and was not delivered yet.
    try rows.update(0) { $0.address = "b" }
    rows.images.deliver()
    #expect(shown(rows, 0) == .loading(progress: nil))
  }

  @Test func pictureOfTheOldSizeStaysUntilTheNewOneIsThere() throws {
    let test = LoaderUnderTest()
    let rows = RowsUnderTest([Self.row("a")], loader: test.loader)
    try rows.scroll(to: 0)
    test.run()
    rows.images.deliver()
    let old = shown(rows, 0)
    try rows.update(0) { $0.width = 9 }
    #expect(shown(rows, 0) == old)
    test.run()
    rows.images.deliver()
    #expect(shown(rows, 0) != old)
    #expect(shown(rows, 0) == picture(rows, 0))
  }

  @Test func failureIsShownAndTriedAgainByAnAction() throws {
    let test = LoaderUnderTest { _, attempt in attempt == 1 ? .notFound : .picture }
    let rows = RowsUnderTest([Self.row("a")], loader: test.loader)
    try rows.scroll(to: 0)
    test.run()
    rows.images.deliver()
    #expect(shown(rows, 0) == .failed(reason: "the server answers with the status 404"))
    let scope = ScopePath([ScopeKey(typeName: NetworkImage.typeName)])
    let action = ActionReference(target: .scope(scope), name: NetworkImage.retryAction)
    #expect(rows.controllers.perform(action, from: scope, in: rows.id(0)) == .controller(scope))
    #expect(shown(rows, 0) == .loading(progress: nil))
    test.run()
    rows.images.deliver()
    #expect(shown(rows, 0) == picture(rows, 0))
  }

  @Test func allFailuresAreTriedAgainAtOnce() throws {
    let test = LoaderUnderTest { _, attempt in attempt == 1 ? .notFound : .picture }
    let rows = RowsUnderTest((0..<4).map { Self.row("\($0)") }, loader: test.loader)
    try rows.scroll(to: 0)
    test.run()
    rows.images.deliver()
    rows.images.retryFailed()
    test.run()
    rows.images.deliver()
    #expect((0..<4).allSatisfy { shown(rows, $0) == picture(rows, $0) })
    rows.images.retryFailed()
    test.run()
    #expect(test.loader.counts.downloads == 8)
  }

  @Test func emptyAddressLoadsNothing() throws {
    let test = LoaderUnderTest()
    let rows = RowsUnderTest([Self.row("")], loader: test.loader)
    try rows.scroll(to: 0)
    test.run()
    #expect(shown(rows, 0) == nil)
    #expect(test.transport.log.attempts.isEmpty)
  }

  @Test func onlyWhatIsStillWantedIsAnnounced() throws {
    let test = LoaderUnderTest()
    let shows = Recorder<Bool>()
    let host = TerminalHost(size: Size(width: 4, height: 4))
    let images = NetworkImages(test.loader, on: host, isolation: nil) { shows.record(true) }
    #expect(!images.deliver())
    #expect(shows.values.isEmpty)
  }

  @MainActor @Test func whatHasComeIsShownInTheIsolationOfTheHost() async throws {
    let loader = ImageLoader(transport: InstantTransport(), decoder: ScriptedDecoder())
    let host = TerminalHost(size: Size(width: 10, height: 4))
    let (shows, continuation) = AsyncStream.makeStream(of: Void.self)
    let images = NetworkImages(loader, on: host) { continuation.yield() }
    let controllers = ControllerHost<TerminalView>(sink: RowsUnderTest.Sink())
    controllers.register(images.controller)
    let image = NetworkImage("a").size(width: .points(4), height: .points(2))
    let tree = try TreeBuilder().build(Node(image)).tree.laidOut(
      in: LayoutConstraints(SizeRange(min: .zero, max: Size(width: 10, height: 4))))
    let id = TreeID.item(ItemID(rawValue: 1))
    controllers.apply(removing: [], updating: [(id, tree)])
    let mount = ViewMount(in: host.root, of: host)
    mount.render(tree, of: id, telling: controllers)
    for await _ in shows {
      if case .picture(let picture)? = host.root.children.first?.loaded {
        #expect(picture == ScriptedDecoder.picture(for: request("a", width: 4, height: 4)))
        break
      }
    }
    controllers.removeAll()
  }
}

/// Answers at once.
private struct InstantTransport: ImageTransport {
  func fetch(_ address: String, into answer: inout ImageAnswer) async throws(ImageError) {
    try answer.begin(ImageAnswerHead(status: 200))
    try answer.append(ScriptedDecoder.bytes(of: address))
  }
}
