import Foundation
import Roster
import RosterNavigation
import Testing

@testable import roster_photos

/// What stands on the page of a photo, and the way to it, as values.
struct DetailStateTests {
  private func state(_ events: DetailState.Event...) -> DetailState {
    events.reduce(into: DetailState()) { $0.take($1) }
  }

  /// The ids of the items, section by section.
  private func line(_ state: DetailState) -> String {
    state.contents.sections.map { $0.items.map(\.id).joined(separator: " ") }.joined(
      separator: " | ")
  }

  @Test func loadingStandsThereUntilThePhotoIsFound() {
    #expect(line(state()) == "status |  | field")
    #expect(line(state(.found(Photo("a")))) == "photo |  | field")
  }

  @Test func failureIsShownUntilThePhotoIsSoughtAgain() {
    let failed = state(.failed(PhotoFailure("no network")))
    #expect(failed.contents.sections[0].items == [.status(.failed("no network"))])
    var retried = failed
    retried.take(.sought)
    #expect(retried.contents.sections[0].items == [.status(.loading)])
  }

  @Test func failureDoesNotHideAPhotoThatIsKnown() {
    let known = state(.found(Photo("a")), .failed(PhotoFailure("no network")))
    #expect(line(known) == "photo |  | field")
  }

  @Test func commentsAreCountedOn() {
    let commented = state(.found(Photo("a")), .commented("one"), .commented("two"))
    #expect(commented.comments.map(\.number) == [1, 2])
    #expect(commented.contents.sections[1].model?.commentCount == 2)
    #expect(line(commented) == "photo | comment 1 comment 2 | field")
  }

  @Test func stateIsThatOfItsContents() {
    let before = state(.found(Photo("a")), .commented("one"))
    #expect(DetailState(before.contents) == before)
  }

  @Test func eventsSurviveTheJournal() throws {
    let events: [DetailState.Event] = [
      .found(Photo("a")), .sought, .failed(PhotoFailure("no network")), .commented("one"),
    ]
    for event in events {
      let annotation = try ChangeAnnotation(message: event)
      #expect(try annotation.message(as: DetailState.Event.self) == event)
    }
  }

  // MARK: Addresses

  @Test(arguments: [
    ("/photos", [PhotoRoute.gallery]), ("/", [.gallery]),
    ("/photos/p7", [.gallery, .photo("p7")]), ("/photos/a%2Fb", [.gallery, .photo("a/b")]),
  ])
  func addressLeadsToPages(_ address: String, _ pages: [PhotoRoute]) throws {
    let path = try NavigationPath(address: address, tabs: PhotoRoute.tabs)
    #expect(path.pages == pages)
  }

  @Test(arguments: ["/albums", "/photos/p7/comments", "/~"])
  func addressWithoutAPageIsRefused(_ address: String) {
    #expect(throws: AddressError.self) {
      try NavigationPath(address: address, tabs: PhotoRoute.tabs)
    }
  }

  @Test func addressOfAPhotoLeadsToIt() throws {
    let path = try NavigationPath(
      address: PhotoRoute.address(ofPhoto: "ä / ö"), tabs: PhotoRoute.tabs)
    #expect(path.pages == [.gallery, .photo("ä / ö")])
  }

  // MARK: The picture

  @Test func zoomStaysWithinItsBoundsAndThePictureFillsItsFrame() {
    var state = PhotoCard.State()
    state.pan(columns: 3, rows: -2)
    #expect((state.x, state.y) == (0.5, 0.5))
    state.zoom(by: 10)
    #expect(state.scale == PhotoCard.State.scaleMax)
    state.pan(columns: 100, rows: -100)
    #expect((state.x, state.y) == (1 - 1.0 / 16, 1.0 / 16))
    state.zoom(by: -10)
    #expect(state == PhotoCard.State())
  }
}
