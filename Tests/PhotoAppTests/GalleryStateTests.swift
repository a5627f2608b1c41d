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
    var favourites: Set<String> = []

    /// The pages that were asked for.
    var pages: [Int] { requests.map(\.page) }
    var contents: String { state.contents(favourites: favourites).line }
    var summary: GallerySummary { state.contents(favourites: favourites).summary }

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

  @Test func loadingRowIsRemovedWhenPhotosArrive() {
    var walk = Walk()
    walk.send(.refresh)
    #expect(walk.contents == "|loading|")
    walk.answer("abc")
    #expect(walk.contents == "abc||")
  }

  @Test func nextPageIsFetchedOnceWhenTheEndComesNear() {
    var walk = Walk()
    walk.send(.refresh)
    walk.answer("abc")
    walk.send(.endCameNear)
    walk.send(.endCameNear)
    #expect(walk.pages == [1, 2])
    #expect(walk.contents == "abc|loading|")
    walk.answer("def.")
    #expect(walk.contents == "abcdef||")
    walk.send(.endCameNear)
    #expect(walk.pages == [1, 2])
  }

  @Test func emptyPageIsTheEnd() {
    var walk = Self.withTwoPages
    walk.send(.endCameNear)
    walk.answer("")
    walk.send(.endCameNear)
    #expect(walk.pages == [1, 2, 3])
    #expect(walk.contents == "abcdef||")
  }

  @Test func serverWithoutPhotosIsSaidToHaveNone() {
    var walk = Walk()
    walk.send(.refresh)
    walk.answer(".")
    #expect(walk.contents == "|empty|")
  }

  @Test func answerThatArrivesTwiceCountsOnce() {
    var walk = Self.withTwoPages
    walk.answer("xyz", to: 1)
    #expect(walk.contents == "abcdef||")
    walk.send(.endCameNear)
    walk.answer("ghi", to: 1)
    #expect(walk.contents == "abcdef|loading|")
  }

  @Test func failureThatArrivesLateDoesNotCount() {
    var walk = Self.withTwoPages
    walk.send(.endCameNear)
    walk.answer("ghi")
    walk.fail("too late", at: 2)
    #expect(walk.contents == "abcdefghi||")
  }

  // MARK: Servers that repeat photos

  @Test func repeatedPhotosStandOnceAndAreAsTheServerHasThemNow() {
    var walk = Self.withTwoPages
    walk.send(.endCameNear)
    let changed = Photo("f", taken: 1_000 - 102, author: "Bo")
    walk.send(
      .answered(
        walk.requests[2],
        .success(PhotoPage(photos: [changed] + [Photo](letters: "gh"), isLast: false))))
    #expect(walk.contents == "abcdefgh||")
    #expect(walk.state.photos.first { $0.id == "f" }?.author == "Bo")
  }

  @Test func pageWithNothingNewLeadsToTheNextOne() {
    var walk = Self.withTwoPages
    walk.send(.endCameNear)
    walk.answer("def")
    #expect(walk.pages == [1, 2, 3, 4])
    walk.answer("ghi.")
    #expect(walk.contents == "abcdefghi||")
  }

  @Test func serverThatOnlyRepeatsIsAskedNoFurther() {
    var walk = Self.withTwoPages
    walk.send(.endCameNear)
    for _ in 0..<PhotoPaging.staleCountMax { walk.answer("def") }
    #expect(walk.pages == [1, 2, 3, 4, 5])
    #expect(walk.contents == "abcdef||")
  }

  // MARK: Refreshing

  @Test func refreshFetchesAsManyPagesAsThereAreAndReplacesAtOnce() {
    var walk = Self.withTwoPages
    walk.send(.refresh)
    #expect(walk.contents == "abcdef||")
    #expect(walk.summary.isRefreshing)
    walk.answer("Aab")
    #expect(walk.contents == "abcdef||")
    walk.answer("ceg")
    #expect(walk.pages == [1, 2, 1, 2])
    #expect(walk.contents == "Aabceg||")
    #expect(!walk.summary.isRefreshing)
    walk.send(.endCameNear)
    #expect(walk.pages.last == 3)
  }

  @Test func pageThatArrivesAfterARefreshDoesNotCount() {
    var walk = Self.withTwoPages
    walk.send(.endCameNear)
    walk.send(.refresh)
    walk.answer("xyz", to: 2)
    #expect(walk.contents == "abcdef||")
    walk.answer("abc.")
    #expect(walk.contents == "abc||")
  }

  @Test func requestFromBeforeTheStartDoesNotCount() {
    var walk = Walk()
    walk.send(.endCameNear)
    walk.send(.started)
    walk.fail("cancelled", at: 0)
    #expect(walk.contents == "|loading|")
    walk.answer("abc")
    #expect(walk.contents == "abc||")
  }

  @Test func secondRefreshBeginsAnew() {
    var walk = Self.withTwoPages
    walk.send(.refresh)
    walk.answer("Aab")
    walk.send(.refresh)
    walk.answer("xyz", to: 3)
    #expect(walk.contents == "abcdef||")
    walk.answer("BAa")
    walk.answer("bcd")
    #expect(walk.contents == "ABabcd||")
  }

  @Test func shorterListEndsTheRefresh() {
    var walk = Self.withTwoPages
    walk.send(.refresh)
    walk.answer("ab.")
    #expect(walk.contents == "ab||")
    walk.send(.endCameNear)
    #expect(walk.pages == [1, 2, 1])
  }

  @Test func refreshThatFailsChangesNothing() {
    var walk = Self.withTwoPages
    walk.send(.refresh)
    walk.answer("Aab")
    walk.fail("no network")
    #expect(walk.contents == "abcdef||")
    #expect(walk.summary.refreshFailure == "no network")
    walk.send(.endCameNear)
    #expect(walk.pages == [1, 2, 1, 2])
    walk.send(.retry)
    #expect(walk.summary.refreshFailure == nil)
    walk.answer("Aab")
    walk.answer("cde.")
    #expect(walk.contents == "Aabcde||")
  }

  // MARK: Failures

  @Test func failureIsShownUntilTheRetrySucceeds() {
    var walk = Walk()
    walk.send(.refresh)
    walk.fail("no network")
    #expect(walk.contents == "|no network|")
    walk.send(.endCameNear)
    #expect(walk.pages == [1])
    walk.send(.retry)
    walk.send(.retry)
    #expect(walk.pages == [1, 1])
    #expect(walk.contents == "|loading|")
    walk.answer("abc")
    #expect(walk.contents == "abc||")
  }

  @Test func failureOfTheNextPageStandsBehindThePhotos() {
    var walk = Self.withTwoPages
    walk.send(.endCameNear)
    walk.fail("the server answers 503")
    #expect(walk.contents == "abcdef|the server answers 503|")
    walk.send(.retry)
    walk.answer("ghi")
    #expect(walk.contents == "abcdefghi||")
    #expect(walk.pages == [1, 2, 3, 3])
  }

  @Test func photosOfTheFileAreShownWithoutANetwork() {
    let before = Self.withTwoPages
    var walk = Walk()
    walk.state = GalleryState(before.state.photos, before.summary)
    #expect(walk.contents == "abcdef||")
    walk.send(.refresh)
    walk.fail("no network")
    #expect(walk.contents == "abcdef||")
    #expect(walk.summary.refreshFailure == "no network")
  }

  @Test func galleryGoesOnBehindThePagesOfTheFile() {
    let before = Self.withTwoPages
    var walk = Walk()
    walk.state = GalleryState(before.state.photos, before.summary)
    walk.send(.endCameNear)
    #expect(walk.pages == [3])
  }

  // MARK: What the user has chosen

  @Test func orderDoesNotDependOnWhenPhotosCame() {
    var walk = Walk()
    walk.send(.refresh)
    walk.answer("hda")
    walk.send(.endCameNear)
    walk.answer("gbc.")
    #expect(walk.contents == "abcdgh||")
    walk.send(.ordered(.title))
    #expect(walk.contents == "abcdgh||")
    walk.send(.ordered(.newest))
    #expect(walk.contents == "abcdgh||")
  }

  @Test func photosOfTheSameAuthorStandByTime() {
    var state = GalleryState()
    let request = state.take(.refresh)
    let photos = [
      Photo("x", taken: 1, author: "Bo"), Photo("y", taken: 3, author: "Bo"),
      Photo("z", taken: 2, author: "Ada"),
    ]
    _ = request.map { state.take(.answered($0, .success(PhotoPage(photos: photos, isLast: true)))) }
    #expect(state.contents(favourites: []).line == "yzx||")
    _ = state.take(.ordered(.author))
    #expect(state.contents(favourites: []).line == "zyx||")
  }

  @Test func filterHidesPhotosAndForgetsNone() {
    var walk = Self.withTwoPages
    walk.favourites = ["b", "e"]
    walk.send(.showsOnlyFavourites(true))
    #expect(walk.contents == "be||acdf")
    #expect((walk.summary.shownCount, walk.summary.hiddenCount) == (2, 4))
    walk.favourites.insert("f")
    walk.send(.searched("F"))
    #expect(walk.contents == "f||abcde")
    walk.send(.showsOnlyFavourites(false))
    walk.send(.searched(""))
    #expect(walk.contents == "abcdef||")
  }

  @Test func searchFindsAuthorsToo() {
    var walk = Self.withTwoPages
    walk.send(.searched("ad"))
    #expect(walk.contents == "abcdef||")
    walk.send(.searched("ada b"))
    #expect(walk.contents == "||abcdef")
  }

  @Test func pagesThatAreHiddenAreFetchedAllTheSame() {
    var walk = Self.withTwoPages
    walk.send(.searched("h"))
    walk.send(.endCameNear)
    walk.answer("ghi.")
    #expect(walk.contents == "h||abcdefgi")
    walk.send(.searched("nothing"))
    #expect(walk.contents == "|empty|abcdefghi")
  }

  @Test func choicesAreRestoredWithTheList() {
    var before = Self.withTwoPages
    before.send(.ordered(.author))
    before.send(.searched("a"))
    before.send(.arranged(.grid))
    let after = GalleryState(before.state.photos, before.summary)
    #expect(after.settings == before.state.settings)
    #expect(
      after.contents(favourites: []) == before.state.contents(favourites: []))
  }

  // MARK: Everything

  /// Whatever arrives in whatever order, each photo stands once, and what was answered is there.
  @Test(arguments: 0..<40)
  func randomAnswersLeaveASoundList(_ seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    var walk = Walk()
    walk.send(.refresh)
    for _ in 0..<200 {
      switch Int.random(in: 0..<8, using: &numbers) {
      case 0: walk.send(.refresh)
      case 1: walk.send(.retry)
      case 2, 3: walk.send(.endCameNear)
      case 4: walk.send(.searched(["", "c", "x"].randomElement(using: &numbers) ?? ""))
      case 5: walk.fail("no network", at: .random(in: 0..<walk.requests.count, using: &numbers))
      default:
        let index = Int.random(in: 0..<walk.requests.count, using: &numbers)
        let start = Int.random(in: 0..<8, using: &numbers)
        walk.answer(String("abcdefghijkl".dropFirst(start).prefix(3)), to: index)
      }
      let contents = walk.state.contents(favourites: [])
      let ids = contents.sections.flatMap(\.items).compactMap(\.photo?.id)
      #expect(ids.count == Set(ids).count, "seed \(seed)")
      #expect(Set(ids) == Set(walk.state.photos.map(\.id)), "seed \(seed)")
      #expect(contents.sections[1].items.count <= 1, "seed \(seed)")
      #expect(
        contents.sections[0].items.compactMap(\.photo).map(\.id).sorted()
          == contents
          .sections[0].items.compactMap(\.photo).map(\.id), "seed \(seed)")
    }
  }
}
