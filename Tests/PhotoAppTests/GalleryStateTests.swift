import Roster
import Testing

@testable import roster_photos

/// What becomes of the list when photos arrive, also if they arrive late, twice or not at all.
struct GalleryStateTests {
  private typealias Request = PhotoPaging.Request

  /// A gallery with what it has asked for.
  private struct Walk {
    var state = GalleryState()
    /// All requests so far.
    var requests: [Request] = []

    /// The pages that were asked for.
    var pages: [Int] { requests.map(\.page) }
    /// What is shown, in a line.
    var contents: String { get throws { try state.shown.line(among: state.contents) } }
    var summary: GallerySummary { state.contents.summary }

    mutating func send(_ event: GalleryState.Event) {
      if let request = state.take(event) { requests.append(request) }
    }

    /// Answers a request, by default the last one.
    mutating func answer(_ letters: String, to index: Int? = nil) {
      send(.answered(requests[index ?? requests.count - 1], .success(PhotoPage(letters))))
    }

    mutating func fail(_ reason: String, at index: Int? = nil) {
      send(
        .answered(requests[index ?? requests.count - 1], .failure(PhotoFailure(reason))))
    }
  }

  /// A gallery with two pages.
  private static var withTwoPages: Walk {
    var walk = Walk()
    walk.send(.refresh)
    walk.answer("abc")
    walk.send(.endCameNear)
    walk.answer("def")
    return walk
  }

  // MARK: Pages

  @Test func loadingRowIsRemovedWhenPhotosArrive() throws {
    var walk = Walk()
    walk.send(.refresh)
    #expect(try walk.contents == "|loading|")
    walk.answer("abc")
    #expect(try walk.contents == "abc||")
  }

  @Test func nextPageIsFetchedOnceWhenTheEndComesNear() throws {
    var walk = Walk()
    walk.send(.refresh)
    walk.answer("abc")
    walk.send(.endCameNear)
    walk.send(.endCameNear)
    #expect(walk.pages == [1, 2])
    #expect(try walk.contents == "abc|loading|")
    walk.answer("def.")
    #expect(try walk.contents == "abcdef||")
    walk.send(.endCameNear)
    #expect(walk.pages == [1, 2])
  }

  @Test func emptyPageIsTheEnd() throws {
    var walk = Self.withTwoPages
    walk.send(.endCameNear)
    walk.answer("")
    walk.send(.endCameNear)
    #expect(walk.pages == [1, 2, 3])
    #expect(try walk.contents == "abcdef||")
  }

  @Test func serverWithoutPhotosIsSaidToHaveNone() throws {
    var walk = Walk()
    walk.send(.refresh)
    walk.answer(".")
    #expect(try walk.contents == "|empty|")
  }

  @Test func answerThatArrivesTwiceCountsOnce() throws {
    var walk = Self.withTwoPages
    walk.answer("xyz", to: 1)
    #expect(try walk.contents == "abcdef||")
    walk.send(.endCameNear)
    walk.answer("ghi", to: 1)
    #expect(try walk.contents == "abcdef|loading|")
  }

  @Test func failureThatArrivesLateDoesNotCount() throws {
    var walk = Self.withTwoPages
    walk.send(.endCameNear)
    walk.answer("ghi")
    walk.fail("too late", at: 2)
    #expect(try walk.contents == "abcdefghi||")
  }

  // MARK: Servers that repeat photos

  @Test func repeatedPhotosStandOnceAndAreAsTheServerHasThemNow() throws {
    var walk = Self.withTwoPages
    walk.send(.endCameNear)
    let changed = Photo("f", taken: 1_000 - 102, author: "Bo")
    walk.send(
      .answered(
        walk.requests[2],
        .success(PhotoPage(photos: [changed] + [Photo](letters: "gh"), isLast: false))))
    #expect(try walk.contents == "abcdefgh||")
    #expect(walk.state.photos.first { $0.id == "f" }?.photo.author == "Bo")
  }

  @Test func pageWithNothingNewLeadsToTheNextOne() throws {
    var walk = Self.withTwoPages
    walk.send(.endCameNear)
    walk.answer("def")
    #expect(walk.pages == [1, 2, 3, 4])
    walk.answer("ghi.")
    #expect(try walk.contents == "abcdefghi||")
  }

  @Test func serverThatOnlyRepeatsIsAskedNoFurther() throws {
    var walk = Self.withTwoPages
    walk.send(.endCameNear)
    for _ in 0..<PhotoPaging.staleCountMax { walk.answer("def") }
    #expect(walk.pages == [1, 2, 3, 4, 5])
    #expect(try walk.contents == "abcdef||")
  }

  // MARK: Refreshing

  @Test func refreshFetchesAsManyPagesAsThereAreAndReplacesAtOnce() throws {
    var walk = Self.withTwoPages
    walk.send(.refresh)
    #expect(try walk.contents == "abcdef||")
    #expect(walk.summary.isRefreshing)
    walk.answer("Aab")
    #expect(try walk.contents == "abcdef||")
    walk.answer("ceg")
    #expect(walk.pages == [1, 2, 1, 2])
    #expect(try walk.contents == "Aabceg||")
    #expect(!walk.summary.isRefreshing)
    walk.send(.endCameNear)
    #expect(walk.pages.last == 3)
  }

  @Test func pageThatArrivesAfterARefreshDoesNotCount() throws {
    var walk = Self.withTwoPages
    walk.send(.endCameNear)
    walk.send(.refresh)
    walk.answer("xyz", to: 2)
    #expect(try walk.contents == "abcdef||")
    walk.answer("abc.")
    #expect(try walk.contents == "abc||")
  }

  @Test func requestFromBeforeTheStartDoesNotCount() throws {
    var walk = Walk()
    walk.send(.endCameNear)
    walk.send(.started)
    walk.fail("cancelled", at: 0)
    #expect(try walk.contents == "|loading|")
    walk.answer("abc")
    #expect(try walk.contents == "abc||")
  }

  @Test func secondRefreshBeginsAnew() throws {
    var walk = Self.withTwoPages
    walk.send(.refresh)
    walk.answer("Aab")
    walk.send(.refresh)
    walk.answer("xyz", to: 3)
    #expect(try walk.contents == "abcdef||")
    walk.answer("BAa")
    walk.answer("bcd")
    #expect(try walk.contents == "ABabcd||")
  }

  @Test func shorterListEndsTheRefresh() throws {
    var walk = Self.withTwoPages
    walk.send(.refresh)
    walk.answer("ab.")
    #expect(try walk.contents == "ab||")
    walk.send(.endCameNear)
    #expect(walk.pages == [1, 2, 1])
  }

  @Test func refreshThatFailsChangesNothing() throws {
    var walk = Self.withTwoPages
    walk.send(.refresh)
    walk.answer("Aab")
    walk.fail("no network")
    #expect(try walk.contents == "abcdef||")
    #expect(walk.summary.refreshFailure == "no network")
    walk.send(.endCameNear)
    #expect(walk.pages == [1, 2, 1, 2])
    walk.send(.retry)
    #expect(walk.summary.refreshFailure == nil)
    walk.answer("Aab")
    walk.answer("cde.")
    #expect(try walk.contents == "Aabcde||")
  }

  // MARK: Failures

  @Test func failureIsShownUntilTheRetrySucceeds() throws {
    var walk = Walk()
    walk.send(.refresh)
    walk.fail("no network")
    #expect(try walk.contents == "|no network|")
    walk.send(.endCameNear)
    #expect(walk.pages == [1])
    walk.send(.retry)
    walk.send(.retry)
    #expect(walk.pages == [1, 1])
    #expect(try walk.contents == "|loading|")
    walk.answer("abc")
    #expect(try walk.contents == "abc||")
  }

  @Test func failureOfTheNextPageStandsBehindThePhotos() throws {
    var walk = Self.withTwoPages
    walk.send(.endCameNear)
    walk.fail("the server answers 503")
    #expect(try walk.contents == "abcdef|the server answers 503|")
    walk.send(.retry)
    walk.answer("ghi")
    #expect(try walk.contents == "abcdefghi||")
    #expect(walk.pages == [1, 2, 3, 3])
  }

  @Test func photosOfTheFileAreShownWithoutANetwork() throws {
    let before = Self.withTwoPages
    var walk = Walk()
    walk.state = GalleryState(before.state.contents)
    #expect(try walk.contents == "abcdef||")
    walk.send(.refresh)
    walk.fail("no network")
    #expect(try walk.contents == "abcdef||")
    #expect(walk.summary.refreshFailure == "no network")
  }

  @Test func galleryGoesOnBehindThePagesOfTheFile() throws {
    let before = Self.withTwoPages
    var walk = Walk()
    walk.state = GalleryState(before.state.contents)
    walk.send(.endCameNear)
    #expect(walk.pages == [3])
  }

  // MARK: What the user has chosen

  @Test func orderDoesNotDependOnWhenPhotosCame() throws {
    var walk = Walk()
    walk.send(.refresh)
    walk.answer("hda")
    walk.send(.endCameNear)
    walk.answer("gbc.")
    #expect(try walk.contents == "abcdgh||")
    walk.send(.ordered(.title))
    #expect(try walk.contents == "abcdgh||")
    walk.send(.ordered(.newest))
    #expect(try walk.contents == "abcdgh||")
  }

  @Test func photosOfTheSameAuthorStandByTime() throws {
    var state = GalleryState()
    let request = state.take(.refresh)
    let photos = [
      Photo("x", taken: 1, author: "Bo"), Photo("y", taken: 3, author: "Bo"),
      Photo("z", taken: 2, author: "Ada"),
    ]
    _ = request.map { state.take(.answered($0, .success(PhotoPage(photos: photos, isLast: true)))) }
    #expect(try state.shown.photoIDs == ["y", "z", "x"])
    _ = state.take(.ordered(.author))
    #expect(try state.shown.photoIDs == ["z", "y", "x"])
  }

  @Test func filterHidesPhotosAndForgetsNone() throws {
    var walk = Self.withTwoPages
    for id in ["b", "e"] { walk.send(.favouriteToggled(id)) }
    walk.send(.showsOnlyFavourites(true))
    #expect(try walk.contents == "be||acdf")
    #expect((walk.summary.shownCount, walk.summary.hiddenCount) == (2, 4))
    walk.send(.favouriteToggled("f"))
    walk.send(.searched("F"))
    #expect(try walk.contents == "f||abcde")
    walk.send(.showsOnlyFavourites(false))
    walk.send(.searched(""))
    #expect(try walk.contents == "abcdef||")
  }

  @Test func searchFindsAuthorsToo() throws {
    var walk = Self.withTwoPages
    walk.send(.searched("ad"))
    #expect(try walk.contents == "abcdef||")
    walk.send(.searched("ada b"))
    #expect(try walk.contents == "||abcdef")
  }

  @Test func pagesThatAreHiddenAreFetchedAllTheSame() throws {
    var walk = Self.withTwoPages
    walk.send(.searched("h"))
    walk.send(.endCameNear)
    walk.answer("ghi.")
    #expect(try walk.contents == "h||abcdefgi")
    walk.send(.searched("nothing"))
    #expect(try walk.contents == "|empty|abcdefghi")
  }

  @Test func choicesAreRestoredWithTheList() throws {
    var before = Self.withTwoPages
    before.send(.ordered(.author))
    before.send(.searched("a"))
    before.send(.arranged(.grid))
    before.send(.favouriteToggled("c"))
    let after = GalleryState(before.state.contents)
    #expect(after.settings == before.state.settings)
    #expect(after.contents == before.state.contents)
  }

  // MARK: What the user has done to photos

  @Test func whatWasDoneToAPhotoStaysWithIt() throws {
    var walk = Self.withTwoPages
    walk.send(.favouriteToggled("e"))
    walk.send(.descriptionToggled("e"))
    walk.send(.descriptionToggled("c"))
    walk.send(.refresh)
    walk.answer("ade.")
    #expect(walk.state.photos.map(\.isFavourite) == [false, false, true])
    #expect(walk.state.photos.map(\.isOpen) == [false, false, true])
    walk.send(.endCameNear)
    walk.send(.favouriteToggled("e"))
    // It is gone.
    walk.send(.favouriteToggled("c"))
    #expect(walk.state.photos.filter(\.isFavourite).isEmpty)
  }

  @Test func photoWithoutAKeyIsLeftOut() throws {
    var walk = Walk()
    walk.send(.refresh)
    let longest = String(repeating: "ä", count: Photo.idByteCountMax / 2)
    let photos = [longest, longest + "a", "b"].map { Photo($0) }
    walk.send(.answered(walk.requests[0], .success(PhotoPage(photos: photos, isLast: true))))
    #expect(walk.state.photos.map(\.id) == [longest, "b"])
    #expect(try walk.contents == "b\(longest)||")
  }

  @Test(arguments: [
    (PhotoFilter(), PhotoFilter(), true), (PhotoFilter(text: "a"), PhotoFilter(), true),
    (PhotoFilter(), PhotoFilter(text: "a"), false),
    (PhotoFilter(text: "harB"), PhotoFilter(text: "Har"), true),
    (PhotoFilter(text: "ha"), PhotoFilter(text: "har"), false),
    (PhotoFilter(text: "arb"), PhotoFilter(text: "har"), false),
    (PhotoFilter(onlyFavourites: true), PhotoFilter(), true),
    (PhotoFilter(), PhotoFilter(onlyFavourites: true), false),
    (PhotoFilter(onlyFavourites: true, text: "a"), PhotoFilter(text: "b"), false),
  ])
  func filterIsNarrowerIfItShowsNothingElse(
    _ filter: PhotoFilter, _ other: PhotoFilter, _ isNarrower: Bool
  ) {
    #expect(filter.isNarrower(than: other) == isNarrower)
  }

  // MARK: Everything

  /// Whatever arrives in whatever order, each photo stands once, and what was answered is there.
  @Test(arguments: 0..<40)
  func randomAnswersLeaveASoundList(_ seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    var walk = Walk()
    walk.send(.refresh)
    for step in 1...200 {
      switch Int.random(in: 0..<9, using: &numbers) {
      case 0: walk.send(.refresh)
      case 1: walk.send(.retry)
      case 2, 3: walk.send(.endCameNear)
      case 4: walk.send(.searched(["", "c", "x"].randomElement(using: &numbers) ?? ""))
      case 5: walk.fail("no network", at: .random(in: 0..<walk.requests.count, using: &numbers))
      case 6:
        guard let photo = walk.state.photos.randomElement(using: &numbers) else { continue }
        walk.send(.favouriteToggled(photo.id))
        walk.send(.showsOnlyFavourites(.random(using: &numbers)))
      default:
        let index = Int.random(in: 0..<walk.requests.count, using: &numbers)
        let start = Int.random(in: 0..<8, using: &numbers)
        walk.answer(String("abcdefghijkl".dropFirst(start).prefix(3)), to: index)
      }
      let contents = walk.state.contents
      let ids = contents.photoIDs
      #expect(ids.count == Set(ids).count, "seed \(seed)")
      #expect(Set(ids) == Set(walk.state.photos.map(\.id)), "seed \(seed)")
      #expect(contents.sections[1].items.count <= 1, "seed \(seed)")
      guard step % 20 == 0 else { continue }
      let filter = walk.state.settings.filter
      let shown = try walk.state.shown
      let wanted = walk.state.photos.filter { photo in
        (photo.isFavourite || !filter.onlyFavourites)
          && (filter.text.isEmpty || photo.id == filter.text)
      }
      #expect(shown.photoIDs == wanted.map(\.id).sorted(), "seed \(seed)")
      #expect(shown.summary.shownCount == wanted.count, "seed \(seed)")
      #expect(shown.summary.hiddenCount == ids.count - wanted.count, "seed \(seed)")
    }
  }
}
