import RosterNavigation
import RosterTestKit
import Testing

@testable import RosterChild

/// Places as addresses, and back.
struct AddressTests {
  private typealias Path = NavigationPath<PhotoRoute>

  /// A route whose segments are any text, and whose root has none.
  private enum AnyRoute: RoutePath {
    case home
    case page([String])

    func segments(above page: AnyRoute?) -> [String] {
      switch self {
      case .home: []
      case .page(let texts): (page == nil ? ["p"] : []) + [String(texts.count)] + texts
      }
    }

    static func read(_ segments: inout ArraySlice<String>, above page: AnyRoute?) -> AnyRoute? {
      if page == nil {
        guard segments.first == "p" else { return .home }
        segments.removeFirst()
      }
      guard let count = segments.popFirst().flatMap({ Int($0) }), 0...segments.count ~= count
      else { return nil }
      defer { segments.removeFirst(count) }
      return .page(Array(segments.prefix(count)))
    }
  }

  @Test func addressesSayWhereTheUserIs() throws {
    let tabs = PhotoRoute.tabs
    let path = Path(tab: "photos", pages: [.photos, .photo(12), .comments(12)])
    #expect(path.address(tabs: tabs) == "/photos/12/comments")
    #expect(try Path(address: "/photos/12/comments", tabs: tabs) == path)
    let shared = Path(
      tab: "settings", pages: [.settings], modals: [[.share(3), .photos], [.photos]])
    #expect(shared.address(tabs: tabs) == "/settings/~/share/3/photos/~/photos")
    #expect(try Path(address: shared.address(tabs: tabs), tabs: tabs) == shared)
    // A page that is the root of another tab, or of none.
    let other = Path(tab: "settings", pages: [.photos])
    #expect(other.address(tabs: tabs) == "/@settings/photos")
    #expect(try Path(address: "/@settings/photos", tabs: tabs) == other)
    #expect(try Path(address: "/12", tabs: tabs) == Path(tab: "photos", pages: [.photo(12)]))
  }

  @Test func rootsNeedNoAddress() throws {
    let tabs = PhotoRoute.tabs
    for address in ["", "/", "//", "/?page=2", "/#top"] {
      #expect(try Path(address: address, tabs: tabs) == Path(tab: "photos", pages: [.photos]))
    }
    #expect(
      try Path(address: "/@settings", tabs: tabs) == Path(tab: "settings", pages: [.settings]))
  }

  @Test(arguments: [
    ("/12/likes", AddressError.noPage(segment: 1)), ("/photos/~/x", .noPage(segment: 2)),
    ("/photos/~", .noPage(segment: 2)), ("/~/photos", .noPage(segment: 0)),
    ("/@mail/photos", .noTab("mail")), ("/photos/@settings", .malformed(segment: 1)),
    ("/photos/%2", .malformed(segment: 1)), ("/photos/%zz", .malformed(segment: 1)),
    ("/photos/%+1", .malformed(segment: 1)), ("/%FF", .malformed(segment: 0)),
    ("/~9", .malformed(segment: 0)), ("/share", .noPage(segment: 0)),
    ("/" + String(repeating: "1/", count: 5_000), .tooLong),
  ])
  func addressThatLeadsNowhereIsRefused(_ address: String, _ expected: AddressError) {
    #expect(throws: expected) { try Path(address: address, tabs: PhotoRoute.tabs) }
  }

  @Test(arguments: 1...300)
  func anyPlaceIsReadFromItsAddress(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let tabs = [
      NavigationTab("a/b", root: AnyRoute.home), NavigationTab("", root: .page(["x"])),
      NavigationTab("~", root: .page([])),
    ]
    let texts = ["", ".", "..", "~", "@a", "a/b", "é%", "\u{1F600}?", "#", "~1", " +", "1"]
    func stack() -> [AnyRoute] {
      let isHome = random.happens(percent: 30)
      let pages = (0..<1 + random.index(below: 3)).map { _ in
        AnyRoute.page(
          (0..<random.index(below: 3)).map { _ in texts[random.index(below: texts.count)] })
      }
      return (isHome ? [.home] : [])
        + pages.dropFirst(isHome && random.happens(percent: 50) ? 9 : 0)
    }
    let path = NavigationPath(
      tab: tabs[random.index(below: 3)].name, pages: stack(),
      modals: (0..<random.index(below: 3)).map { _ in stack() })
    let address = path.address(tabs: tabs)
    #expect(try NavigationPath(address: address, tabs: tabs) == path, "seed \(seed): \(address)")
    #expect(address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "seed \(seed)")
  }

  @Test func eachPageOfTheChainHasItsAddress() throws {
    var history = try NavigationHistory()
    for operation in [NavigationOperation<PhotoRoute>.push(.photo(1)), .present(.share(1))] {
      _ = try history.apply(operation)
    }
    #expect(
      history.state.addresses(tabs: PhotoRoute.tabs)
        == ["/photos", "/photos/1", "/photos/1/~/share/1"])
    #expect(history.state.address(tabs: PhotoRoute.tabs) == "/photos/1/~/share/1")
  }
}
